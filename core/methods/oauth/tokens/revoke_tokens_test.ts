import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it, mock } from "node:test";
import { type AuthConfig, createAuth, createMemoryStore } from "@latchkey/auth";
import { createMemoryAdapter } from "@latchkey/auth/adapters/memory";
import { NotConnected } from "@latchkey/auth/errors";
import { customFetch, type OIDCConfig } from "@latchkey/auth/providers";
import {
  assertSignedIn,
  createApp,
  post,
  readSession,
  toRequest,
} from "../../../../testing/app_testkit.ts";
import { endTest, until } from "../../../../testing/checks_testkit.ts";

const NOON = Date.UTC(2026, 5, 15, 12);
const HOUR = 3_600_000;

beforeEach(() => mock.timers.enable({ apis: ["Date"], now: NOON }));
afterEach(endTest);

/** A request to the revocation endpoint. */
interface Revoked {
  readonly authorization: string | null;
  readonly token: string;
}

/** Options of `createScene`. */
interface SceneOptions {
  readonly place?: "the adapter" | "the store";
  readonly revokeOnSignOut?: boolean;
  readonly entry?: Partial<OIDCConfig>;
  /** Answers a revocation. */
  readonly answer?: () => Response | Promise<Response>;
  readonly config?: Partial<AuthConfig>;
}

/** Creates a signed-in user whose tokens are kept, and a provider that revokes them. */
async function createScene(options: SceneOptions = {}) {
  const { place = "the adapter", revokeOnSignOut, entry, config } = options;
  const revoked: Revoked[] = [];
  const told: object[] = [];
  const adapter = createMemoryAdapter();
  const store = createMemoryStore();
  const gate = createGate();
  const flow = await createApp({
    op: {
      extra: async (request) => {
        if (new URL(request.url).pathname !== "/revoke") return undefined;
        const form = new URLSearchParams(await request.text());
        const authorization = request.headers.get("authorization");
        revoked.push({ authorization, token: form.get("token") ?? "" });
        return await options.answer?.() ?? new Response();
      },
    },
    toEntry: (op) => {
      const made = op.provider({ revocation: `${op.issuer}/revoke`, ...entry });
      const send = made[customFetch] ?? assert.fail();
      const fetch: typeof send = async (input, init) => {
        const response = await send(input, init);
        await gate.pass(String(input));
        return response;
      };
      return { ...made, [customFetch]: fetch };
    },
    config: {
      store,
      ...(place === "the adapter" ? { adapter } : {}),
      tokens: { providers: ["op"], revokeOnSignOut },
      ...config,
      events: { tokensRevoked: (message) => void told.push(message) },
    },
  });
  const browser = flow.createBrowser();
  const session = await assertSignedIn(flow, browser);
  const userId = session.user?.id ?? "";
  const auth = createAuth(flow.makeConfig());
  return { flow, adapter, store, gate, revoked, told, browser, userId, auth };
}

/** Holds answers of the token endpoint back, once it is shut. */
function createGate() {
  let shut: Promise<void> | null = null;
  let waiting = 0;
  return {
    /** The number of answers that were held back. */
    count: () => waiting,
    /** Shuts the gate; the result opens it. */
    shut: (): () => void => {
      let open = () => {};
      shut = new Promise((resolve) => open = resolve);
      return open;
    },
    pass: async (url: string): Promise<void> => {
      if (shut === null || !url.endsWith("/token")) return;
      waiting++;
      await shut;
    },
  };
}

type Scene = Awaited<ReturnType<typeof createScene>>;

/** Gives the user another way in, so that the first can be unlinked. */
async function addWay({ adapter, userId }: Scene): Promise<void> {
  await adapter.linkAccount?.({
    userId,
    provider: "op",
    type: "oidc",
    providerAccountId: "another",
  });
}

/** The account that the user signed in with. */
async function readAccount({ adapter, userId }: Scene) {
  const accounts = await adapter.listAccountsByUserId?.(userId) ?? [];
  return accounts.find(({ providerAccountId }) =>
    providerAccountId !== "another"
  );
}

const unlinks: Readonly<Record<string, (scene: Scene) => Promise<unknown>>> = {
  "POST /unlink": async (scene) => {
    const { providerAccountId = "" } = await readAccount(scene) ?? {};
    return await post(scene.browser, "unlink/op", { providerAccountId });
  },
  "unlinkAccount": async (scene) => {
    const { providerAccountId } = await readAccount(scene) ?? {};
    const choice = { provider: "op", providerAccountId };
    return await scene.auth.unlinkAccount(toRequest(scene.browser), choice);
  },
};

