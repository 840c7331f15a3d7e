import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it, mock } from "node:test";
import { type AuthConfig, createAuth, createMemoryStore } from "@latchkey/auth";
import { createMemoryAdapter } from "@latchkey/auth/adapters/memory";
import { ConfigurationError, NotConnected } from "@latchkey/auth/errors";
import { ServerAuth } from "@latchkey/auth/server";
import { createKeyring } from "../crypto/keys.ts";
import {
  type App,
  app,
  createApp,
  readCsrfToken,
  signIn,
} from "../../testing/app_testkit.ts";
import { NOON } from "../session/session_testkit.ts";
import { openFor } from "./sealed.ts";

beforeEach(() => mock.timers.enable({ apis: ["Date"], now: NOON }));
afterEach(() => mock.timers.reset());

const HOUR = 3_600_000;
const FRESH = "a-new-secret-for-the-test-of-a-rotation!";

interface Signed {
  readonly site: App;
  readonly id: string;
  readonly userId: string;
  /** The configuration with a new secret before the old one. */
  readonly rotated: AuthConfig;
}

/** Creates a site with a user whose tokens are kept; then its secret is rotated. */
async function createRotated(more: Partial<AuthConfig> = {}): Promise<Signed> {
  const site = await createApp({
    config: { store: createMemoryStore(), ...more },
    keepsConfig: true,
  });
  const { id } = site.op.provider();
  Object.assign(site.config, { tokens: { providers: [id], ...more.tokens } });
  await signIn(site.browser);
  const cookie = site.browser.cookieHeader(`${app}/`);
  const { session } = await createAuth({ ...site.config })
    .session(new Request(app, { headers: { cookie } }));
  const secret = [FRESH, site.secret];
  const rotated = { ...site.config, secret };
  return { site, id, userId: session?.user?.id ?? "", rotated };
}

/** Whether a value opens with the new secret alone. */
async function isFresh(
  { id, userId }: Signed,
  text: string | undefined,
  providerAccountId = "user-1",
): Promise<boolean> {
  const owner = { userId, provider: id, providerAccountId };
  const sealed = { text: text ?? "", now: NOON };
  return await openFor(createKeyring([FRESH]), owner, sealed) !== null;
}

async function readAccount({ site: { config }, userId }: Signed) {
  const [account] = await config.adapter?.listAccountsByUserId?.(userId) ?? [];
  assert.ok(account);
  return account;
}

describe("tokens that were sealed under an older secret", () => {
  it("are sealed under the newest one as they are read, in the adapter", async () => {
    const signed = await createRotated({ adapter: createMemoryAdapter() });
    const { rotated, userId, id } = signed;
    const auth = createAuth(rotated);
    const { accessToken } = await auth.getAccessTokenFor(userId, id);
    const account = await readAccount(signed);
    assert.ok(await isFresh(signed, account.access_token));
    assert.ok(await isFresh(signed, account.refresh_token));
    const only = createAuth({ ...rotated, secret: FRESH });
    const again = await only.getAccessTokenFor(userId, id);
    assert.equal(again.accessToken, accessToken);
  });

  it("are sealed under the newest one as they are read, in the store, under its name", async () => {
    const { rotated, userId, id } = await createRotated();
    const auth = createAuth(rotated);
    const { accessToken } = await auth.getAccessTokenFor(userId, id);
    const only = createAuth({ ...rotated, secret: FRESH });
    const again = await only.getAccessTokenFor(userId, id);
    assert.equal(again.accessToken, accessToken);
  });

  it("are renewed in the store after the rotation, and the next process has the new ones", async () => {
    const { site: { op }, rotated, userId, id } = await createRotated();
    mock.timers.setTime(NOON + 2 * HOUR);
    op.clearRequests();
    const { accessToken } = await createAuth(rotated)
      .getAccessTokenFor(userId, id);
    const other = createAuth({ ...rotated, session: { maxAge: 86_400 } });
    mock.timers.setTime(NOON + 2 * HOUR + 200_000);
    const again = await other.getAccessTokenFor(userId, id);
    assert.equal(again.accessToken, accessToken);
    assert.equal(op.count("token"), 1);
  });

  it("stay as they are while another process renews them, and the token is returned at once", async () => {
    const store = createMemoryStore();
    let tries = 0;
    const busy = {
      ...store,
      compareAndSet: () => {
        tries++;
        return false;
      },
    };
    const signed = await createRotated({
      adapter: createMemoryAdapter(),
      store,
    });
    const { rotated, userId, id } = signed;
    const auth = createAuth({ ...rotated, store: busy });
    const token = await auth.getAccessTokenFor(userId, id);
    assert.match(token.accessToken, /^at-/);
    assert.equal(tries, 1);
    const account = await readAccount(signed);
    assert.ok(!await isFresh(signed, account.access_token));
  });

  it("stay as they are if sealing them again fails, and the token is returned", async () => {
    const signed = await createRotated({ adapter: createMemoryAdapter() });
    const { site: { config, lines }, rotated, userId, id } = signed;
    const { adapter } = config;
    assert.ok(adapter);
    adapter.updateAccount = () => {
      throw new Error("the table is locked");
    };
    const token = await createAuth(rotated).getAccessTokenFor(userId, id);
    assert.match(token.accessToken, /^at-/);
    assert.ok(lines.some((line) => line.includes("the table is locked")));
  });

  it("are never written over newer ones", async () => {
    const signed = await createRotated({ adapter: createMemoryAdapter() });
    const { site: { config }, rotated, userId, id } = signed;
    const { adapter } = config;
    assert.ok(adapter?.listAccountsByUserId && adapter.updateAccount);
    const list = adapter.listAccountsByUserId;
    const { provider, providerAccountId } = await readAccount(signed);
    let reads = 0;
    adapter.listAccountsByUserId = async (user) => {
      // A sign-in comes between the last look and the write.
      if (++reads === 3) {
        await adapter.updateAccount?.({
          provider,
          providerAccountId,
          refresh_token: "rt-of-a-sign-in",
        });
      }
      return await list(user);
    };
    await createAuth(rotated).getAccessTokenFor(userId, id);
    assert.equal(reads, 3);
    const account = await readAccount({ ...signed });
    assert.equal(account.refresh_token, "rt-of-a-sign-in");
  });
});

