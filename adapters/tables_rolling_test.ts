import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import process from "node:process";
import { describe, it } from "node:test";
import { fileURLToPath } from "node:url";
import { findTestServer } from "./servers_testkit.ts";
import { maps, shareSqlite, shareTables } from "./tables_rolling_testkit.ts";

const server = findTestServer("TEST_POSTGRES_URL");

/** Runs the same in a process whose local time is not UTC. */
function shareInNewYork(name: string): Promise<string> {
  const isDeno = "Deno" in globalThis;
  const file = `./tables_rolling_testkit.${isDeno ? "ts" : "js"}`;
  const args = [
    ...(isDeno ? ["run", "-A", "--quiet", "--no-check"] : []),
    fileURLToPath(new URL(file, import.meta.url)),
    name,
    server.url,
  ];
  const env = { ...process.env, TZ: "America/New_York" };
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      args,
      { env },
      (_, stdout, stderr) => resolve(stdout + stderr),
    );
  });
}

describe("a rolling deployment", { skip: server.skip }, () => {
  for (const name of Object.keys(maps)) {
    it(`${name} and ours read and write the same rows`, async () => {
      await shareTables(server.url, name);
    });

    it(`${name} and ours agree on times in New York`, async () => {
      assert.match(await shareInNewYork(name), /^shared$/m);
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
