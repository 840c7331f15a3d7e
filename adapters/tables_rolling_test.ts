import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import pg from "pg";
import { createDatabase, findTestServer } from "./servers_testkit.ts";

import { maps, shareSqlite, shareTables } from "./tables_rolling_testkit.ts";
import { startProgram, waitForEnd } from "../testing/program_testkit.ts";

const server = findTestServer("TEST_POSTGRES_URL");

/** Sets the local time of new connections to a database. */
async function moveToNewYork(url: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  const name = new URL(url).pathname.slice(1);
  await client.query(`ALTER DATABASE ${name} SET timezone = 'America/New_York'`)
    .finally(() => client.end());
}

/** Runs the same for all in one process whose local time is not UTC. */
async function shareInNewYork(url: string): Promise<string> {
  const program = ["./tables_rolling_testkit", import.meta.url] as const;
  const env = { TZ: "America/New_York" };
  const { text, errors } = await waitForEnd(startProgram(program, [url], env));
  return text + errors;
}

describe("a rolling deployment", { skip: server.skip }, () => {
  let database: Awaited<ReturnType<typeof createDatabase>>;
  let inNewYork = "";
  before(async () => {
    database = await createDatabase(server.url);
    await moveToNewYork(database.url);
    inNewYork = await shareInNewYork(database.url);
  });
  after(() => database.drop());

  for (const name of Object.keys(maps)) {
    it(`${name} and ours read and write the same rows`, async () => {
      await shareTables(database.url, name);
    });

    it(`${name} and ours agree on times in New York`, () => {
      const lines = inNewYork.split("\n");
      assert.ok(lines.includes(`${name}: shared`), inNewYork);
    });
  }
});

// Node 20 has no node:sqlite.
const { DatabaseSync } = await import("node:sqlite").catch(() => ({
  DatabaseSync: null,
}));
const skip = DatabaseSync === null && "this run time has no node:sqlite";

describe("SQLite", { skip }, () => {
  for (
    const name of ["@auth/drizzle-adapter", "@auth/kysely-adapter"] as const
  ) {
    it(`${name} and ours read and write the same rows in SQLite`, async () => {
      if (DatabaseSync === null) throw new Error("no node:sqlite");
      await shareSqlite(new DatabaseSync(":memory:"), name);
    });
  }
});