describe("`resealTokens`", () => {
  it("seals the tokens of all accounts, plain ones included, and leaves other providers alone", async () => {
    const signed = await createRotated({ adapter: createMemoryAdapter() });
    const { site: { config }, rotated, id } = signed;
    const { adapter } = config;
    for (let i = 0; i < 250; i++) {
      const userId = `user ${i}`;
      await adapter?.createUser?.({
        id: userId,
        email: null,
        emailVerified: null,
      });
      await adapter?.linkAccount?.({
        userId,
        type: "oidc",
        provider: i % 5 === 0 ? "other" : id,
        providerAccountId: `account ${i}`,
        access_token: `at-${i}`,
        refresh_token: `rt-${i}`,
      });
    }
    const auth = createAuth(rotated);
    assert.deepEqual(await auth.resealTokens(), {
      resealed: 201,
      unreadable: 0,
    });
    assert.ok(await isFresh(signed, (await readAccount(signed)).access_token));
    const plain = await adapter?.getAccount?.("account 0", "other");
    assert.equal(plain?.refresh_token, "rt-0");
    const sealed = await adapter?.getAccount?.("account 1", id);
    const one = { ...signed, userId: "user 1" };
    assert.ok(await isFresh(one, sealed?.refresh_token, "account 1"));
    const again = await ServerAuth(rotated).resealTokens();
    assert.deepEqual(again, { resealed: 0, unreadable: 0 });
  });

  it("counts tokens that no secret opens, and leaves them", async () => {
    const signed = await createRotated({ adapter: createMemoryAdapter() });
    const before = await readAccount(signed);
    const auth = createAuth({ ...signed.rotated, secret: FRESH });
    const result = await auth.resealTokens();
    assert.deepEqual(result, { resealed: 0, unreadable: 1 });
    assert.deepEqual(await readAccount(signed), before);
  });

  it("says where it cannot work", async () => {
    const adapter = createMemoryAdapter();
    const { listAccounts: _, ...without } = createMemoryAdapter();
    const cases: Partial<AuthConfig>[] = [
      {},
      { adapter: without },
      { adapter, tokens: { providers: [], seal: false } },
      { tokens: { providers: [], keep: "cookie" } },
    ];
    for (const more of cases) {
      const { site } = await createRotated(more);
      await assert.rejects(
        createAuth({ ...site.config }).resealTokens(),
        ConfigurationError,
      );
    }
    const { site } = await createRotated();
    await assert.rejects(
      createAuth(() => site.config).resealTokens(),
      ConfigurationError,
    );
  });
});

describe("several accounts of a user at one provider", () => {
  for (const place of ["the adapter", "the store", "a cookie"]) {
    it(`each has tokens of its own in ${place}, and the first is the default`, async () => {
      const keep = place === "the store"
        ? "store"
        : place === "a cookie"
        ? "cookie"
        : "adapter";
      const site = await createApp({
        config: {
          store: createMemoryStore(),
          adapter: createMemoryAdapter(),
        },
        keepsConfig: true,
      });
      const { id } = site.op.provider();
      Object.assign(site.config, { tokens: { providers: [id], keep } });
      await signIn(site.browser);
      site.op.user = { sub: "user-2", name: "Ada", email: "a@other.example" };
      const csrfToken = await readCsrfToken(site.browser);
      const answer = await site.browser.fetch(`${app}/auth/link/${id}`, {
        method: "POST",
        headers: { origin: app, accept: "application/json" },
        body: new URLSearchParams({ csrfToken }),
      });
      await site.browser.goto((await answer.json()).url);
      const auth = createAuth({ ...site.config });
      const ask = async (account?: string) => {
        const cookie = site.browser.cookieHeader(`${app}/`);
        const request = new Request(app, { headers: { cookie } });
        return (await auth.getAccessToken(request, id, { account }))
          .accessToken;
      };
      const [first, one, two] = [
        await ask(),
        await ask("user-1"),
        await ask("user-2"),
      ];
      assert.equal(first, one);
      assert.notEqual(one, two);
      mock.timers.setTime(NOON + 2 * HOUR);
      assert.notEqual(await ask("user-2"), two);
      await assert.rejects(ask("user-3"), NotConnected);
      // Unlinking needs a proof of the last ten minutes.
      await signIn(site.browser);
      const cookie = site.browser.cookieHeader(`${app}/`);
      const request = new Request(app, { headers: { cookie } });
      const { headers } = await auth.unlinkAccount(request, {
        provider: id,
        providerAccountId: "user-1",
      });
      for (const header of headers.getSetCookie()) {
        site.browser.setCookie(app, header);
      }
      await assert.rejects(ask("user-1"), NotConnected);
      assert.match(await ask("user-2"), /^at-/);
    });
  }
});
