import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it, mock } from "node:test";
import {
  type AuthConfig,
  createAuth,
  createMemoryStore,
  type Store,
} from "@latchkey/auth";
import { createMemoryAdapter } from "@latchkey/auth/adapters/memory";
import { getToken } from "@latchkey/auth/jwt";
import { createFaultProvider } from "@latchkey/auth/testing";
import { hash } from "../crypto/hash.ts";
import {
  type App,
  approach,
  arrive,
  cookieName,
  createApp,
  readSession,
  site,
  toRequest,
} from "../../testing/app_testkit.ts";
import { endTest } from "../../testing/checks_testkit.ts";
import {
  deliver,
  enter,
  isSignedIn,
  kinds,
  readOnPage,
  send,
  toDelivery,
} from "../session/revocation/logout_testkit.ts";

const NOON = Date.UTC(2026, 5, 15, 12);

beforeEach(() => mock.timers.enable({ apis: ["Date"], now: NOON }));
afterEach(endTest);
afterEach(() => mock.timers.reset());

const second = () => mock.timers.tick(1000);

/** Delivers a token, which has to be accepted. */
async function end(
  flow: App,
  options: Parameters<App["op"]["createLogoutToken"]>[0],
): Promise<void> {
  const token = await flow.op.createLogoutToken(options);
  const { status, text } = await deliver(flow, token);
  assert.deepEqual([status, text], [200, "{}"]);
}

