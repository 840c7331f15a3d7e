import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { RequestEventBase } from "@builder.io/qwik-city";
import type { AuthConfig, Session } from "@latchkey/auth";
import { AuthError } from "@latchkey/auth/errors";
import { createMemoryAdapter } from "@latchkey/auth/adapters/memory";
import { SILENT_TRY } from "../core/http/cookies.ts";
import { app } from "../testing/app_testkit.ts";
import {
  callRequest,
  createQwikApp,
  entry,
  formRequest,
  idOf,
  page,
  type QwikSite,
  readData,
  sessionOf,
  signIn,
} from "./qwik_testkit.ts";
import { toWho } from "./who.ts";

const S = "__Host-latchkey.session";

interface Event {
  readonly sharedMap: Map<string, unknown>;
  json(status: number, data: unknown): void;
}

/** A page that never reads the session. */
const plain = { onGet: (ev: Event) => ev.json(200, "hello") };
const shared = {
  onGet: (ev: Event) => ev.json(200, ev.sharedMap.get("session")),
};
const routes = { "/": [page()], "/plain": [plain], "/shared": [shared] };

function ask(path: string, cookie?: string): Request {
  return new Request(app + path, cookie ? { headers: { cookie } } : {});
}

/**
 * An endless session whose claims grow from now on, beyond the limit of one
 * cookie.
 */
function growing() {
  const state = { isBig: false };
  const callbacks: AuthConfig["callbacks"] = {
    jwt: ({ token }) =>
      state.isBig
        ? { ...token, pad: "x".repeat(3000) + Math.random() }
        : { ...token, pad: "" },
  };
  return { state, callbacks };
}

describe("getSession()", () => {
  it("endpoints get the session, and the cookies that it has set", async () => {
    const seen: unknown[] = [];
    let config: Parameters<typeof entry.getSession>[1] = { providers: [] };
    const api = {
      onGet: async (ev: never) => {
        const { data, cookie } = await entry.getSession(ev, config);
        seen.push({ name: data?.user?.name ?? null, cookie });
        (ev as { send(status: number, body: string): void }).send(200, "{}");
      },
    };
    const site = await createQwikApp({
      routes: { "/": [page()], "/api": [api] },
      config: { session: { updateAge: 0 } },
    });
    config = site.config;
    await site.browser.goto(`${app}/api`);
    await signIn(site);
    const response = await site.browser.goto(`${app}/api`);
    const [stranger, person] = seen as { name: string; cookie: string[] }[];
    assert.deepEqual(stranger, { name: null, cookie: [] });
    assert.ok(person?.name);
    assert.equal(person?.cookie.length, 1);
    assert.equal(response.headers.getSetCookie().length, 1);
  });

  it("server functions get the session, because no guard of a layout covers them [4.20]", async () => {
    let posts = 0;
    const site = await createQwikApp({
      routes: {
        "/": [page()],
        "/private": [
          { onRequest: entry.requireSession() },
          page({ onPost: () => void posts++ }),
        ],
      },
    });
    const ask = async function (this: RequestEventBase) {
      const { data } = await entry.getSession(this, site.config);
      return [data?.user?.name ?? null, this.sharedMap.get("session") !== null];
    };
    const call = async () => {
      const request = await callRequest("/private", ask);
      request.headers.set("cookie", site.browser.cookieHeader(app));
      return await readData(await site.fetch(request)) as unknown;
    };
    assert.deepEqual(await call(), [null, false]);
    await signIn(site);
    assert.deepEqual(await call(), ["Ada Lovelace", true]);
    // No other handler of the page runs for them either.
    assert.equal(posts, 0);
  });

  it("a prefetch does not renew the session [4.20]", async () => {
    const site = await createQwikApp({ config: { session: { updateAge: 0 } } });
    await signIn(site);
    const cookies = async (headers: Record<string, string>) => {
      const url = `${app}/q-data.json`;
      const response = await site.browser.fetch(url, { headers });
      const { loaders } = await readData(response);
      assert.ok(loaders[idOf(site.auth.useSession)]);
      return response.headers.getSetCookie().length;
    };
    assert.equal(await cookies({ "sec-purpose": "prefetch" }), 0);
    assert.equal(await cookies({}), 1);
  });
});

