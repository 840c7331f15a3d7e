import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { app } from "../testing/app_testkit.ts";
import {
  createQwikApp,
  entry,
  page,
  type QwikSite,
  readPage,
} from "./qwik_testkit.ts";

const { requireSession } = entry;

type Options = Parameters<typeof requireSession>[0];

async function guarded(options?: Options, role?: string): Promise<QwikSite> {
  const layout = { onRequest: requireSession(options) };
  return await createQwikApp({
    routes: { "/": [page()], "/private": [layout, page()] },
    config: {
      callbacks: {
        session: ({ session }) => ({
          ...session,
          user: { ...session.user, ...(role === undefined ? {} : { role }) },
        }),
      },
    },
  });
}

async function signIn({ browser }: QwikSite): Promise<void> {
  await browser.submit(await browser.goto(`${app}/auth/signin`));
}

function ask(path: string, accept: string): Request {
  return new Request(app + path, { headers: { accept } });
}

describe("requireSession()", () => {
  it("requireSession sends browsers to sign in and back, with the query", async () => {
    const site = await guarded();
    const choice = await site.browser.goto(`${app}/private?a=1&b=2`);
    assert.equal(
      choice.url,
      `${app}/auth/signin?callbackUrl=%2Fprivate%3Fa%3D1%26b%3D2`,
    );
    const done = await site.browser.submit(choice);
    assert.equal(done.url, `${app}/private?a=1&b=2`);
    assert.ok(readPage(done.text));
    assert.match(done.headers.get("cache-control") ?? "", /no-store/);
  });

  it("requireSession has users prove their identity again, and asks programs to", async () => {
    const site = await guarded({ acr: ["gold"] });
    await signIn(site);
    const program = await site.browser.fetch(`${app}/private`, {
      headers: { accept: "application/json" },
    });
    assert.equal(program.status, 401);
    assert.match(
      program.headers.get("www-authenticate") ?? "",
      /^Bearer error="insufficient_user_authentication", .*acr_values="gold"$/,
    );
    const ways = await site.browser.goto(`${app}/private`);
    assert.equal(
      ways.url,
      `${app}/auth/signin?callbackUrl=%2Fprivate&error=InsufficientAuthentication`,
    );
    site.op.faults.idToken = { claims: (own) => ({ ...own, acr: "gold" }) };
    const done = await site.browser.submit(ways);
    assert.equal(done.url, `${app}/private`);
    assert.ok(readPage(done.text));
  });

  it("requireSession answers API clients with 401 as JSON", async () => {
    const site = await guarded();
    const response = await site.fetch(ask("/private", "application/json"));
    assert.equal(response.status, 401);
    assert.equal((await response.json()).error, "SignInRequired");
    assert.match(response.headers.get("cache-control") ?? "", /no-store/);
  });

  it("requireSession makes Qwik's script open the page, and gives it no data", async () => {
    const site = await guarded();
    const response = await site.fetch(ask("/private/q-data.json", "*/*"));
    assert.equal(response.status, 200);
    assert.equal(await response.text(), "");
    assert.doesNotMatch(response.headers.get("content-type") ?? "", /json/);
    assert.match(response.headers.get("cache-control") ?? "", /no-store/);
  });

  it("requireSession runs no action of a page that the visitor may not open", async () => {
    let runs = 0;
    const layout = { onRequest: requireSession() };
    const site = await createQwikApp({
      routes: {
        "/private": [layout, page({ onPost: () => void runs++ })],
      },
    });
    const response = await site.fetch(
      new Request(`${app}/private`, {
        method: "POST",
        headers: { origin: app, accept: "text/html" },
        body: new URLSearchParams({ a: "b" }),
      }),
    );
    assert.equal(response.status, 303);
    assert.equal(response.headers.get("location"), `${app}/auth/signin`);
    assert.equal(runs, 0);
  });

  it("requireSession admits roles and claims, and shows other users a page with 403", async () => {
    const when = (session: { user?: { email?: string | null } }) =>
      session.user?.email?.endsWith("@nowhere.example") ?? false;
    const cases = [
      [{ role: "admin" }, "admin", 200],
      [{ role: ["editor", "admin"] }, "editor", 200],
      [{ role: "admin" }, "guest", 403],
      [{ role: "admin" }, undefined, 403],
      [{ when: () => true }, undefined, 200],
      [{ when }, undefined, 403],
    ] as const;
    for (const [options, role, status] of cases) {
      const site = await guarded(options as Options, role);
      await signIn(site);
      const shown = await site.browser.goto(`${app}/private`);
      assert.equal(shown.status, status, JSON.stringify(options));
    }
  });

  it("requireSession with csrf refuses requests that no page of this origin sent", async () => {
    const site = await guarded({ csrf: true });
    await signIn(site);
    const post = async (headers: Record<string, string>) => {
      const response = await site.fetch(
        new Request(`${app}/private`, {
          method: "POST",
          headers: {
            accept: "application/json",
            cookie: site.browser.cookieHeader(app),
            "content-type": "application/json",
            ...headers,
          },
          body: "{}",
        }),
      );
      return response.status;
    };
    assert.equal(await post({}), 403);
    assert.equal(await post({ origin: app }), 200);
    assert.equal(await post({ "sec-fetch-site": "same-origin" }), 200);
  });

  it("a function of the application that throws fails the request, because an outage is no refusal", async () => {
    const fault = new Error("the permission service is down");
    const site = await guarded({ when: () => Promise.reject(fault) });
    await signIn(site);
    const asked = site.browser.goto(`${app}/private`);
    await assert.rejects(asked, (error) => error === fault);
  });

  it("requireSession returns to an address without Qwik City's additions", async () => {
    const site = await guarded();
    const response = await site.fetch(ask("/private?a=1&qdata=x", "text/html"));
    assert.equal(
      response.headers.get("location"),
      `${app}/auth/signin?callbackUrl=%2Fprivate%3Fa%3D1`,
    );
  });

  it("requireSession prerenders no page, and reads no configuration for it", async () => {
    const layout = { onRequest: requireSession() };
    const site = await createQwikApp({
      platform: { static: true },
      routes: { "/private": [layout, page()] },
    });
    const response = await site.fetch(ask("/private", "text/html"));
    assert.equal(response.status, 401);
    assert.equal(await response.text(), "");
    assert.equal(site.asked(), 0);
  });

  it("requireSession says what is missing without the plugin", async () => {
    const guard = requireSession();
    const ev = { sharedMap: new Map() } as never;
    await assert.rejects(guard(ev), /plugin@auth\.ts/);
  });
});

describe("setEnvDefaults()", () => {
  it("setEnvDefaults accepts what Qwik City passes, a record or a function", () => {
    const values: Record<string, string> = {
      AUTH_SECRET: "a secret of at least 32 characters!",
      AUTH_WORK_ID: "client",
    };
    const get = (name: string) => values[name];
    for (const env of [{ get }, values, get]) {
      const config: Parameters<typeof entry.setEnvDefaults>[1] = {
        providers: [{ id: "work", name: "Work", type: "oidc" }],
      };
      entry.setEnvDefaults(env, config);
      assert.deepEqual(config.secret, [values.AUTH_SECRET]);
    }
  });
});