for (const [kind, toConfig] of Object.entries(kinds)) {
  const createSite = (more: Partial<AuthConfig> = {}) =>
    createApp({ config: { ...toConfig(), ...more } });

  describe(`the sessions that a logout token ends (${kind})`, () => {
    it("a token with sub ends all sessions of that user, and no other one [BCL-09, rp-backchannel-rpinitlogout]", async () => {
      const flow = await createSite();
      const first = await enter(flow, { sub: "ada" });
      const second = await enter(flow, { sub: "ada", sid: "s2" });
      const other = await enter(flow, { sub: "bob", sid: "s3" });
      await end(flow, { sub: "ada" });
      assert.equal(await isSignedIn(first), false);
      assert.equal(await isSignedIn(second), false);
      assert.ok(await isSignedIn(other));
    });

    it("a token with sid ends that session only [BCL-09]", async () => {
      const flow = await createSite();
      const one = await enter(flow, { sub: "ada", sid: "s1" });
      const two = await enter(flow, { sub: "ada", sid: "s2" });
      const none = await enter(flow, { sub: "ada" });
      await end(flow, { sub: null, sid: "s1" });
      assert.equal(await isSignedIn(one), false);
      assert.ok(await isSignedIn(two));
      assert.ok(await isSignedIn(none));
    });

    it("a token with both ends a session that has both [BCL-03]", async () => {
      const flow = await createSite();
      const ada = await enter(flow, { sub: "ada", sid: "s1" });
      const other = await enter(flow, { sub: "ada", sid: "s2" });
      const bob = await enter(flow, { sub: "bob", sid: "s3" });
      await end(flow, { sub: "bob", sid: "s1" });
      await end(flow, { sub: "ada", sid: "s3" });
      for (const one of [ada, other, bob]) assert.ok(await isSignedIn(one));
      await end(flow, { sub: "ada", sid: "s1" });
      assert.equal(await isSignedIn(ada), false);
      assert.ok(await isSignedIn(other));
      assert.ok(await isSignedIn(bob));
    });

    it("ids that are put together differently are no others", async () => {
      const flow = await createSite();
      const odd = await enter(flow, { sub: 'a","b', sid: 'c",null' });
      const plain = await enter(flow, { sub: "a", sid: "b" });
      await end(flow, { sub: "a", sid: 'b","c' });
      await end(flow, { sub: 'a","b","c' });
      assert.ok(await isSignedIn(odd));
      assert.ok(await isSignedIn(plain));
      await end(flow, { sub: 'a","b', sid: 'c",null' });
      assert.equal(await isSignedIn(odd), false);
      assert.ok(await isSignedIn(plain));
    });

    it("the sessions of another provider stay, even with the same ids [BCL-09]", async () => {
      const second = await createFaultProvider();
      const flow = await createApp({
        config: toConfig(),
        others: { second },
      });
      const own = await enter(flow, { sub: "ada", sid: "s1" });
      const other = await enter(flow, {
        sub: "eve",
        sid: "s1",
        id: "second",
        op: second,
      });
      await end(flow, { sub: null, sid: "s1" });
      await end(flow, { sub: "eve" });
      assert.equal(await isSignedIn(own), false);
      assert.ok(await isSignedIn(other));
      const foreign = await second.createLogoutToken({ sub: null, sid: "s1" });
      assert.equal((await deliver(flow, foreign)).status, 400);
      assert.ok(await isSignedIn(other));
      assert.equal((await deliver(flow, foreign, "second")).status, 200);
      assert.equal(await isSignedIn(other), false);
    });

    it("a later sign-in stays, also with the same sid and after a replay [BCL-06]", async () => {
      const flow = await createSite();
      await enter(flow, { sub: "ada", sid: "s1" });
      const tokens = [
        await flow.op.createLogoutToken({ sub: "ada" }),
        await flow.op.createLogoutToken({ sub: null, sid: "s1" }),
      ];
      for (const one of tokens) await deliver(flow, one);
      second();
      const later = await enter(flow, { sub: "ada", sid: "s1" });
      for (const one of tokens) {
        assert.equal((await deliver(flow, one)).status, 200);
      }
      assert.ok(await isSignedIn(later));
    });

    it("a token that is older than the last one brings nothing back", async () => {
      const flow = await createSite();
      const old = await flow.op.createLogoutToken({ sub: "ada" });
      second();
      const browser = await enter(flow, { sub: "ada" });
      await end(flow, { sub: "ada" });
      assert.equal((await deliver(flow, old)).status, 200);
      assert.equal(await isSignedIn(browser), false);
    });

    it("a copy of the cookie ends, too, for as long as it could have lived [BCL-10]", async () => {
      const maxAge = 3600;
      const flow = await createSite({ session: { maxAge, updateAge: 60 } });
      const browser = await enter(flow, { sub: "ada" });
      await end(flow, { sub: "ada" });
      for (const wait of [0, 30, 600, maxAge - 700, 60, 600, 600]) {
        mock.timers.tick(wait * 1000);
        assert.equal(await isSignedIn(browser.clone()), false);
      }
    });

    it("the session of a user is over on every road", async () => {
      const flow = await createSite();
      const browser = await enter(flow, { sub: "ada" });
      const copies = Array.from({ length: 5 }, () => browser.clone());
      await end(flow, { sub: "ada" });
      const auth = createAuth(flow.makeConfig());
      const [page, update, rotation, guard] = copies.map((one) =>
        toRequest(one, "/page")
      );
      assert.ok(page && update && rotation && guard);
      const { session, headers } = await auth.session(page);
      assert.equal(session, null);
      assert.match(headers.getSetCookie().join(), /latchkey\.session=;/);
      const updated = await auth.updateSession(update, { name: "x" });
      assert.equal(updated.session, null);
      const rotated = await auth.updateSession(rotation, {}, { rotate: true });
      assert.equal(rotated.session, null);
      const guarded = await auth.require(guard);
      assert.ok(guarded instanceof Response);
    });

    it("a renewal and a rotation write no cookie of a session that ended meanwhile", async () => {
      for (const rotate of [false, true]) {
        const flow = await createSite({ session: { updateAge: 0 } });
        const browser = await enter(flow, { sub: "ada" });
        const token = await flow.op.createLogoutToken({ sub: "ada" });
        let isSent = false;
        const config = flow.makeConfig();
        const auth = createAuth({
          ...config,
          callbacks: {
            session: async ({ session }) => {
              if (!isSent) {
                isSent = true;
                await deliver(flow, token);
              }
              return session;
            },
          },
        });
        second();
        const { headers } = await auth
          .updateSession(toRequest(browser), {}, { rotate });
        for (const one of headers.getSetCookie()) {
          browser.setCookie(site, one);
        }
        assert.ok(isSent);
        assert.equal(await isSignedIn(browser), false);
      }
    });

    it("a sign-in that finishes during or after the logout of its provider is over", async () => {
      const flow = await createSite();
      flow.op.user = { sub: "ada", email: "ada@example.com" };
      const browser = flow.createBrowser();
      const callback = await approach(browser);
      let token = "";
      flow.op.faults.tokenResponse = async (json) => {
        token = await flow.op.createLogoutToken({ sub: "ada" });
        assert.equal((await deliver(flow, token)).status, 200);
        return json;
      };
      await arrive(browser, callback);
      assert.notEqual(token, "");
      assert.equal(await readSession(browser), null);
    });

    it("the session of a user who signed in elsewhere has ended with a user-wide `revoke` as before", async () => {
      const flow = await createSite();
      const browser = await enter(flow, { sub: "ada" });
      second();
      await createAuth(flow.makeConfig()).revoke({ all: true });
      assert.equal(await isSignedIn(browser), false);
    });

    it("a `sid` that is not known is accepted, and the answer does not tell", async () => {
      const flow = await createSite();
      await enter(flow, { sub: "ada", sid: "s1" });
      const answers = [];
      for (const sid of ["s1", "s1", "nobody's"]) {
        const token = await flow.op.createLogoutToken({ sub: null, sid });
        const { status, headers, text } = await deliver(flow, token);
        answers.push(JSON.stringify([status, [...headers], text]));
      }
      assert.equal(new Set(answers).size, 1);
    });

    it("two deliveries at once both succeed, and the event is told once", async () => {
      const told: unknown[] = [];
      const events = { sessionRevoked: (one: unknown) => void told.push(one) };
      const flow = await createSite({ events });
      const browser = await enter(flow, { sub: "ada", sid: "s1" });
      const token = await flow.op.createLogoutToken({ sub: "ada", sid: "s1" });
      const answers = await Promise.all([
        deliver(flow, token),
        deliver(flow, token),
      ]);
      assert.deepEqual(answers.map(({ status }) => status), [200, 200]);
      assert.equal(await isSignedIn(browser), false);
      assert.deepEqual(told, [
        { what: "provider", provider: "op", sub: "ada", sid: "s1" },
      ]);
    });
  });
}

