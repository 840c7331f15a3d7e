import assert from "node:assert/strict";
import { afterEach, describe, it, mock } from "node:test";
import {
  Auth,
  type AuthConfig,
  createAuth,
  createMemoryStore,
} from "@latchkey/auth";
import {
  type App,
  app,
  beCancelled,
  cookieName,
  cookieValue,
  createApp,
  readSession,
  signIn,
  toRequest,
} from "../../testing/app_testkit.ts";
import { assertRefused, toAnswer } from "../../testing/checks_testkit.ts";
import { NOON } from "../session/session_testkit.ts";

afterEach(() => mock.timers.reset());

/** The address that the site's proxy reports. */
const byHeader = {
  clientAddress: (request: Request) => request.headers.get("x-client"),
};
const here = { "x-client": "203.0.113.7" };
const browserly = { accept: "text/html", "sec-fetch-mode": "navigate" };

/** Begins a sign-in that the provider refuses, as a browser would. */
async function fail(
  site: App,
  headers: Record<string, string> = here,
) {
  const path = await beCancelled(site.browser);
  const request = toRequest(site.browser, path, {
    headers: { ...browserly, ...headers },
  });
  return await toAnswer(await Auth(request, site.config));
}

async function failOften(
  site: App,
  times: number,
  headers?: Record<string, string>,
): Promise<number[]> {
  const statuses: number[] = [];
  for (let i = 0; i < times; i++) {
    statuses.push((await fail(site, headers)).status);
  }
  return statuses;
}

describe("callbacks that fail", () => {
  it("an address may fail 30 callbacks in five minutes, and then gets 429 with Retry-After [V20]", async () => {
    mock.timers.enable({ apis: ["Date"], now: NOON });
    const site = await createApp({ config: byHeader });
    const statuses = await failOften(site, 31);
    assert.deepEqual([...new Set(statuses.slice(0, 30))], [303]);
    assert.equal(statuses[30], 429);
    mock.timers.tick(60_000);
    const refused = await fail(site);
    assert.equal(refused.status, 429);
    assert.equal(refused.headers.get("retry-after"), "240");
    assert.match(
      refused.text,
      /Too many attempts\. Wait a moment, then try again\./,
    );
    assert.match(refused.text, /href="https:\/\/app\.example\/auth\/signin"/);
    assertRefused(refused, site, { hides: ["203.0.113.7"] });
    mock.timers.tick(240_000);
    assert.equal((await fail(site)).status, 303);
  });

  it("API clients get 429 as JSON, and scripts get it with a URL", async () => {
    const site = await createApp({
      config: {
        ...byHeader,
        limits: { callback: { address: 1 } },
      },
    });
    await fail(site);
    const program = await fail(site, { ...here, accept: "application/json" });
    assert.equal(program.status, 429);
    assert.match(program.headers.get("retry-after") ?? "", /^\d+$/);
    const { error, code, message } = JSON.parse(program.text);
    assert.deepEqual([error, code], ["RateLimited", null]);
    assert.match(message, /^Too many attempts/);
    const script = await fail(site, { ...here, "x-auth-return-redirect": "1" });
    assert.equal(script.status, 429);
    assert.match(script.headers.get("retry-after") ?? "", /^\d+$/);
    const url = new URL(JSON.parse(script.text).url);
    assert.equal(url.searchParams.get("error"), "RateLimited");
    for (const answer of [program, script]) assertRefused(answer, site);
  });

  it("every visitor gets the same answer, except for the reference of the log", async () => {
    const site = await createApp({
      config: {
        ...byHeader,
        limits: { callback: { address: 1 } },
      },
    });
    await fail(site);
    await fail(site, { "x-client": "2001:db8::1" });
    const strip = ({ text }: { text: string }) =>
      text.replace(/<code>[\w-]{58}<\/code>/, "").replace(/nonce="[^"]+"/g, "");
    const one = await fail(site);
    const other = await fail(site, { "x-client": "2001:db8::2" });
    assert.deepEqual([one.status, other.status], [429, 429]);
    assert.equal(strip(one), strip(other));
    assert.equal(one.text.length, other.text.length);
    assert.deepEqual([...one.headers.keys()], [...other.headers.keys()]);
  });

  it("a refused attempt is used up and starts no session, and a new one works later", async () => {
    mock.timers.enable({ apis: ["Date"], now: NOON });
    const site = await createApp({
      config: {
        clientAddress: () => "203.0.113.7",
        limits: { callback: { address: 1, window: 60 } },
      },
    });
    const page = await site.browser.goto(`${app}/auth/signin`);
    const held = await site.browser.submit(page, {
      stopAt: (url) => url.startsWith(`${app}/auth/callback`),
    });
    await fail(site);
    const { pathname, search } = new URL(held.pending ?? "");
    const refused = await Auth(
      toRequest(site.browser, pathname + search),
      site.config,
    );
    assert.equal(refused.status, 429);
    assert.equal(cookieValue(site.browser, cookieName.session), "");
    const attempt = site.browser.cookies(app).find(({ name }) =>
      name.startsWith(cookieName.attempt)
    );
    assertRefused(await toAnswer(refused), site, {
      clears: [attempt?.name ?? "an attempt"],
    });
    mock.timers.tick(60_000);
    await signIn(site.browser);
    assert.equal((await readSession(site.browser))?.user?.name, "Ada Lovelace");
  });

  it("failures stay counted however often a sign-in succeeds", async () => {
    const site = await createApp({
      config: {
        clientAddress: () => "203.0.113.7",
        limits: { callback: { address: 2 } },
      },
    });
    for (let i = 0; i < 5; i++) {
      assert.equal((await signIn(site.browser)).url, `${app}/`);
    }
    // Repeated answers of a signed-in user succeed, so it takes another visitor
    // to fail.
    assert.deepEqual(await failOften(site, 3), [303, 303, 429]);
  });

  it("an outage of the provider or the site does not count against the visitor", async () => {
    const site = await createApp({
      config: {
        clientAddress: () => "203.0.113.7",
        limits: { callback: { address: 2 } },
      },
    });
    site.op.faults.token = { status: 500 };
    for (let i = 0; i < 5; i++) {
      const page = await signIn(site.browser);
      const { searchParams } = new URL(page.url);
      assert.equal(searchParams.get("error"), "ProviderUnavailable");
    }
  });

  it("a callback by form is counted too", async () => {
    const site = await createApp({
      config: {
        ...byHeader,
        store: createMemoryStore(),
        limits: { callback: { address: 1 } },
      },
    });
    const params = { response_mode: "form_post" };
    const provider = { ...site.op.provider(), authorization: { params } };
    const config: AuthConfig = { ...site.config, providers: [provider] };
    const send = async () => {
      const [path = "", query = ""] = (await beCancelled(site.browser)).split(
        "?",
      );
      const request = toRequest(site.browser, path, {
        method: "POST",
        headers: { ...browserly, ...here },
        body: new URLSearchParams(query),
      });
      return await Auth(request, config);
    };
    assert.equal((await send()).status, 303);
    assert.equal((await send()).status, 429);
  });

  it("a callback that names no attempt of the browser is not counted, because any page can cause it", async () => {
    const site = await createApp({
      config: {
        clientAddress: () => "203.0.113.7",
        limits: { callback: { address: 1 } },
      },
    });
    for (const path of ["op?code=x&state=y", "op?error=access_denied", "op"]) {
      for (let i = 0; i < 5; i++) {
        const image = { "sec-fetch-site": "cross-site" };
        const request = toRequest(site.browser, `/auth/callback/${path}`, {
          headers: image,
        });
        const answer = await toAnswer(await Auth(request, site.config));
        assert.notEqual(answer.status, 429);
        assertRefused(answer, site);
      }
    }
    assert.equal((await signIn(site.browser)).url, `${app}/`);
  });
});

