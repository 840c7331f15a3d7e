import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it, mock } from "node:test";
import { setImmediate } from "node:timers/promises";
import { createAuth, createMemoryStore } from "@latchkey/auth";
import { createMemoryAdapter } from "@latchkey/auth/adapters/memory";
import {
  ConfigurationError,
  ConsentRequired,
  NotConnected,
  ProviderUnavailable,
  ReauthenticationRequired,
  SignInRequired,
} from "@latchkey/auth/errors";
import { createBrowser, createFaultProvider } from "@latchkey/auth/testing";
import type { AuthConfig } from "@latchkey/auth/types";
import { until } from "../../testing/checks_testkit.ts";
import { type App, app, createApp, signIn } from "../../testing/app_testkit.ts";
import { NOON } from "../session/session_testkit.ts";

beforeEach(() => mock.timers.enable({ apis: ["Date"], now: NOON }));
afterEach(() => mock.timers.reset());

const HOUR = 3_600_000;

/** The places where tokens are kept. */
const places: Readonly<Record<string, () => Partial<AuthConfig>>> = {
  "the adapter": () => ({ adapter: createMemoryAdapter() }),
  "the store": () => ({}),
  "the adapter, plain": () => ({ adapter: createMemoryAdapter() }),
};

interface Signed {
  readonly site: App;
  readonly id: string;
  readonly auth: ReturnType<typeof createAuth>;
  /** A request of the browser that signed in. */
  request(): Request;
}

async function createSigned(place: string): Promise<Signed> {
  const store = createMemoryStore();
  const more = places[place]?.() ?? {};
  const site = await createApp({
    config: { store, ...more },
    keepsConfig: true,
  });
  const id = site.op.provider().id;
  const seal = !place.includes("plain");
  Object.assign(site.config, { tokens: { providers: [id], seal } });
  await signIn(site.browser);
  const auth = createAuth({ ...site.config });
  const cookie = site.browser.cookieHeader(`${app}/`);
  const request = () => new Request(app, { headers: { cookie } });
  return { site, id, auth, request };
}

