import assert from "node:assert/strict";
import process from "node:process";
import { after, before, describe, it } from "node:test";
import pg from "pg";
import {
  type ContractRow,
  runAdapterContract,
} from "@latchkey/auth/testing/adapter-contract";
import { createDatabase, findTestServer } from "./servers_testkit.ts";
import { createUnstorage, published } from "./published_testkit.ts";

const server = findTestServer("TEST_POSTGRES_URL");

/** Names the cases that a published adapter fails: its tables have no columns for own fields. */
const withoutColumns = [
  "own fields of a user come back as they were stored",
  "an update of own fields changes no others",
  "updates of two own fields at once are both kept",
  "null removes the value of an own field",
  "own fields are given to a user that was stored without",
];

/**
 * Recommended cases that each adapter fails; a change of this list needs a
 * look.
 */
const weaknesses: Readonly<Record<string, readonly string[]>> = {
  "@auth/unstorage-adapter": [
    "a user is found by a changed address, and no longer by the old one",
    "deleteUser of a user without account and session works",
    "deleteUser removes the user's passkeys",
    "deleteUser of a missing user is no error",
    "updateUser does not restore a deleted user",
    "a second user with the same address is refused",
    "updateUser refuses an address of another user",
    "a user is found by the address in another letter case",
    "a second user whose address differs in letter case is refused",
    "updateUser changes the letter case of a user's own address only",
    "a linked account cannot be linked again",
    "ten links of one account at a time make one",
    "accounts are distinguished, whatever their keys contain",
    "a deletion wins over an update at the same time",
    "a taken session token is refused",
    "20 uses of a token at a time get it once",
    "addresses and tokens are distinguished, whatever they contain",
    "a stored passkey cannot be stored again",
    "updates of two own fields at once are both kept",
  ],
  "@auth/pg-adapter": [
    "a second user with the same address is refused",
    "updateUser refuses an address of another user",
    "a user is found by the address in another letter case",
    "a second user whose address differs in letter case is refused",
    "updateUser changes the letter case of a user's own address only",
    "a linked account cannot be linked again",
    "ten links of one account at a time make one",
    "a taken session token is refused",
    ...withoutColumns,
  ],
  "@auth/drizzle-adapter": [
    "a user is found by the address in another letter case",
    "a second user whose address differs in letter case is refused",
    "updateUser changes the letter case of a user's own address only",
    "a passkey's counter may have 32 bits",
    ...withoutColumns,
  ],
  "@auth/kysely-adapter": [
    "an unknown id of any form gives null",
    "several users may have no address",
    "an unknown field causes no error",
    "a user is found by the address in another letter case",
    "a second user whose address differs in letter case is refused",
    "updateUser changes the letter case of a user's own address only",
    "a linked account cannot be linked again",
    "ten links of one account at a time make one",
    ...withoutColumns,
  ],
};

function toTable(name: string, rows: readonly ContractRow[]): string {
  const lines = rows.map((row) =>
    `  ${row.verdict.padEnd(7)} ${row.level.padEnd(11)} ${row.name}${
      row.verdict === "failed" ? `: ${row.reason}` : ""
    }`
  );
  const count = (verdict: string) =>
    rows.filter((row) => row.verdict === verdict).length;
  const sum = `${count("passed")} passed, ${count("failed")} failed, ` +
    `${count("skipped")} skipped`;
  return [`${name}: ${sum}`, ...lines].join("\n");
}

function assertKnown(name: string, rows: readonly ContractRow[]): void {
  // Written to the output of the test run, where readers look for it.
  process.stdout.write(`${toTable(name, rows)}\n`);
  const failed = rows.filter((row) => row.verdict === "failed");
  const broken = failed.filter((row) => row.level === "required");
  assert.deepEqual(broken, []);
  assert.deepEqual(failed.map((row) => row.name), weaknesses[name]);
}

describe("a published adapter", () => {
  it("@auth/unstorage-adapter passes the required cases", async () => {
    const rows = await runAdapterContract(createUnstorage);
    assertKnown("@auth/unstorage-adapter", rows);
  });
});

describe("a published adapter on PostgreSQL", { skip: server.skip }, () => {
  let database: Awaited<ReturnType<typeof createDatabase>>;
  before(async () => {
    database = await createDatabase(server.url);
  });
  after(() => database.drop());

  for (const [name, { setUp, tables, create }] of Object.entries(published)) {
    it(`${name} passes the required cases`, async () => {
      const pool = new pg.Pool({ connectionString: database.url, max: 10 });
      try {
        await pool.query(setUp);
        const empty = tables.map((table) => `DELETE FROM ${table}`).join(";");
        const rows = await runAdapterContract(async () => {
          await pool.query(empty);
          return create(pool);
        });
        assertKnown(name, rows);
      } finally {
        await pool.end();
      }
    });
  }
});