describe("the session in sharedMap", () => {
  it("the session is read once per request, however often it is asked for", async () => {
    let reads = 0;
    const seen: unknown[] = [];
    const layout = {
      onRequest: async (ev: never) => {
        seen.push((ev as Event).sharedMap.get("session"));
        await entry.requireSession()(ev);
      },
    };
    const site = await createQwikApp({
      routes: { "/": [page()], "/private": [layout, page()] },
      config: { events: { session: () => void reads++ } },
    });
    await signIn(site);
    reads = 0;
    const shown = await site.browser.goto(`${app}/private`);
    assert.equal(shown.status, 200);
    assert.equal(reads, 1);
    assert.deepEqual(
      JSON.parse(JSON.stringify(seen.at(-1))),
      sessionOf(site, shown.text),
    );
  });

  it("the session is compared by its user when a visitor returns to a tab", async () => {
    const who = (name: string, expires: string) =>
      toWho({ user: { name }, expires } as Session);
    assert.equal(who("ada", "1"), who("ada", "2"));
    assert.notEqual(who("ada", "1"), who("bob", "1"));
    assert.notEqual(who("ada", "1"), toWho(null));
    // The value in the browser, after Qwik's own serialisation.
    const site = await createQwikApp();
    await signIn(site);
    const response = await site.browser.fetch(`${app}/q-data.json`);
    const { loaders } = await readData(response);
    const session = loaders[idOf(site.auth.useSession)] as Session;
    assert.equal(toWho(session), toWho(JSON.parse(JSON.stringify(session))));
  });

  it("the session is available for any path, whatever it looks like", async () => {
    const paths = ["/users/ada@example.com", "/docs/v1.20", "/logo.svg"];
    const site = await createQwikApp({
      routes: {
        "/": [page()],
        ...Object.fromEntries(paths.map((path) => [path, [shared]])),
      },
    });
    await signIn(site);
    for (const path of paths) {
      const response = await site.browser.fetch(app + path);
      assert.ok((await response.json())?.user, path);
    }
  });

  it("the session is null for a signed-out visitor, whatever was there, and costs nothing", async () => {
    const site = await createQwikApp({ routes });
    const response = await site.fetch(ask("/shared"));
    assert.equal(await response.text(), "null");
    assert.equal((await site.fetch(ask("/"))).status, 200);
    assert.equal((await site.fetch(ask("/nowhere"))).status, 404);
    assert.equal(site.asked(), 0);
    const map = new Map([["session", "of somebody else"]]);
    await site.auth.onRequest(
      {
        request: ask("/"),
        url: new URL(app),
        headers: new Headers(),
        sharedMap: map,
      } as never,
    );
    assert.equal(map.get("session"), null);
  });

  it("the session of a visitor with other cookies costs no call to store, adapter or callbacks", async () => {
    for (const strategy of ["jwt", "database"] as const) {
      const calls: string[] = [];
      const spy = <T extends object>(name: string, target: T): T =>
        new Proxy(target, {
          get: (own, key) => {
            const value = Reflect.get(own, key);
            if (typeof value !== "function") return value;
            return (...args: unknown[]) => {
              calls.push(`${name}.${String(key)}`);
              return value.apply(own, args);
            };
          },
        });
      const site = await createQwikApp({
        routes,
        config: {
          adapter: spy("adapter", createMemoryAdapter()),
          session: { strategy },
          callbacks: spy("callbacks", {
            jwt: ({ token }: { token: object }) => token as never,
            session: ({ session }: { session: object }) => session as never,
          }),
        },
      });
      for (const path of ["/", "/plain", "/shared"]) {
        const response = await site.fetch(ask(path, "_ga=GA1.2; theme=dark"));
        assert.equal(response.status, 200);
      }
      assert.deepEqual(calls, []);
    }
  });
});