for (const place of Object.keys(places)) {
  describe(`access tokens that are kept in ${place}`, () => {
    it("a valid token is returned without a request to the provider", async () => {
      const { site: { op }, id, auth, request } = await createSigned(place);
      op.clearRequests();
      const token = await auth.getAccessToken(request(), id);
      assert.match(token.accessToken, /^at-/);
      assert.equal(token.tokenType, "bearer");
      assert.ok(token.expiresAt !== null && token.expiresAt.getTime() > NOON);
      assert.equal(op.requests.length, 0);
    });

    it("fifty requests after the expiry make one refresh, and all get its token", async () => {
      const { site: { op }, id, auth, request } = await createSigned(place);
      const old = await auth.getAccessToken(request(), id);
      op.clearRequests();
      mock.timers.setTime(NOON + 2 * HOUR);
      const all = await Promise.all(
        Array.from({ length: 50 }, () => auth.getAccessToken(request(), id)),
      );
      assert.equal(op.count("token"), 1);
      const [first] = all;
      assert.notEqual(first?.accessToken, old.accessToken);
      assert.deepEqual(
        new Set(all.map(({ accessToken }) => accessToken)).size,
        1,
      );
      const again = await auth.getAccessToken(request(), id);
      assert.equal(again.accessToken, first?.accessToken);
      assert.equal(op.count("token"), 1);
    });

    it("a second refresh uses the new refresh token", async () => {
      const { site: { op }, id, auth, request } = await createSigned(place);
      for (let i = 1; i <= 3; i++) {
        mock.timers.setTime(NOON + 2 * i * HOUR);
        await auth.getAccessToken(request(), id);
      }
      const used = op.requests.map(({ form }) => form?.get("refresh_token"))
        .filter((one) => one);
      assert.equal(new Set(used).size, 3);
    });

    it("a token is renewed before it ends, by as many seconds as were asked for", async () => {
      const { site: { op }, id, auth, request } = await createSigned(place);
      const { expiresAt } = await auth.getAccessToken(request(), id);
      mock.timers.setTime((expiresAt?.getTime() ?? 0) - 100_000);
      op.clearRequests();
      await auth.getAccessToken(request(), id);
      assert.equal(op.count("token"), 0);
      await auth.getAccessToken(request(), id, { minValidity: 200 });
      assert.equal(op.count("token"), 1);
    });

    it("a refused refresh token asks for a new sign-in", async () => {
      const { site: { op }, id, auth, request } = await createSigned(place);
      mock.timers.setTime(NOON + 2 * HOUR);
      op.faults = { token: { error: "invalid_grant" } };
      await assert.rejects(
        auth.getAccessToken(request(), id),
        ReauthenticationRequired,
      );
    });

    it("while the provider is down, the old token is used as long as it lasts", async () => {
      const { site: { op }, id, auth, request } = await createSigned(place);
      const { expiresAt, accessToken } = await auth.getAccessToken(
        request(),
        id,
      );
      const end = expiresAt?.getTime() ?? 0;
      op.faults = { token: { status: 503 } };
      mock.timers.setTime(end - 30_000);
      const same = await auth.getAccessToken(request(), id);
      assert.equal(same.accessToken, accessToken);
      mock.timers.setTime(end + 1000);
      await assert.rejects(
        auth.getAccessToken(request(), id),
        ProviderUnavailable,
      );
    });

    it("no token is readable where it is kept, and none reaches the log", async () => {
      const { site, id, auth, request } = await createSigned(place);
      const { accessToken } = await auth.getAccessToken(request(), id);
      for (const line of site.lines) assert.ok(!line.includes(accessToken));
      const { adapter } = site.config;
      if (place !== "the adapter" || adapter === undefined) return;
      const text = JSON.stringify(
        await adapter.listAccountsByUserId?.(
          (await auth.session(request())).session?.user?.id ?? "",
        ),
      );
      assert.ok(!text.includes(accessToken));
      assert.doesNotMatch(text, /rt-[0-9a-f]{32}/);
    });

    it("an error says what the user has to do", async () => {
      const { site, id, auth, request } = await createSigned(place);
      await assert.rejects(
        auth.getAccessToken(new Request(app), id),
        SignInRequired,
      );
      await assert.rejects(
        auth.getAccessToken(request(), "other"),
        ConfigurationError,
      );
      await assert.rejects(
        auth.getAccessToken(request(), id, { scope: ["calendar"] }),
        (error) =>
          error instanceof ConsentRequired && error.scope[0] === "calendar",
      );
      await assert.rejects(
        auth.getAccessTokenFor("x".repeat(43), id),
        NotConnected,
      );
      const { session } = await auth.session(request());
      const token = await auth.getAccessTokenFor(session?.user?.id ?? "", id);
      assert.match(token.accessToken, /^at-/);
      assert.ok(site);
    });
  });
}