describe("getToken", () => {
  it("getToken gives no claims of a session that its provider ended", async () => {
    const store = createMemoryStore();
    const flow = await createApp({ config: { store } });
    const browser = await enter(flow, { sub: "ada" });
    const { secret = "" } = flow.makeConfig();
    const read = () =>
      getToken({ req: toRequest(browser), secret, origin: site, store });
    assert.ok(await read());
    await end(flow, { sub: "ada" });
    assert.equal(await read(), null);
  });
});

describe("a list of sessions", () => {
  it("the list leaves out sessions that their provider ended", async () => {
    const flow = await createApp({ config: kinds["database"]?.() ?? {} });
    const browser = await enter(flow, { sub: "ada", sid: "s1" });
    await enter(flow, { sub: "ada", sid: "s2" });
    const list = async () =>
      (await createAuth(flow.makeConfig()).listSessions(toRequest(browser)))
        .length;
    assert.equal(await list(), 2);
    await end(flow, { sub: "ada", sid: "s2" });
    assert.equal(await list(), 1);
  });
});

/** A store that throws, never answers, or loses its answer, at one of its calls. */
function createFaulty() {
  const inner = createMemoryStore();
  const fault: { at: number; how: "throws" | "hangs" | "loses" } = {
    at: Infinity,
    how: "throws",
  };
  const calls: string[] = [];
  const wrap = <A extends unknown[], T>(
    name: string,
    call: (...args: A) => T,
  ) =>
  async (...args: A): Promise<Awaited<T>> => {
    calls.push(name);
    if (calls.length - 1 !== fault.at) return await call(...args);
    if (fault.how === "hangs") return await new Promise(() => {});
    if (fault.how === "loses") await call(...args);
    throw new Error("the store is down");
  };
  const store: Store = {
    get: wrap("get", inner.get),
    set: wrap("set", inner.set),
    compareAndSet: wrap("compareAndSet", inner.compareAndSet),
    delete: wrap("delete", inner.delete),
  };
  return { store, fault, calls };
}

