import assert from "node:assert/strict";
import process from "node:process";
import { after, before, describe, it } from "node:test";
import pg from "pg";
import {
  type ContractRow,
  runAdapterContract,
} from "@latchkey/auth/testing/adapter-contract";
import { createDatabase } from "./postgres_testkit.ts";
import { createUnstorage, published } from "./published_testkit.ts";
import { findTestServer } from "./servers_testkit.ts";

const server = findTestServer("TEST_POSTGRES_URL");

/**
 * Recommended cases that each adapter fails; a change of this list needs a
 * look.
 */
const weaknesses: Readonly<Record<string, readonly string[]>> = {
  "@auth/unstorage-adapter": [
    "a changed address finds the user, the old one nobody",
    "deleteUser of a user without account and session works",
    "deleteUser removes the user's passkeys",
    "deleteUser of somebody who is gone is no error",
    "updateUser does not bring back a user who is gone",
    "a second user with the same address is refused",
    "updateUser refuses an address that another user has",
    "an account that is linked cannot be linked again",
    "of ten links of one account at a time, one is made",
    "accounts are told apart, whatever their keys contain",
    "of an update and a deletion at a time, the deletion stays",
    "a session token that is taken is refused",
    "of 20 uses of a token at a time, one gets it",
    "addresses and tokens are told apart, whatever they contain",
    "a passkey that is stored cannot be stored again",
  ],
  "@auth/pg-adapter": [
    "a second user with the same address is refused",
    "updateUser refuses an address that another user has",
    "an account that is linked cannot be linked again",
    "of ten links of one account at a time, one is made",
    "a session token that is taken is refused",
  ],
  "@auth/drizzle-adapter": ["a passkey's counter may have 32 bits"],
  "@auth/kysely-adapter": [
    "an id of any shape that nobody has gives null",
    "several users may have no address",
    "a field that the database does not have breaks nothing",
    "an account that is linked cannot be linked again",
    "of ten links of one account at a time, one is made",
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
  it("passes what is required: @auth/unstorage-adapter", async () => {
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
    it(`passes what is required: ${name}`, async () => {
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
