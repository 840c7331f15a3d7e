import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it, mock } from "node:test";
import { decodeJwt } from "jose";
import { createAuth, createMemoryStore, customFetch } from "@latchkey/auth";
import { createMemoryAdapter } from "@latchkey/auth/adapters/memory";
import {
  ConfigurationError,
  ProviderUnavailable,
  ReauthenticationRequired,
} from "@latchkey/auth/errors";
import type { Claims, FaultSwitches } from "@latchkey/auth/testing";
import type { AuthConfig, OIDCConfig, Store } from "@latchkey/auth/types";
import { randomText } from "../../../crypto/random.ts";
import {
  type App,
  app,
  createApp,
  signIn,
} from "../../../../testing/app_testkit.ts";
import { NOON } from "../../../session/session_testkit.ts";
import { collectKeys, readProofs } from "./dpop_testkit.ts";

beforeEach(() => mock.timers.enable({ apis: ["Date"], now: NOON }));
afterEach(() => mock.timers.reset());

const HOUR = 3_600_000;

/** The places where tokens are kept. */
const places: Readonly<Record<string, () => Partial<AuthConfig>>> = {
  "the adapter": () => ({ adapter: createMemoryAdapter() }),
  "the store": () => ({}),
};

interface Bound {
  readonly site: App;
  readonly id: string;
  readonly auth: ReturnType<typeof createAuth>;
  readonly entries: ReadonlyMap<string, string>;
  /** A request of the browser that signed in. */
  request(): Request;
  /** Asks the API, which is at the provider. */
  ask(path?: string, init?: RequestInit): Promise<Response>;
  /** Lets time pass, until the tokens have ended. */
  age(): void;
}

/** Signs in at a site whose tokens are bound to a key. */
async function createBound(
  place = "the adapter",
  entry: Partial<OIDCConfig> = {},
): Promise<Bound> {
  const { store, entries } = createOpenStore();
  const site = await createApp({
    config: { store, ...places[place]?.() },
    keepsConfig: true,
  });
  const provider = site.op.provider({ dpop: true, ...entry });
  Object.assign(site.config, {
    providers: [provider],
    tokens: {
      providers: [provider.id],
      resources: { [provider.id]: [site.op.origin, "https://api.example"] },
    },
  });
  await signIn(site.browser);
  const auth = createAuth({ ...site.config });
  const request = () => {
    const cookie = site.browser.cookieHeader(`${app}/`);
    return new Request(app, { headers: { cookie } });
  };
  let now = NOON;
  const age = () => mock.timers.setTime(now += 2 * HOUR);
  const ask = (path = "/userinfo", init?: RequestInit) =>
    auth.fetch(request(), provider.id, `${site.op.issuer}${path}`, init);
  return { site, id: provider.id, auth, entries, request, ask, age };
}

/** Creates a store whose entries a test can read. */
function createOpenStore() {
  const store: Store = createMemoryStore();
  const entries = new Map<string, string>();
  const set: Store["set"] = async (key, value, ttl) => {
    entries.set(key, value);
    await store.set(key, value, ttl);
  };
  return { store: { ...store, set }, entries };
}

