import assert from "node:assert/strict";
import { afterEach, describe, it } from "node:test";
import { Auth, type AuthConfig, createAuth } from "@latchkey/auth";
import type { Browser } from "@latchkey/auth/testing";
import {
  ada,
  makeProvider,
  right,
} from "../methods/credentials/credentials_testkit.ts";
import {
  assertRefused,
  endTest,
  toAnswer,
} from "../../testing/checks_testkit.ts";
import {
  type App,
  app,
  cookieName,
  createApp,
  readCsrfToken,
  readSession,
  signIn,
  toQuery,
  toRequest,
} from "../../testing/app_testkit.ts";
import { mint, plant } from "../session/session_testkit.ts";
import {
  askForMail,
  createMailFlow,
  openLink,
} from "../methods/email/email_testkit.ts";

afterEach(endTest);

/** Inputs that are neither a URL nor a path from which one can be built. */
const malformed = [
  "//",
  "///",
  "\\\\",
  "/\\",
  "http://",
  "http://%",
  "http://[",
  "https://[::1",
  "https://a b/",
  "https://a:99999/",
  "https://\u0000",
  " //",
  "\t//",
  "/\n/",
  "evil.example",
  "evil.example/x",
  "x",
  "?a=b",
  "#part",
  "../x",
  " /x",
];

/** URLs, and paths from which one can be built. */
const sent = ["/x", "/../x", `${app}/x`, "mailto:a@b"];

/** The ways in which a client can set the target of a form. */
const channels: Readonly<
  Record<string, (target: string, csrfToken: string) => [string, BodyInit]>
> = {
  query: (callbackUrl, csrfToken) => [
    toQuery({ callbackUrl }),
    new URLSearchParams({ csrfToken }),
  ],
  form: (callbackUrl, csrfToken) => [
    "",
    new URLSearchParams({ callbackUrl, csrfToken }),
  ],
  JSON: (callbackUrl, csrfToken) => [
    "",
    JSON.stringify({ callbackUrl, csrfToken }),
  ],
};

interface Redirecting {
  /** The arguments of the callback, oldest first. */
  readonly asked: string[];
  readonly callbacks: NonNullable<AuthConfig["callbacks"]>;
}

/**
 * Creates a `redirect` callback as most applications write it: strict about its
 * argument.
 */
function createRedirecting(): Redirecting {
  const asked: string[] = [];
  return {
    asked,
    callbacks: {
      redirect: ({ url, baseUrl }) => {
        asked.push(url);
        const target = url.startsWith("/")
          ? new URL(url, baseUrl)
          : new URL(url);
        return target.origin === baseUrl ? target.href : baseUrl;
      },
    },
  };
}

async function post(
  { browser, config }: App,
  path: string,
  [query, body]: [string, BodyInit],
) {
  const type = typeof body === "string"
    ? "application/json"
    : "application/x-www-form-urlencoded";
  const request = toRequest(browser, path + query, {
    method: "POST",
    headers: { "content-type": type, origin: app },
    body,
  });
  return await toAnswer(await Auth(request, config));
}