describe("a store that fails", () => {
  for (const [kind, toConfig] of Object.entries(kinds)) {
    for (const how of ["throws", "hangs", "loses"] as const) {
      it(`a store that ${how} at any call gives 503, and the next delivery ends the session (${kind})`, async () => {
        mock.timers.reset();
        const { store, fault, calls } = createFaulty();
        const told: unknown[] = [];
        const flow = await createApp({
          config: {
            ...toConfig(),
            store,
            storeTimeout: 0.05,
            events: { sessionRevoked: (one) => void told.push(one) },
          },
        });
        for (let at = 0;; at++) {
          const browser = await enter(flow, { sub: `ada-${at}`, sid: "s1" });
          const token = await flow.op
            .createLogoutToken({ sub: `ada-${at}`, sid: "s1" });
          calls.length = 0;
          told.length = 0;
          Object.assign(fault, { at, how });
          const { status, text } = await deliver(flow, token);
          fault.at = Infinity;
          if (calls.length <= at) {
            assert.equal(status, 200);
            assert.ok(at >= 3, calls.join());
            break;
          }
          assert.equal(status, 503, text);
          assert.equal(JSON.parse(text).error, "temporarily_unavailable");
          assert.ok(!text.includes("down"));
          assert.equal((await deliver(flow, token)).status, 200);
          assert.equal(await isSignedIn(browser), false);
        }
      });
    }
  }

  it("a session of a provider is neither in nor out while the store is down", async () => {
    for (const toConfig of Object.values(kinds)) {
      const { store, fault, calls } = createFaulty();
      const flow = await createApp({ config: { ...toConfig(), store } });
      const browser = await enter(flow, { sub: "ada" });
      calls.length = 0;
      fault.at = 0;
      await assert.rejects(readOnPage(flow, browser), { type: "StoreError" });
      const { session, cookies } = await readOnPage(flow, browser);
      assert.ok(session);
      assert.deepEqual(cookies, []);
    }
  });
});