for (const place of Object.keys(places)) {
  describe(`bound tokens that are kept in ${place}`, () => {
    it("a request to the API proves the key of the sign-in [R25]", async () => {
      const { site: { op }, auth, id, request, ask } = await createBound(place);
      const answer = await ask("/userinfo?x=1#y");
      assert.equal((await answer.json()).name, "Ada Lovelace");
      const [token, api] = readProofs(op);
      assert.deepEqual(api?.header.jwk, token?.header.jwk);
      assert.equal(api?.claims["htu"], `${op.issuer}/userinfo`);
      const { accessToken, tokenType } = await auth.getAccessToken(
        request(),
        id,
      );
      assert.equal(tokenType, "dpop");
      assert.equal(api?.authorization, `DPoP ${accessToken}`);
    });

    it("a refresh uses the same key, again and again [R25]", async () => {
      const { site: { op }, ask, age } = await createBound(place);
      for (let i = 0; i < 3; i++) {
        age();
        assert.equal((await ask()).status, 200);
      }
      assert.equal(op.count("token"), 4);
      const keys = readProofs(op).map(({ header }) => header.jwk.x);
      assert.equal(keys.length, 7);
      assert.equal(new Set(keys).size, 1);
    });

    it("a token for other scopes is bound to the same key", async () => {
      const { site: { op }, id, auth, request, ask } = await createBound(place);
      const token = { resource: "https://api.example" };
      await auth.fetch(request(), id, `${op.issuer}/userinfo`, { token });
      await ask();
      assert.equal(op.count("token"), 2);
      const keys = readProofs(op).map(({ header }) => header.jwk.x);
      assert.equal(new Set(keys).size, 1);
    });

    it("a new sign-in brings a new key", async () => {
      const { site, ask } = await createBound(place);
      await ask();
      await signIn(site.browser);
      assert.equal((await ask()).status, 200);
      const keys = readProofs(site.op).map(({ header }) => header.jwk.x);
      assert.equal(keys[0], keys[1]);
      assert.equal(keys[2], keys[3]);
      assert.notEqual(keys[0], keys[2]);
    });

    it("fifty requests in two processes make one refresh, and all prove its key", async () => {
      const { site: { op, config }, id, auth, request, age } =
        await createBound(place);
      const session = { maxAge: 20 * 86_400 };
      const both = [auth, createAuth({ ...config, session })];
      age();
      op.clearRequests();
      const all = await Promise.all(
        Array.from(
          { length: 50 },
          (_, i) => both[i % 2]?.fetch(request(), id, `${op.issuer}/userinfo`),
        ),
      );
      assert.ok(all.every((answer) => answer?.status === 200));
      assert.equal(op.count("token"), 1);
    });

    it("the private key is not readable where it is kept, and not in the log [R25, 4.17]", async () => {
      let bound: Bound | undefined;
      const keys = await collectKeys(async () => {
        bound = await createBound(place);
        bound.age();
        await bound.ask();
        bound.site.op.faults = { token: { error: "invalid_grant" } };
        bound.age();
        await assert.rejects(bound.ask());
      });
      assert.ok(bound !== undefined && keys.length === 1);
      const { site: { config, lines }, auth, request, entries } = bound;
      const { session } = await auth.session(request());
      const accounts = await config.adapter?.listAccountsByUserId?.(
        session?.user?.id ?? "",
      );
      assert.equal(accounts?.length, config.adapter && 1);
      assert.ok(entries.size > 0);
      const kept = JSON.stringify([accounts, [...entries], lines, session]);
      for (const key of keys) assert.ok(!kept.includes(key));
    });
  });
}

describe("the nonce of an API", () => {
  it("a request is repeated once with it, and the next one has it at once [R25]", async () => {
    const { site: { op }, ask } = await createBound();
    op.clearRequests();
    op.faults = { dpopNonce: "fresh" };
    for (let i = 0; i < 3; i++) assert.equal((await ask()).status, 200);
    assert.equal(op.count("userinfo"), 4);
  });

  it("a refresh is repeated with it, too [R25]", async () => {
    const { site: { op }, ask, age } = await createBound();
    age();
    op.clearRequests();
    op.faults = { dpopNonce: "required" };
    assert.equal((await ask()).status, 200);
    assert.equal(op.count("token"), 2);
    assert.equal(op.count("userinfo"), 1);
  });

  it("an API that refuses every nonce is asked twice [F17]", async () => {
    const { site: { op, lines }, ask } = await createBound();
    op.clearRequests();
    op.faults = { dpopNonce: "endless" };
    await assert.rejects(
      ask(),
      (error) =>
        error instanceof ProviderUnavailable &&
        /each of its answers asks for another one/.test(error.message),
    );
    assert.equal(op.count("userinfo"), 2);
    assert.ok(!lines.some((line) => /at-[0-9a-f]{32}/.test(line)));
  });

  it("so is a token endpoint at a refresh [F17]", async () => {
    const { site: { op }, ask, age } = await createBound();
    age();
    op.clearRequests();
    op.faults = { dpopNonce: "endless" };
    await assert.rejects(ask(), ProviderUnavailable);
    assert.equal(op.count("token"), 2);
    assert.equal(op.count("userinfo"), 0);
  });
});