describe("unlinking an account", () => {
  for (const [name, unlink] of Object.entries(unlinks)) {
    it(`revokes its refresh token and then its access token, as the client, and tells the application (${name})`, async () => {
      const scene = await createScene();
      const { revoked, told, auth, userId, flow } = scene;
      const { accessToken } = await auth.getAccessTokenFor(userId, "op");
      await addWay(scene);
      const { providerAccountId: account } = await readAccount(scene) ?? {};
      await unlink(scene);
      assert.equal(await readAccount(scene), undefined);
      assert.match(revoked[0]?.token ?? "", /^rt-/);
      assert.equal(revoked[1]?.token, accessToken);
      assert.equal(revoked.length, 2);
      for (const { authorization } of revoked) {
        assert.match(authorization ?? "", /^Basic /);
      }
      assert.deepEqual(told, [
        { provider: "op", userId, account, reason: "unlink", ok: true },
      ]);
      for (const { text } of flow.log) assert.ok(!text.includes(accessToken));
    });
  }

  it("revokes nothing if tokens are not kept, or the account stays", async () => {
    const plain = await createScene({ config: { tokens: undefined } });
    await addWay(plain);
    await unlinks["POST /unlink"]?.(plain);
    assert.equal(await readAccount(plain), undefined);
    const last = await createScene();
    await unlinks["POST /unlink"]?.(last);
    assert.ok(await readAccount(last));
    for (const { revoked, told } of [plain, last]) {
      assert.deepEqual([revoked, told], [[], []]);
    }
  });

  it("finds the endpoint in the metadata, and uses no plain http of another machine", async () => {
    const places = [
      ["", 2],
      ["http://10.0.0.1", 0],
      // A hostile document could send tokens to a service of this machine.
      ["http://localhost", 0],
      ["http://127.0.0.1:8080", 0],
    ] as const;
    for (const [place, count] of places) {
      const scene = await createScene({ entry: { revocation: undefined } });
      const { op } = scene.flow;
      const url = `${place || op.origin}/revoke`;
      op.faults.discovery = {
        body: (json) => ({ ...json, revocation_endpoint: url }),
      };
      await addWay(scene);
      mock.timers.setTime(Date.now() + 48 * HOUR);
      await assertSignedIn(scene.flow, scene.browser);
      await unlinks["POST /unlink"]?.(scene);
      assert.equal(scene.revoked.length, count, place);
      assert.equal(scene.told.length, 1);
    }
  });

  it("tells the application that a provider without an endpoint revoked nothing", async () => {
    const scene = await createScene({ entry: { revocation: undefined } });
    await addWay(scene);
    await unlinks["POST /unlink"]?.(scene);
    const [message] = scene.told as { ok: boolean }[];
    assert.equal(message?.ok, false);
    assert.deepEqual(
      scene.flow.log.filter(({ level }) => level === "warn"),
      [],
    );
  });
});