describe("the request of a provider", () => {
  const url = `${site}/auth/backchannel-logout/op`;
  const form = "application/x-www-form-urlencoded";

  async function createMember(entry = {}) {
    const flow = await createApp({ entry });
    const browser = await enter(flow, { sub: "ada" });
    const token = await flow.op.createLogoutToken({ sub: "ada" });
    return { flow, browser, token };
  }

  it("a request needs no cookie, no CSRF token and no origin of this site [BCL-01, BCL-08]", async () => {
    const { flow, browser, token } = await createMember();
    const { headers, body } = toDelivery(token);
    headers.set("origin", "https://op.example");
    headers.set("sec-fetch-site", "cross-site");
    headers.set("accept", "text/html");
    const request = new Request(url, {
      method: "POST",
      headers,
      body: await new Response(body).text(),
    });
    const answer = await send(flow, request);
    assert.equal(answer.status, 200);
    assert.equal(answer.text, "{}");
    assert.match(answer.headers.get("content-type") ?? "", /json/);
    assert.equal(answer.headers.get("access-control-allow-origin"), null);
    assert.equal(await isSignedIn(browser), false);
  });

  it("the cookies of a browser are neither read nor changed", async () => {
    const { flow, browser } = await createMember();
    const token = await flow.op.createLogoutToken({ sub: "bob" });
    const request = toDelivery(token);
    request.headers.set("cookie", browser.cookieHeader(`${site}/`) ?? "");
    assert.equal((await send(flow, request)).status, 200);
    assert.ok(await isSignedIn(browser));
  });

  for (const method of ["GET", "HEAD", "PUT", "DELETE", "OPTIONS"]) {
    it(`${method} is refused with the methods that are allowed [BCL-01]`, async () => {
      const { flow, browser, token } = await createMember();
      const request = new Request(`${url}?logout_token=${token}`, { method });
      const { status, headers } = await send(flow, request);
      assert.equal(status, 405);
      assert.equal(headers.get("allow"), "POST");
      assert.ok(await isSignedIn(browser));
    });
  }

  it("bodies of other types are refused [BCL-01]", async () => {
    const { flow, browser, token } = await createMember();
    const bodies = [
      ["application/json", JSON.stringify({ logout_token: token })],
      ["application/logout+jwt", token],
      ["text/plain", `logout_token=${token}`],
      ["", `logout_token=${token}`],
    ];
    for (const [type = "", body = ""] of bodies) {
      const headers = new Headers(type === "" ? {} : { "content-type": type });
      const bytes = new TextEncoder().encode(body);
      const { status, text } = await send(
        flow,
        new Request(url, { method: "POST", headers, body: bytes }),
      );
      assert.equal(status, 400);
      const { error, error_description } = JSON.parse(text);
      assert.equal(error, "invalid_request");
      assert.match(error_description, /has to come in a form/);
    }
    assert.ok(await isSignedIn(browser));
  });

  it("a form without one logout_token is refused", async () => {
    const { flow, browser, token } = await createMember();
    const field = `logout_token=${token}`;
    for (const body of ["", "x=y", "logout_token=", `${field}&${field}`]) {
      const request = new Request(url, {
        method: "POST",
        headers: { "content-type": form },
        body,
      });
      const { status, text } = await send(flow, request);
      assert.equal(status, 400);
      assert.match(text, /exactly one/);
    }
    assert.ok(await isSignedIn(browser));
  });

  it("a body over 64 kB is refused before it is verified, as JSON", async () => {
    const { flow, browser, token } = await createMember();
    flow.op.clearRequests();
    const { status, text } = await send(flow, toDelivery(token.repeat(2000)));
    assert.equal(status, 413);
    assert.equal(JSON.parse(text).error, "invalid_request");
    assert.equal(flow.op.requests.length, 0);
    assert.ok(await isSignedIn(browser));
  });

  it("a body that is no UTF-8 is refused as JSON", async () => {
    const { flow } = await createMember();
    const { status, text } = await send(
      flow,
      new Request(url, {
        method: "POST",
        headers: { "content-type": form },
        body: new Uint8Array([0x61, 0x3d, 0xff]),
      }),
    );
    assert.equal(status, 400);
    assert.equal(JSON.parse(text).error, "invalid_request");
  });

  it("a definition can switch the route off", async () => {
    const { flow, browser, token } = await createMember({
      backchannelLogout: false,
    });
    assert.equal((await deliver(flow, token)).status, 404);
    assert.ok(await isSignedIn(browser));
  });

  it("a plain OAuth provider has no such route, nor has one that is not configured", async () => {
    const flow = await createApp({ toEntry: (op) => op.plainProvider() });
    const token = await flow.op.createLogoutToken();
    assert.equal((await deliver(flow, token)).status, 404);
    assert.equal((await deliver(flow, token, "unknown")).status, 404);
  });
});

describe("limits of refused tokens", () => {
  const config: Partial<AuthConfig> = {
    limits: { logout: { address: 3 }, callback: { address: 1 } },
    clientAddress: () => "203.0.113.7",
  };

  it("refused tokens are limited by address, and genuine ones are not", async () => {
    const told: unknown[] = [];
    const events = { rateLimited: (one: unknown) => void told.push(one) };
    const flow = await createApp({ config: { ...config, events } });
    const browser = await enter(flow, { sub: "ada" });
    const wrong = await flow.op.createLogoutToken({ sub: "bob" }) + "x";
    const statuses = [];
    for (let i = 0; i < 5; i++) {
      statuses.push((await deliver(flow, wrong)).status);
    }
    assert.deepEqual(statuses, [400, 400, 400, 429, 429]);
    const { headers, text } = await deliver(flow, wrong);
    assert.equal(headers.get("retry-after"), "300");
    assert.equal(JSON.parse(text).error, "temporarily_unavailable");
    assert.deepEqual(told[0], {
      kind: "logout",
      address: "203.0.113.7",
      retryAfter: 300,
    });
    assert.ok(await isSignedIn(browser));
    await end(flow, { sub: "ada" });
    assert.equal(await isSignedIn(browser), false);
  });

  it("refused tokens do not count against the sign-ins from the same address", async () => {
    const flow = await createApp({ config });
    for (let i = 0; i < 5; i++) await deliver(flow, "wrong");
    await enter(flow, { sub: "ada" });
  });

  it("any number of genuine tokens is accepted", async () => {
    const flow = await createApp({ config });
    for (let i = 0; i < 10; i++) await end(flow, { sub: `user-${i}` });
  });
});