/** A request that the API received. */
interface Received {
  readonly method: string;
  readonly url: string;
  readonly body: string;
  readonly claims: Claims;
}

/** Signs in, and puts an API beside the provider that answers as told. */
async function createApi(
  answers: (() => Response)[],
  faults: FaultSwitches = {},
) {
  // Nonces are kept by origin for the whole process.
  const origin = `https://api-${randomText(6).toLowerCase()}.example`;
  const received: Received[] = [];
  let handle: typeof fetch = () => Promise.reject(new Error("too early"));
  const send: typeof fetch = async (input, init) => {
    const request = new Request(input, init);
    const { method, url, headers } = request;
    if (!url.startsWith(origin)) return await handle(request);
    const claims = decodeJwt(headers.get("dpop") ?? "");
    received.push({ method, url, body: await request.text(), claims });
    return (answers.shift() ?? (() => new Response("fine")))();
  };
  const site = await createApp({
    config: { store: createMemoryStore() },
    keepsConfig: true,
  });
  handle = (request) => site.op.handler(new Request(request));
  const { id } = site.op.provider();
  Object.assign(site.config, {
    providers: [site.op.provider({ dpop: true, [customFetch]: send })],
    tokens: { providers: [id], resources: { [id]: [origin] } },
  });
  site.op.faults = faults;
  await signIn(site.browser);
  const auth = createAuth({ ...site.config });
  const cookie = site.browser.cookieHeader(`${app}/`);
  const ask = (path: string, init?: RequestInit) =>
    auth.fetch(
      new Request(app, { headers: { cookie } }),
      id,
      `${origin}${path}`,
      init,
    );
  return { op: site.op, origin, received, ask };
}

const wantNonce = (nonce: string) => () =>
  new Response("no", {
    status: 401,
    headers: {
      "www-authenticate": 'dpop error="use_dpop_nonce"',
      "dpop-nonce": nonce,
    },
  });