describe("a session read that fails", () => {
  const broken: Partial<AuthConfig> = {
    callbacks: {
      session: () => {
        throw new Error("the database is down");
      },
    },
  };

  async function setUp(): Promise<{ site: QwikSite; cookie: string }> {
    const secret = `a secret of test ${crypto.randomUUID()}`;
    const other = await createQwikApp({ config: { secret } });
    await signIn(other);
    const cookie = other.browser.cookieHeader(app);
    const site = await createQwikApp({ routes, config: { ...broken, secret } });
    return { site, cookie };
  }

  it("pages that do not use the session do not fail, and the operator is told", async () => {
    const { site, cookie } = await setUp();
    const response = await site.fetch(ask("/plain", cookie));
    assert.equal(await response.text(), '"hello"');
    assert.ok(site.lines.some((line) => line.includes("SessionError")));
    const known = await site.fetch(ask("/shared", cookie));
    assert.equal(await known.text(), "null");
  });

  it("pages that use the session fail, because an outage is no sign-out", async () => {
    const { site, cookie } = await setUp();
    await assert.rejects(site.fetch(ask("/", cookie)), AuthError);
    const stranger = await site.fetch(ask("/"));
    assert.equal(stranger.status, 200);
  });
});

describe("a session that grows in the request that ends it", () => {
  it("signing out leaves none of its cookies behind", async () => {
    const { state, callbacks } = growing();
    const site = await createQwikApp({ config: { callbacks } });
    await signIn(site);
    state.isBig = true;
    const out = formRequest("/", site.auth.useSignOut, {});
    out.headers.set("cookie", site.browser.cookieHeader(app));
    const response = await site.fetch(out);
    const kept = response.headers.getSetCookie()
      .filter((cookie) => !/^[^=]+=;.*Max-Age=0/.test(cookie))
      // It keeps guards from signing in silently.
      .filter((cookie) => !cookie.includes(SILENT_TRY));
    assert.deepEqual(kept, []);
    assert.ok(response.headers.getSetCookie().length >= 3);
  });

  it("the session itself ends, even if it had many cookies before", async () => {
    const { state, callbacks } = growing();
    let ended = 0;
    const site = await createQwikApp({
      config: { callbacks, events: { signOut: () => void ended++ } },
    });
    state.isBig = true;
    await signIn(site);
    const cookie = site.browser.cookieHeader(app);
    assert.ok(cookie.includes(`${S}.1=`));
    const out = formRequest("/", site.auth.useSignOut, {});
    out.headers.set("cookie", cookie);
    await site.fetch(out);
    assert.equal(ended, 1);
    const again = await site.fetch(ask("/", cookie));
    assert.equal(sessionOf(site, await again.text()), null);
  });

  it("signing in as another user leaves none of its cookies behind", async () => {
    const { state, callbacks } = growing();
    const site = await createQwikApp({
      config: {
        callbacks: {
          jwt: (params) =>
            params.token.name === "ada"
              ? callbacks.jwt?.(params) ?? null
              : params.token,
        },
        providers: [{
          id: "door",
          name: "Door",
          type: "credentials",
          credentials: { username: {} },
          authorize: ({ username }) => ({
            id: String(username),
            name: String(username),
          }),
        }],
      },
    });
    const submit = async (name: string) => {
      const path = `${app}/?qaction=${idOf(site.auth.useSignIn)}`;
      const fields = { providerId: "door", "options.username": name };
      const body = new URLSearchParams(fields);
      await site.browser.fetch(path, { method: "POST", body });
    };
    await submit("ada");
    state.isBig = true;
    await submit("bob");
    const names = site.browser.cookies(app).map(({ name }) => name);
    assert.deepEqual(names.filter((name) => name.startsWith(S)), [S]);
    const home = await site.browser.goto(`${app}/`);
    const { user } = sessionOf(site, home.text) as { user: { name: string } };
    assert.equal(user.name, "bob");
  });
});
