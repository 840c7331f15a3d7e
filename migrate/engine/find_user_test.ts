import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it, mock } from "node:test";
import {
  createMemoryAdapter,
  type MemoryAdapter,
} from "@latchkey/auth/adapters/memory";
import { fromExpressOpenidConnect } from "@latchkey/auth/migrate/express-openid-connect";
import type { AuthConfig, OIDCConfig } from "@latchkey/auth/types";
import {
  createPlainAdapter,
  createTables,
} from "../../core/accounts/users_testkit.ts";
import { createMoved, type Moved, NOW } from "../bridge_testkit.ts";
import {
  issuer,
  seal,
  secret,
  toIdToken,
  toTimes,
} from "../express-openid-connect/old_testkit.ts";

const name = "appSession";
const provider: OIDCConfig = {
  id: "auth0",
  name: "Auth0",
  type: "oidc",
  issuer,
  clientId: "client",
  clientSecret: "client-secret",
};
const account = { provider: "auth0", providerAccountId: "auth0|1" };

beforeEach(() => mock.timers.enable({ apis: ["Date"], now: NOW }));
afterEach(() => mock.timers.reset());

interface Site {
  readonly moved: Moved;
  readonly adapter: MemoryAdapter;
  /** The events that were emitted, in their order. */
  readonly told: string[];
}

function createSite(
  { session, ...more }: Partial<AuthConfig> = {},
  adapter: MemoryAdapter = createMemoryAdapter(),
): Site {
  const told: string[] = [];
  const accept = [fromExpressOpenidConnect({ secret, provider: "auth0" })];
  const moved = createMoved({ accept, ...session }, {
    providers: [provider],
    adapter,
    events: {
      createUser: () => void told.push("createUser"),
      linkAccount: () => void told.push("linkAccount"),
      linkRefused: () => void told.push("linkRefused"),
      signIn: () => void told.push("signIn"),
    },
    ...more,
  });
  return { moved, adapter, told };
}

async function sealOf(claims: Record<string, unknown>): Promise<string> {
  const id_token = toIdToken({
    name: "Ada",
    email: "ada@example.com",
    ...claims,
  });
  return await seal({ id_token, refresh_token: "old-refresh-token" });
}