describe("a request to an API with a bound token", () => {
  it("is repeated with its body and the API's nonce [R25]", async () => {
    const { received, ask } = await createApi([wantNonce("n-1")]);
    const answer = await ask("/a", { method: "post", body: "again" });
    assert.equal(await answer.text(), "fine");
    assert.deepEqual(
      received.map(({ method, body, claims }) => [
        method,
        body,
        claims["htm"],
        claims["nonce"],
      ]),
      [
        ["POST", "again", "POST", undefined],
        ["POST", "again", "POST", "n-1"],
      ],
    );
  });

  it("the nonces of the provider and of the API are kept apart", async () => {
    const { op, received, ask } = await createApi([wantNonce("n-1")], {
      dpopNonce: "required",
    });
    assert.equal(op.count("token"), 2);
    await ask("/a");
    await ask("/b");
    assert.deepEqual(received.map(({ claims }) => claims["nonce"]), [
      undefined,
      "n-1",
      "n-1",
    ]);
  });

  it("is not repeated if its body is a stream, but the next one has the nonce", async () => {
    const { received, ask } = await createApi([wantNonce("n-1")]);
    const body = new Blob(["x"]).stream();
    const init = { method: "POST", body, duplex: "half" } as RequestInit;
    assert.equal((await ask("/a", init)).status, 401);
    assert.equal(received.length, 1);
    await ask("/b");
    assert.equal(received.at(-1)?.claims["nonce"], "n-1");
  });

  it("has a proof of its own after a redirect, and with a renewed token", async () => {
    const lead = () =>
      new Response(null, { status: 302, headers: { location: "/b?x" } });
    const refuse = () =>
      new Response(null, {
        status: 401,
        headers: { "www-authenticate": 'DPoP error="invalid_token"' },
      });
    const { op, origin, received, ask } = await createApi([lead, refuse]);
    const proofs = () => received.map(({ claims }) => claims);
    assert.equal(await (await ask("/a")).text(), "fine");
    assert.deepEqual(proofs().map(({ htu }) => htu), [
      `${origin}/a`,
      `${origin}/b`,
      `${origin}/a`,
    ]);
    assert.equal(op.count("token"), 2);
    const [first, second, third] = proofs();
    assert.equal(first?.["ath"], second?.["ath"]);
    assert.notEqual(second?.["ath"], third?.["ath"]);
    assert.equal(new Set(proofs().map(({ jti }) => jti)).size, 3);
  });

  it("names the method as it is sent", async () => {
    const { received, ask } = await createApi([]);
    await ask("/a", { method: "delete" });
    await ask("/a", { method: "Query" });
    for (const { method, claims } of received) {
      assert.equal(claims["htm"], method);
    }
  });
});

describe("a refresh that is not bound as the sign-in was", () => {
  it("a bearer token in place of a bound one is refused [R25]", async () => {
    const { site: { op }, ask, age } = await createBound();
    age();
    op.clearRequests();
    op.faults = {
      tokenResponse: (json) => ({ ...json, token_type: "Bearer" }),
    };
    await assert.rejects(ask(), ProviderUnavailable);
    assert.equal(op.count("userinfo"), 0);
  });

  it("bearer tokens from before the option are used until they end, and not renewed", async () => {
    const entry: Partial<OIDCConfig> = { dpop: false };
    const { site: { op, config }, id, request, age } = await createBound(
      "the adapter",
      entry,
    );
    const bound = createAuth({
      ...config,
      providers: [op.provider({ dpop: true })],
    });
    const { tokenType } = await bound.getAccessToken(request(), id);
    assert.equal(tokenType, "bearer");
    age();
    op.clearRequests();
    await assert.rejects(
      bound.getAccessToken(request(), id),
      (error) =>
        error instanceof ReauthenticationRequired &&
        /before `dpop` was switched on/.test(error.message),
    );
    assert.equal(op.requests.length, 0);
  });

  it("bound tokens stay bound after the option is switched off", async () => {
    const { site: { op, config }, id, request, age } = await createBound();
    const plain = createAuth({ ...config, providers: [op.provider()] });
    age();
    const answer = await plain.fetch(request(), id, `${op.issuer}/userinfo`);
    assert.equal(answer.status, 200);
    const keys = readProofs(op).map(({ header }) => header.jwk.x);
    assert.equal(keys.length, 3);
    assert.equal(new Set(keys).size, 1);
  });
});

describe("plain tokens in a table", () => {
  const toConfig = (more: Partial<AuthConfig>): AuthConfig => ({
    secret: "x1".repeat(16),
    trustHost: true,
    providers: [{
      id: "op",
      type: "oidc",
      issuer: "https://op.example",
      clientId: "client",
      dpop: true,
    }],
    tokens: { providers: ["op"], seal: false },
    ...more,
  });

  it("have no place for a private key: the configuration is refused", () => {
    assert.throws(
      () => createAuth(toConfig({ adapter: createMemoryAdapter() })),
      (error) =>
        error instanceof ConfigurationError &&
        /no place for the DPoP key of provider "op"/.test(error.message),
    );
  });

  it("the store seals everything, so the option changes nothing there", () => {
    createAuth(toConfig({ store: createMemoryStore() }));
  });
});