describe("a client whose address cannot be trusted", () => {
  it("no visitor is limited by address, neither by a header nor by its absence", async () => {
    const site = await createApp({
      config: { limits: { callback: { address: 1 } } },
    });
    const headers = {
      "x-forwarded-for": "203.0.113.7",
      "x-real-ip": "1.2.3.4",
    };
    const statuses = await failOften(site, 40, headers);
    assert.deepEqual([...new Set(statuses)], [303]);
    const warnings = site.lines.filter((line) => /client-address/.test(line));
    assert.equal(warnings.length, 1);
    assert.match(warnings[0] ?? "", /trust proxy/);
  });

  it("the application's function decides, and its result is read strictly", async () => {
    const site = await createApp({
      config: {
        ...byHeader,
        limits: { callback: { address: 1 } },
      },
    });
    const from = async (address: string) =>
      (await fail(site, { "x-client": address })).status;
    assert.equal(await from("::ffff:203.0.113.7"), 303);
    assert.equal(await from("203.0.113.7:5000"), 429);
    assert.equal(await from("2001:db8::1"), 303);
    assert.equal(await from("2001:DB8:0::ffff"), 429);
    // The function's address counts, even one in a private network.
    assert.equal(await from("10.0.0.1"), 303);
    assert.equal(await from("10.0.0.1"), 429);
    for (let i = 0; i < 3; i++) assert.equal(await from("not an address"), 303);
    for (let i = 0; i < 3; i++) {
      assert.equal(await from("1.2.3.4, 5.6.7.8"), 303);
    }
  });

  it("the application's function also gets what the platform knows", async () => {
    const config: AuthConfig = {
      secret: "a secret that is as long as it has to be",
      trustHost: true,
      providers: [],
      store: createMemoryStore(),
      limits: { callback: { address: 1 } },
      logger: { error: () => {} },
      clientAddress: (_request: Request, info?: { remote: string }) =>
        info?.remote,
    };
    const seen: unknown[] = [];
    const auth = createAuth({
      ...config,
      clientAddress: (request: Request, info: { remote: string }) => {
        seen.push(request.url);
        return config.clientAddress?.(request, info);
      },
    });
    const request = new Request(`${app}/auth/providers`);
    await auth.handler(request, { remote: "203.0.113.7" });
    await auth.handler(request);
    assert.deepEqual(seen, [request.url, request.url]);
  });

  it("an application's function that throws is logged, and locks no visitor out", async () => {
    const site = await createApp({
      config: {
        clientAddress: () => {
          throw new Error("of the host");
        },
      },
    });
    assert.equal((await signIn(site.browser)).url, `${app}/`);
    assert.match(site.lines.join("\n"), /`clientAddress` threw/);
  });
});

describe("limits that are off", () => {
  for (const limits of [false, { callback: false }] as const) {
    it(`no visitor is refused with the limits ${JSON.stringify(limits)}`, async () => {
      const site = await createApp({ config: { ...byHeader, limits } });
      const statuses = await failOften(site, 50);
      assert.deepEqual([...new Set(statuses)], [303]);
    });
  }
});