describe("the load of a logout", () => {
  const COUNT = 10_000;

  it("10,000 sessions of one user end by one mark, and no row is looked for [BCL-11]", async () => {
    const inner = createMemoryAdapter();
    const writes: string[] = [];
    const own = createMemoryStore();
    const store: Store = {
      ...own,
      set: (...args) => (writes.push(args[0]), own.set(...args)),
      compareAndSet: (...args) => (
        writes.push(args[0]), own.compareAndSet(...args)
      ),
    };
    const calls: string[] = [];
    const adapter = new Proxy(inner, {
      get: (target, name, self) => {
        const value = Reflect.get(target, name, self);
        if (typeof value !== "function") return value;
        return (...args: unknown[]) => {
          calls.push(String(name));
          return value.apply(target, args);
        };
      },
    });
    const flow = await createApp({ config: { adapter, store } });
    const browser = await enter(flow, { sub: "ada", sid: "s0" });
    const user = await inner.getUserByEmail?.("ada@example.com");
    const toText = (i: number) => `${i}`.padStart(43, "x");
    for (let i = 1; i < COUNT; i++) {
      await inner.createSession?.({
        sessionToken: await hash(toText(i)),
        userId: user?.id ?? assert.fail(),
        expires: new Date(NOON + 86_400_000),
        authentication: JSON.stringify({
          provider: "op",
          at: null,
          iss: flow.op.issuer,
          sub: "ada",
          sid: `s${i}`,
          iat: NOON / 1000,
        }),
      });
    }
    const toBrowser = (i: number) => {
      const text = `${cookieName.session}=${toText(i)}; Path=/; Secure`;
      const other = flow.createBrowser();
      other.setCookie(site, text);
      return other;
    };
    assert.ok(await isSignedIn(toBrowser(1)));
    calls.length = 0;
    writes.length = 0;
    await end(flow, { sub: "ada" });
    const kinds = writes.map((key) => key.split(":").slice(0, -1)[0]);
    assert.deepEqual(kinds, ["revoked", "logout-token"]);
    assert.deepEqual(calls, []);
    assert.equal(await isSignedIn(browser), false);
    for (let i = 1; i < COUNT; i += 99) {
      assert.equal(await isSignedIn(toBrowser(i)), false);
    }
    await end(flow, { sub: "ada" });
  });
});

describe("the event of a logout", () => {
  it("two issuers may give their tokens the same jti, and each is told of", async () => {
    const told: unknown[] = [];
    const other = await createFaultProvider();
    const flow = await createApp({
      config: { events: { sessionRevoked: (one) => void told.push(one) } },
      others: { other },
    });
    const random = mock.method(crypto, "getRandomValues", (to: object) => to);
    const tokens = {
      op: await flow.op.createLogoutToken({ sub: "ada" }),
      other: await other.createLogoutToken({ sub: "ada" }),
    };
    random.mock.restore();
    for (const [id, token] of Object.entries(tokens)) {
      const { status } = await send(flow, toDelivery(token, id));
      assert.equal(status, 200);
    }
    const what = { what: "provider", sub: "ada", sid: undefined };
    assert.deepEqual(told, [
      { ...what, provider: "op" },
      { ...what, provider: "other" },
    ]);
  });

  it("a refused token is not told of, and the message names what the token named", async () => {
    const told: unknown[] = [];
    const events = { sessionRevoked: (one: unknown) => void told.push(one) };
    const flow = await createApp({ config: { events } });
    await deliver(flow, "wrong");
    assert.deepEqual(told, []);
    await end(flow, { sub: "ada" });
    await end(flow, { sub: null, sid: "s1" });
    assert.deepEqual(JSON.parse(JSON.stringify(told)), [
      { what: "provider", provider: "op", sub: "ada" },
      { what: "provider", provider: "op", sid: "s1" },
    ]);
  });

  it("a handler that throws changes nothing", async () => {
    const events = {
      sessionRevoked: () => {
        throw new Error("of the application");
      },
    };
    const flow = await createApp({ config: { events } });
    const browser = await enter(flow, { sub: "ada" });
    await end(flow, { sub: "ada" });
    assert.equal(await isSignedIn(browser), false);
  });
});