describe("a session that names an account", () => {
  for (
    const [of, strategy] of Object.entries({
      "in the database": "database" as const,
      "in a cookie": "jwt" as const,
    })
  ) {
    it(`its user and account are stored together with a new session ${of}`, async () => {
      const { moved, adapter, told } = createSite({
        session: { strategy },
      });
      const sent = { [name]: await sealOf({ email_verified: true }) };
      const browser = moved.createBrowser(sent);
      const shown = await browser.read();
      const user = await adapter.getUserByAccount(account);
      assert.equal(shown?.user?.id, user?.id);
      assert.equal(user?.email, "ada@example.com");
      assert.equal(user?.emailVerified?.getTime(), NOW);
      assert.deepEqual(told, ["createUser", "linkAccount"]);
      const [stored] = await adapter.listAccountsByUserId(user?.id ?? "");
      assert.equal(stored?.refresh_token, "old-refresh-token");
      browser.cookies.delete(name);
      assert.equal((await browser.read())?.user?.id, user?.id);
    });
  }

  it("an address that the ID token does not vouch for is stored as unverified", async () => {
    for (const email_verified of [undefined, false, "true"]) {
      const { moved, adapter } = createSite();
      const sent = { [name]: await sealOf({ email_verified }) };
      await moved.createBrowser(sent).read();
      const user = await adapter.getUserByAccount(account);
      assert.equal(user?.emailVerified, null);
    }
  });

  it("the user who owns the account is found, and keeps name, address and tokens", async () => {
    const { moved, adapter, told } = createSite();
    const user = await adapter.createUser({
      id: "user-7",
      name: "Ada L.",
      image: null,
      email: "lovelace@example.com",
      emailVerified: null,
    });
    await adapter.linkAccount({
      ...account,
      type: "oidc",
      userId: user.id,
      refresh_token: "newer",
    });
    const browser = moved.createBrowser({ [name]: await sealOf({}) });
    assert.deepEqual((await browser.read())?.user, {
      id: user.id,
      name: "Ada L.",
      email: "lovelace@example.com",
      image: null,
    });
    const [stored] = await adapter.listAccountsByUserId(user.id);
    assert.equal(stored?.refresh_token, "newer");
    assert.deepEqual(told, []);
  });

  it("two first requests at once make one user, in one step or in two", async () => {
    const tables = createTables();
    const plain = createPlainAdapter(tables) as MemoryAdapter;
    const memory = createMemoryAdapter();
    for (const adapter of [memory, plain]) {
      const { moved, told } = createSite({}, adapter);
      const sent = { [name]: await sealOf({}) };
      const browsers = [0, 1, 2].map(() => moved.createBrowser(sent));
      const sessions = await Promise.all(browsers.map((one) => one.read()));
      const ids = new Set(sessions.map((one) => one?.user?.id));
      assert.equal(ids.size, 1);
      assert.ok(!ids.has(undefined));
      assert.equal(told.filter((one) => one === "createUser").length, 1);
    }
    assert.equal(tables.users.length, 1);
    assert.equal(tables.accounts.length, 1);
  });

  it("another user's address links nothing: the person has to sign in", async () => {
    const ways = [false, true, "verified"] as const;
    for (const allowDangerousEmailAccountLinking of ways) {
      const { moved, adapter, told } = createSite({
        providers: [{ ...provider, allowDangerousEmailAccountLinking }],
      });
      const user = await adapter.createUser({
        id: "user-7",
        email: "ada@example.com",
        emailVerified: new Date(NOW),
      });
      const sent = { [name]: await sealOf({ email_verified: true }) };
      const browser = moved.createBrowser(sent);
      assert.equal(await browser.read(), null);
      assert.equal(await browser.read(), null);
      assert.deepEqual(await adapter.listAccountsByUserId(user.id), []);
      assert.equal(await adapter.getUserByAccount(account), null);
      assert.deepEqual([...browser.cookies.keys()], [name]);
      const lines = moved.lines.filter((one) => one.includes("session-accept"));
      assert.equal(lines.length, 1);
      assert.match(lines[0] ?? "", /has to sign in/);
      assert.ok(!lines[0]?.includes("ada@example.com"));
      assert.deepEqual(told, [], "a request is no attempt to sign in");
    }
  });

  it("the account is stored with its issuer where the issuer can differ", async () => {
    const { moved, adapter } = createSite({
      providers: [{ ...provider, uniqueSubject: false }],
    });
    await moved.createBrowser({ [name]: await sealOf({}) }).read();
    const providerAccountId = `iss=${encodeURIComponent(issuer)}&sub=auth0|1`;
    const stored = { ...account, providerAccountId };
    assert.notEqual(await adapter.getUserByAccount(stored), null);
  });

  it("an account of which no issuer is known is nobody, and the log says how to mend it", async () => {
    const { moved, adapter } = createSite({
      providers: (_request: unknown) => [provider],
    });
    const user = await adapter.createUser({
      id: "user-7",
      email: null,
      emailVerified: null,
    });
    await adapter.linkAccount({ ...account, type: "oidc", userId: user.id });
    const browser = moved.createBrowser({ [name]: await sealOf({}) });
    assert.equal(await browser.read(), null);
    assert.ok(moved.lines.some((line) => line.includes("legacyIssuer")));
  });

  it("a prefetch stores no user", async () => {
    const { moved, adapter } = createSite();
    const browser = moved.createBrowser({ [name]: await sealOf({}) });
    await browser.send("/auth/session", {
      headers: { "sec-purpose": "prefetch" },
    });
    assert.equal(await adapter.getUserByAccount(account), null);
    assert.ok(!moved.lines.some((line) => line.includes("session-accept")));
    assert.notEqual(await browser.read(), null);
  });

  it("a sign-out before the user was stored holds after it", async () => {
    const { moved, adapter } = createSite();
    const sent = { [name]: await sealOf({}) };
    await moved.createBrowser(sent).signOut();
    const user = await adapter.getUserByAccount(account);
    if (user !== null) await adapter.deleteUser?.(user.id);
    assert.equal(await moved.createBrowser(sent).read(), null);
    const again = await adapter.createUser({
      id: "user-9",
      email: null,
      emailVerified: null,
    });
    await adapter.linkAccount({ ...account, type: "oidc", userId: again.id });
    assert.equal(await moved.createBrowser(sent).read(), null);
  });

  it("a sign-out of the user's own session ends copies of the old one", async () => {
    const { moved } = createSite();
    const sent = { [name]: await sealOf({}) };
    const browser = moved.createBrowser(sent);
    await browser.read();
    browser.cookies.delete(name);
    await browser.signOut();
    assert.equal(await moved.createBrowser(sent).read(), null);
  });

  it("a sign-in by a later cookie of the old library counts after a sign-out", async () => {
    const { moved } = createSite();
    await moved.createBrowser({ [name]: await sealOf({}) }).signOut();
    mock.timers.tick(7_200_000);
    const id_token = toIdToken();
    const later = await seal({ id_token }, toTimes(NOW / 1000 + 3600));
    assert.notEqual(await moved.createBrowser({ [name]: later }).read(), null);
  });
});
