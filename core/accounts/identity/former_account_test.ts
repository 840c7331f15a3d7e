import assert from "node:assert/strict";
import { afterEach, describe, it } from "node:test";
import type { Adapter, OAuth2Config, Profile } from "@latchkey/auth";
import { createMemoryAdapter } from "@latchkey/auth/adapters/memory";
import { createVault } from "../../vault/vault_testkit.ts";
import {
  approach,
  arrive,
  assertCallbackRefused,
  assertSignedIn,
  authorize,
  post,
} from "../../../testing/app_testkit.ts";
import { endTest } from "../../../testing/checks_testkit.ts";
import {
  createPlainAdapter,
  createTables,
  createUserFlow,
  type PlainTables,
  type UserFlow,
} from "../users_testkit.ts";

afterEach(endTest);

const SUB = "user-1";

/** Creates tables with one user, whose account is stored under the former id. */
function createOldTables(emailVerified: Date | null = null): PlainTables {
  const tables = createTables();
  const email = "ada@example.com";
  tables.users.push({ id: 1, name: "Ada", email, image: null, emailVerified });
  tables.accounts.push({
    provider: "op",
    providerAccountId: "ada",
    type: "oauth",
    userId: "1",
    refresh_token: "kept",
  });
  return tables;
}

/** Creates a site whose provider called its users by a name that they can change. */
function createSite(
  tables: PlainTables,
  entry: Partial<OAuth2Config> = {},
  adapter: Adapter = createPlainAdapter(tables),
): Promise<UserFlow> {
  return createUserFlow({ adapter }, {
    toProviders: (op) => {
      op.user = { ...op.user, slug: "ada" };
      const formerId = (profile: Profile) => `${profile.slug}`;
      return [
        op.plainProvider({ id: "op", formerId, ...entry }),
        op.plainProvider({ id: "other" }),
      ];
    },
  });
}

function listIds({ accounts }: PlainTables): readonly string[] {
  return accounts.map((one) => `${one.providerAccountId} of ${one.userId}`);
}

describe("an account that is stored under a former id", () => {
  const safe: Record<string, [Partial<OAuth2Config>, Date | null]> = {
    "the application accepts former ids": [{ acceptFormerIds: true }, null],
    "both sides have verified the same address": [
      { emailTrust: "claim" },
      new Date(0),
    ],
  };
  for (const [why, [entry, verified]] of Object.entries(safe)) {
    it(`the account is carried over once if ${why}`, async () => {
      const tables = createOldTables(verified);
      const flow = await createSite(tables, entry);
      for (const _ of [1, 2]) {
        await assertSignedIn(flow, flow.createBrowser());
        assert.deepEqual(listIds(tables), [`${SUB} of 1`]);
        assert.equal(tables.users.length, 1);
      }
    });
  }

  it("its tokens go along, and other columns of its row do not", async () => {
    const tables = createOldTables();
    const flow = await createSite(tables, { acceptFormerIds: true }, {
      ...createPlainAdapter(tables),
      getAccount: (id) => {
        const found = tables.accounts
          .find((one) => one.providerAccountId === id);
        return found === undefined ? null : { ...found, id: 1 } as typeof found;
      },
    });
    await assertSignedIn(flow, flow.createBrowser());
    // The adapter would have refused a column that it does not know.
    assert.deepEqual(listIds(tables), [`${SUB} of 1`]);
    assert.equal(tables.accounts[0]?.refresh_token, "kept");
  });

  it("its sealed tokens go along, under the new id", async () => {
    const adapter = createMemoryAdapter();
    let hasNewIds = false;
    const vault = await createVault({
      entry: {
        formerId: ({ sub }) => hasNewIds ? `${sub}` : undefined,
        profile: ({ sub }) => ({ id: hasNewIds ? `new-${sub}` : `${sub}` }),
        acceptFormerIds: true,
      },
      config: { adapter },
    });
    const before = await vault.read();
    assert.ok(before?.refreshToken);
    vault.op.faults = {
      token: { body: ({ refresh_token: _, ...json }) => json },
    };
    hasNewIds = true;
    await vault.signIn();
    const [account] = await adapter.listAccountsByUserId(vault.userId);
    assert.match(account?.providerAccountId ?? "", /^new-/);
    assert.equal((await vault.read())?.refreshToken, before.refreshToken);
  });

  it("a move that failed at any step is finished by the next sign-in", async () => {
    for (const step of ["linkAccount", "unlinkAccount"] as const) {
      const tables = createOldTables();
      const plain = createPlainAdapter(tables);
      let failures = 1;
      const flow = await createSite(tables, { acceptFormerIds: true }, {
        ...plain,
        [step]: (account: never) => {
          if (failures-- > 0) throw new Error("connection lost");
          return plain[step]?.(account);
        },
      });
      const browser = flow.createBrowser();
      const failed = await arrive(browser, await approach(browser));
      assert.match(failed.url, /error=/);
      await assertSignedIn(flow, flow.createBrowser());
      assert.deepEqual(listIds(tables), [`${SUB} of 1`], step);
    }
  });

  it("the next person with the former id is somebody else", async () => {
    const tables = createOldTables();
    const flow = await createSite(tables, { acceptFormerIds: true });
    await assertSignedIn(flow, flow.createBrowser());
    flow.op.user = { sub: "user-2", slug: "ada", name: "Eve" };
    await assertSignedIn(flow, flow.createBrowser());
    assert.deepEqual(listIds(tables), [`${SUB} of 1`, "user-2 of 2"]);
  });

  const unsafe: Record<string, [Partial<OAuth2Config>, Date | null]> = {
    "nothing tells whose it is": [{}, null],
    "only the provider has verified the address": [
      { emailTrust: "claim" },
      null,
    ],
    "only this site has verified the address": [
      { emailTrust: "unverified" },
      new Date(0),
    ],
  };
  for (const [why, [entry, verified]] of Object.entries(unsafe)) {
    it(`the sign-in is refused with the line to add if ${why}`, async () => {
      const tables = createOldTables(verified);
      const before = structuredClone(tables);
      const flow = await createSite(tables, entry);
      const browser = flow.createBrowser();
      await assertCallbackRefused(flow, browser, await approach(browser), {
        error: "Configuration",
        page: "/auth/error",
        log: /acceptFormerIds: true/,
      });
      assert.deepEqual(tables, before);
    });
  }

  for (
    const [userId, ids] of [
      ["1", [`${SUB} of 1`, `${SUB} of 1`]],
      ["2", ["ada of 1", `${SUB} of 2`, `${SUB} of 2`]],
    ] as const
  ) {
    it(`user ${userId} connects the provider, and only user 1 takes the account along`, async () => {
      const tables = createOldTables();
      tables.users.push({ id: 2, name: "Eve" } as PlainTables["users"][number]);
      const key = { provider: "other", providerAccountId: SUB };
      tables.accounts.push({ ...key, type: "oauth", userId });
      const flow = await createSite(tables);
      const browser = flow.createBrowser();
      const { url } = await (await post(browser, "signin/other")).json();
      await arrive(browser, await authorize(browser, url));
      const linking = await (await post(browser, "link/op")).json();
      await arrive(browser, await authorize(browser, linking.url));
      assert.deepEqual(listIds(tables), ids);
    });
  }
});