describe("several processes that share what is kept", () => {
  /** Two applications that differ enough not to share work in this process. */
  async function createPair(place: string) {
    const one = await createSigned(place);
    const session = { maxAge: 20 * 86_400 };
    const other = createAuth({ ...one.site.config, session });
    return { ...one, both: [one.auth, other] };
  }

  for (const place of ["the adapter", "the store"]) {
    it(`fifty requests in two processes make one refresh (${place})`, async () => {
      const { site: { op }, id, both, request } = await createPair(place);
      op.clearRequests();
      mock.timers.setTime(NOON + 2 * HOUR);
      const all = await Promise.all(
        Array.from(
          { length: 50 },
          (_, i) => both[i % 2]?.getAccessToken(request(), id),
        ),
      );
      assert.equal(op.count("token"), 1);
      assert.equal(new Set(all.map((one) => one?.accessToken)).size, 1);
    });

    it(`a process that dies during a refresh holds the other up for a while only (${place})`, async () => {
      const { site: { op, config }, id, both: [one, other], request } =
        await createPair(place);
      mock.timers.reset();
      mock.timers.enable({
        apis: ["Date", "setTimeout"],
        now: NOON + 2 * HOUR,
      });
      op.faults = { token: { hang: true } };
      const dead = assert.rejects(
        one?.getAccessToken(request(), id) ?? Promise.resolve(),
      );
      await until(() => op.count("token") === 2);
      op.faults = {};
      const late = other?.getAccessToken(request(), id);
      let waited = 0;
      // From then on its own time limit runs.
      for (; op.count("token") < 3; waited += 50) {
        mock.timers.tick(50);
        for (let turns = 0; turns < 10; turns++) await setImmediate();
      }
      assert.ok(waited < 16_000, `${waited} ms`);
      assert.match((await late)?.accessToken ?? "", /^at-/);
      assert.ok(config);
      // Only now has the first one waited for too long.
      mock.timers.tick(10_000);
      await dead;
    });
  }
});

describe("a refresh whose result cannot be written", () => {
  it("the token is returned, the failure is logged, and the next request finds the new tokens", async () => {
    const { site: { op, config, lines }, id, auth, request } =
      await createSigned("the adapter");
    const { adapter } = config;
    assert.ok(adapter?.updateAccount !== undefined);
    const write = adapter.updateAccount;
    let tries = 0;
    adapter.updateAccount = () => {
      tries++;
      throw new Error("the table is locked");
    };
    mock.timers.setTime(NOON + 2 * HOUR);
    op.clearRequests();
    const token = await auth.getAccessToken(request(), id);
    assert.ok(lines.some((line) => line.includes("the table is locked")));
    assert.equal(tries, 3);
    adapter.updateAccount = write;
    const same = await auth.getAccessToken(request(), id);
    assert.equal(same.accessToken, token.accessToken);
    assert.equal(op.count("token"), 1);
  });
});

describe("a refresh token that was replaced", () => {
  for (const failing of ["the table", "the store"]) {
    it(`is never used again, although a write of its successor to ${failing} failed`, async () => {
      const { site: { op, config }, id, auth, request } = await createSigned(
        "the adapter",
      );
      const { adapter, store } = config;
      assert.ok(adapter?.updateAccount !== undefined && store !== undefined);
      const { updateAccount } = adapter;
      const { set } = store;
      const fail = () => {
        throw new Error("it is down");
      };
      if (failing === "the table") adapter.updateAccount = fail;
      else store.set = fail;
      op.clearRequests();
      // The new token has ended while late requests still find its record.
      op.faults = { token: { body: (json) => ({ ...json, expires_in: 30 }) } };
      for (const seconds of [0, 60]) {
        mock.timers.setTime(NOON + 2 * HOUR + seconds * 1000);
        await auth.getAccessToken(request(), id, { minValidity: 0 });
        adapter.updateAccount = updateAccount;
        store.set = set;
      }
      const used = op.requests.map(({ form }) => form?.get("refresh_token"))
        .filter((one) => one);
      assert.equal(used.length, 2);
      assert.equal(new Set(used).size, 2);
    });
  }
});

describe("an account that is unlinked during a refresh", () => {
  it("the tokens do not come back", async () => {
    const { site: { op, config }, id, auth, request } = await createSigned(
      "the adapter",
    );
    const { session } = await auth.session(request());
    const userId = session?.user?.id ?? "";
    const accounts = await config.adapter?.listAccountsByUserId?.(userId);
    const [account] = accounts ?? [];
    assert.ok(account !== undefined);
    mock.timers.setTime(NOON + 2 * HOUR);
    let answer = () => {};
    const asked = new Promise<void>((resolve) => answer = resolve);
    op.faults = {
      token: {
        body: (json) => {
          answer();
          return json;
        },
      },
    };
    const late = auth.getAccessToken(request(), id).catch(() => null);
    await asked;
    await config.adapter?.unlinkAccount?.(account);
    await late;
    assert.deepEqual(await config.adapter?.listAccountsByUserId?.(userId), []);
    await assert.rejects(auth.getAccessTokenFor(userId, id), NotConnected);
  });
});