describe("signing out", () => {
  it("leaves the tokens, which belong to the account, unless the application wants otherwise", async () => {
    const scene = await createScene();
    await post(scene.browser, "signout");
    assert.deepEqual([scene.revoked, scene.told], [[], []]);
    await scene.auth.getAccessTokenFor(scene.userId, "op");
  });

  for (const place of ["the adapter", "the store"] as const) {
    it(`with \`revokeOnSignOut\`, removes the tokens and revokes them (${place})`, async () => {
      const scene = await createScene({ place, revokeOnSignOut: true });
      const { revoked, told, auth, userId, browser } = scene;
      await post(browser, "signout");
      assert.equal(await readSession(browser), null);
      assert.deepEqual(revoked.map(({ token }) => token.slice(0, 3)), [
        "rt-",
        "at-",
      ]);
      const [message = {}] = told;
      const { account: _, ...rest } = message as { account?: string };
      const facts = { provider: "op", userId, reason: "signOut", ok: true };
      assert.deepEqual(rest, facts);
      await assert.rejects(auth.getAccessTokenFor(userId, "op"), NotConnected);
      if (place === "the store") return;
      const account = await readAccount(scene);
      assert.equal(account?.access_token, "");
      assert.equal(account?.refresh_token, "");
      await assertSignedIn(scene.flow, browser);
      assert.ok((await readAccount(scene))?.refresh_token);
      await auth.getAccessTokenFor(userId, "op");
    });

    it(`revokes the tokens of a refresh in progress, which ends first (${place})`, async () => {
      const scene = await createScene({ place, revokeOnSignOut: true });
      const { gate, store, revoked, auth, userId, browser } = scene;
      mock.timers.setTime(NOON + 2 * HOUR);
      const open = gate.shut();
      const late = auth.getAccessTokenFor(userId, "op");
      await until(() => gate.count() === 1);
      let looks = 0;
      const { get } = store;
      store.get = (keys) => {
        if (keys[0]?.startsWith("tokens:")) looks++;
        return get(keys);
      };
      const out = post(browser, "signout");
      await until(() => looks > 3);
      assert.equal(revoked.length, 0);
      open();
      const [{ accessToken }] = await Promise.all([late, out]);
      assert.equal(revoked[1]?.token, accessToken);
      await assert.rejects(auth.getAccessTokenFor(userId, "op"), NotConnected);
    });

    it(`does not wait for a refresh that hangs, whose tokens do not come back (${place})`, async () => {
      const scene = await createScene({ place, revokeOnSignOut: true });
      const { gate, revoked, auth, userId, browser } = scene;
      mock.timers.setTime(NOON + 2 * HOUR);
      const open = gate.shut();
      const late = auth.getAccessTokenFor(userId, "op");
      await until(() => gate.count() === 1);
      await post(browser, "signout");
      assert.equal(await readSession(browser), null);
      assert.match(revoked[0]?.token ?? "", /^rt-/);
      open();
      await late;
      await assert.rejects(auth.getAccessTokenFor(userId, "op"), NotConnected);
    });
  }

  it("revokes the tokens of all accounts, plain ones of an existing table too", async () => {
    const scene = await createScene({ revokeOnSignOut: true });
    const { adapter, revoked, told, userId, browser } = scene;
    await adapter.linkAccount?.({
      userId,
      provider: "op",
      type: "oidc",
      providerAccountId: "another",
      access_token: "plain-access",
      refresh_token: "plain-refresh",
    });
    await post(browser, "signout");
    const tokens = revoked.map(({ token }) => token);
    assert.equal(tokens.length, 4);
    assert.ok(tokens.includes("plain-access"));
    assert.ok(tokens.includes("plain-refresh"));
    assert.equal(told.length, 2);
    for (const one of await adapter.listAccountsByUserId?.(userId) ?? []) {
      assert.equal(one.refresh_token, "");
    }
  });

  const failures: Readonly<Record<string, () => Response>> = {
    "an error": () => Response.json({ error: "no" }, { status: 400 }),
    "an error with status 200": () => Response.json({ error: "no" }),
    "a page": () => new Response("<h1>Oops</h1>", { status: 500 }),
    "a redirect": () =>
      new Response(null, { status: 302, headers: { location: "/revoked" } }),
    "a failed connection": () => {
      throw new Error("the connection is gone");
    },
  };
  for (const [name, answer] of Object.entries(failures)) {
    it(`ends the session and removes the tokens although the provider answers ${name}, which the log says without a token`, async () => {
      const scene = await createScene({ revokeOnSignOut: true, answer });
      const { flow, revoked, told, auth, userId, browser } = scene;
      const { status } = await post(browser, "signout");
      assert.equal(status, 200);
      assert.equal(await readSession(browser), null);
      await assert.rejects(auth.getAccessTokenFor(userId, "op"), NotConnected);
      assert.deepEqual(told.map((message) => Reflect.get(message, "ok")), [
        false,
      ]);
      const lines = flow.log.filter(({ text }) => text.includes("not revoked"));
      assert.equal(lines.length, 1);
      for (const { token } of revoked) {
        for (const { text } of flow.log) assert.ok(!text.includes(token));
      }
    });
  }

  it("answers after three seconds, although the provider never does, and ends the session", async () => {
    const scene = await createScene({
      revokeOnSignOut: true,
      answer: () => new Promise(() => {}),
    });
    const { revoked, auth, userId, browser } = scene;
    mock.timers.reset();
    mock.timers.enable({ apis: ["Date", "setTimeout"], now: NOON });
    const out = post(browser, "signout");
    await until(() => revoked.length === 1);
    mock.timers.tick(2999);
    const isOut = await Promise.race([
      out.then(() => true),
      new Promise((resolve) => setImmediate(() => resolve(false))),
    ]);
    assert.equal(isOut, false);
    mock.timers.tick(1);
    assert.equal((await out).status, 200);
    assert.equal(await readSession(browser), null);
    await assert.rejects(auth.getAccessTokenFor(userId, "op"), NotConnected);
    // The request itself ends by its own limit.
    mock.timers.tick(10_000);
  });

  it("ends the session although the tokens cannot be read", async () => {
    const scene = await createScene({ revokeOnSignOut: true });
    const { adapter, browser, revoked, flow } = scene;
    adapter.listAccountsByUserId = () => {
      throw new Error("the table is gone");
    };
    await post(browser, "signout");
    assert.equal(await readSession(browser), null);
    assert.deepEqual(revoked, []);
    assert.ok(flow.log.some(({ text }) => text.includes("the table is gone")));
  });

  it("leaves the tokens if the session could not be ended", async () => {
    const scene = await createScene({ revokeOnSignOut: true });
    const { adapter, browser, revoked, auth, userId } = scene;
    const { deleteSession } = adapter;
    const fail = () => {
      throw new Error("the table is gone");
    };
    adapter.deleteSession = fail;
    await post(browser, "signout");
    adapter.deleteSession = deleteSession;
    assert.ok(await readSession(browser));
    assert.deepEqual(revoked, []);
    await auth.getAccessTokenFor(userId, "op");
  });
});