describe("a callbackUrl that is not a URL", () => {
  for (const [channel, toBody] of Object.entries(channels)) {
    it(`a visitor can sign out with an invalid callbackUrl by ${channel}`, async () => {
      for (const target of malformed) {
        const { asked, callbacks } = createRedirecting();
        const site = await createApp({ config: { callbacks } });
        plant(site.browser, await mint(site.secret));
        const token = await readCsrfToken(site.browser);
        const out = await post(site, "/auth/signout", toBody(target, token));
        assert.equal(out.status, 303);
        assert.equal(out.headers.get("location"), `${app}/`, target);
        const cleared = out.headers.getSetCookie()
          .find((one) => one.startsWith(`${cookieName.session}=;`));
        assert.match(cleared ?? "", /Max-Age=0/);
        // The copy in this browser is dead, too.
        assert.equal(await readSession(site.browser), null);
        assert.deepEqual(asked, [app]);
        assert.doesNotMatch(site.lines.join("\n"), /Error/);
      }
    });

    it(`a visitor can sign in with an invalid callbackUrl by ${channel}`, async () => {
      for (const target of malformed) {
        const { asked, callbacks } = createRedirecting();
        const site = await createApp({ config: { callbacks } });
        const token = await readCsrfToken(site.browser);
        const left = await post(site, "/auth/signin/op", toBody(target, token));
        assert.equal(left.status, 303);
        const provider = left.headers.get("location") ?? "";
        assert.ok(provider.startsWith(site.op.origin), target);
        assert.deepEqual(asked, [app]);
        assertRefused(left, site);
      }
    });

    it(`a visitor can sign in by password with an invalid callbackUrl by ${channel}`, async () => {
      for (const target of malformed) {
        const { asked, callbacks } = createRedirecting();
        const site = await createApp({
          config: {
            callbacks,
            providers: [makeProvider()],
          },
        });
        const token = await readCsrfToken(site.browser);
        const [query, body] = toBody(target, token);
        const fields = typeof body === "string"
          ? JSON.stringify({ ...JSON.parse(body), ...right })
          : new URLSearchParams([
            ...body as URLSearchParams,
            ...Object.entries(right),
          ]);
        const path = "/auth/callback/credentials";
        const answer = await post(site, path, [query, fields]);
        assert.equal(answer.headers.get("location"), `${app}/`, target);
        assert.match(
          answer.headers.getSetCookie().join("\n"),
          new RegExp(`^${cookieName.session}=.`, "m"),
        );
        assert.deepEqual(asked, [app]);
      }
    });
  }

  it("a visitor can sign in by mail with an invalid callbackUrl in the form and in the link", async () => {
    for (const target of malformed) {
      const { asked, callbacks } = createRedirecting();
      const flow = await createMailFlow({ callbacks });
      const browser: Browser = flow.createBrowser();
      const mail = await askForMail(flow, browser, ada.email, { target });
      const url = new URL(mail.url);
      url.searchParams.set("callbackUrl", target);
      await openLink(browser, url.href);
      const me = await browser.fetch(`${app}/auth/session`);
      assert.notEqual(await me.json(), null, target);
      assert.ok(asked.length > 0 && asked.every((one) => one.startsWith(app)));
    }
  });

  it("the `signIn` callback cannot redirect to it", async () => {
    for (const target of malformed) {
      const { asked, callbacks } = createRedirecting();
      const site = await createApp({
        config: {
          callbacks: { ...callbacks, signIn: () => target },
        },
      });
      const page = await signIn(site.browser);
      assert.equal(page.url, `${app}/`, target);
      assert.deepEqual(asked, [app, app]);
      assert.equal(await readSession(site.browser), null);
    }
  });

  it("a guard cannot use it as its return path", async () => {
    for (const path of ["//", "///", "/\\"]) {
      const site = await createApp({ config: { pages: { signIn: "/in" } } });
      const request = {
        url: app + path,
        headers: new Headers(),
        method: "GET",
      };
      request.headers.set("accept", "text/html");
      const refused = await createAuth(site.config).require(
        request as unknown as Request,
      );
      assert.ok(refused instanceof Response);
      const page = new URL(refused.headers.get("location") ?? "");
      assert.equal(page.searchParams.get("callbackUrl"), null);
    }
  });
});

describe("a callbackUrl that is a URL or a path", () => {
  it("the `redirect` callback gets it as it was sent", async () => {
    const { asked, callbacks } = createRedirecting();
    const site = await createApp({ config: { callbacks } });
    for (const toBody of Object.values(channels)) {
      for (const target of sent) {
        asked.length = 0;
        const token = await readCsrfToken(site.browser);
        for (const path of ["/auth/signout", "/auth/signin/op"]) {
          const answer = await post(site, path, toBody(target, token));
          assert.equal(answer.status, 303);
        }
        assert.deepEqual(asked, [target, target]);
      }
    }
  });

  it("the `redirect` callback gets it as the `signIn` callback returned it", async () => {
    for (const target of sent) {
      const { asked, callbacks } = createRedirecting();
      const site = await createApp({
        config: {
          callbacks: { ...callbacks, signIn: () => target },
        },
      });
      await signIn(site.browser, { target: "/mine" });
      assert.deepEqual(asked, [`${app}/mine`, target]);
    }
  });
});

describe("an empty callbackUrl", () => {
  it("an empty callbackUrl counts as missing by every channel, so the `redirect` callback gets the default", async () => {
    const { asked, callbacks } = createRedirecting();
    const site = await createApp({ config: { callbacks } });
    for (const toBody of Object.values(channels)) {
      for (const path of ["/auth/signout", "/auth/signin/op"]) {
        asked.length = 0;
        const token = await readCsrfToken(site.browser);
        const answer = await post(site, path, toBody("", token));
        assert.equal(answer.status, 303);
        assert.deepEqual(asked, [app]);
      }
    }
  });

  it("an empty callbackUrl in a form does not hide the one in the query", async () => {
    const { asked, callbacks } = createRedirecting();
    const site = await createApp({ config: { callbacks } });
    const csrfToken = await readCsrfToken(site.browser);
    const body = new URLSearchParams({ callbackUrl: "", csrfToken });
    await post(site, "/auth/signout", [toQuery({ callbackUrl: "/x" }), body]);
    assert.deepEqual(asked, ["/x"]);
  });
});