describe("tokens that were sealed", () => {
  it("they open after the secret was rotated, and not for another account", async () => {
    const { site, id, auth, request } = await createSigned("the adapter");
    const before = await auth.getAccessToken(request(), id);
    const rotated = createAuth({
      ...site.config,
      secret: ["a-new-secret-for-the-test-of-a-rotation!", site.secret],
    });
    const { session } = await auth.session(request());
    const userId = session?.user?.id ?? "";
    const after = await rotated.getAccessTokenFor(userId, id);
    assert.equal(after.accessToken, before.accessToken);
    const { adapter } = site.config;
    const [account] = await adapter?.listAccountsByUserId?.(userId) ?? [];
    assert.ok(account !== undefined && adapter?.linkAccount !== undefined);
    const { id: eve = "" } = await adapter.createUser?.({
      id: "eve",
      email: null,
      emailVerified: null,
    }) ?? {};
    const copy = { ...account, userId: eve, providerAccountId: "eve-at-op" };
    await adapter.linkAccount(copy);
    const [linked] = await adapter.listAccountsByUserId?.(eve) ?? [];
    assert.ok(linked?.access_token);
    assert.equal(linked.access_token, account.access_token);
    await assert.rejects(auth.getAccessTokenFor(eve, id), NotConnected);
  });

  it("an entry of the store does not open for another user", async () => {
    const { site, id, auth, request } = await createSigned("the store");
    const { store } = site.config;
    assert.ok(store !== undefined);
    const { get } = store;
    let key = "";
    store.get = (keys) => {
      key = keys.find((one) => one.startsWith("tokens:")) ?? key;
      return get.call(store, keys);
    };
    await auth.getAccessToken(request(), id);
    const [text = null] = await get.call(store, [key]);
    site.op.user = { sub: "eve" };
    await signIn(site.browser);
    const eve = site.browser.cookieHeader(`${app}/`);
    const asEve = () => new Request(app, { headers: { cookie: eve } });
    assert.ok(await auth.getAccessToken(asEve(), id));
    assert.ok(text !== null && text !== (await get.call(store, [key]))[0]);
    await store.set(key, text, 3600);
    await assert.rejects(auth.getAccessToken(asEve(), id), NotConnected);
  });
});

describe("the authorization request of a provider", () => {
  const refresh = {
    scopes: ["offline_access", "email"],
    params: { access_type: "offline", prompt: "consent" },
  };
  const authorization = {
    params: { scope: "openid email", prompt: "login" },
  };

  /** Signs in, and returns the parameters that the provider received. */
  async function readAsked(keeps: boolean) {
    const op = await createFaultProvider();
    const provider = op.provider({ refresh, authorization });
    const config = {
      providers: [provider],
      secret: "a-secret-for-the-test-of-parameters-only",
      trustHost: true,
      store: createMemoryStore(),
      ...(keeps ? { tokens: { providers: [provider.id] } } : {}),
    };
    const browser = createBrowser({
      [app]: createAuth(config).handler,
      [op.origin]: op.handler,
    });
    await browser.submit(await browser.goto(`${app}/auth/signin`));
    const [asked] = op.requests.filter(({ endpoint }) =>
      endpoint === "authorize"
    );
    const params = new URL(asked?.url ?? app).searchParams;
    return ["scope", "access_type", "prompt"].map((one) => params.get(one));
  }

  it("asks for what a refresh token needs if tokens are kept, beside the application's own values", async () => {
    assert.deepEqual(await readAsked(true), [
      "openid email offline_access",
      "offline",
      "login",
    ]);
  });

  it("asks for no more than the application wants if tokens are not kept", async () => {
    assert.deepEqual(await readAsked(false), ["openid email", null, "login"]);
  });
});
