import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { after, before, describe, it } from "node:test";
import {
  createSqliteAdapter,
  migrateSqlite,
} from "@latchkey/auth/adapters/sqlite";
import { startProgram, waitForEnd } from "../../testing/program_testkit.ts";

// Node 20 has no node:sqlite.
const { DatabaseSync } = await import("node:sqlite").catch(() => ({
  DatabaseSync: null,
}));
const skip = DatabaseSync === null && "this run time has no node:sqlite";

describe(
  "several processes with one table of the audit trail",
  { skip },
  () => {
    let folder = "";
    before(async () => {
      folder = await mkdtemp(`${tmpdir()}/audit-`);
    });
    after(() => rm(folder, { recursive: true }));

    it("store each event once, and all that happened before one of them is killed", async () => {
      if (DatabaseSync === null) throw new Error("no node:sqlite");
      const path = `${folder}/audit.db`;
      const db = new DatabaseSync(path);
      db.exec("PRAGMA journal_mode = WAL");
      migrateSqlite(db);
      const program = ["./processes_testkit", import.meta.url] as const;
      const [one, two, killed] = [["one", "40"], ["two", "40"], [
        "killed",
        "99999",
      ]]
        .map((args) => startProgram(program, [path, ...args]));
      assert.ok(one && two && killed);
      const ends = [waitForEnd(one), waitForEnd(two), waitForEnd(killed)];
      // The others are under way or done when it ends.
      killed.stdout?.on("data", (data) => {
        if (String(data).includes("killed 20\n")) killed.kill("SIGKILL");
      });
      const [first, second, third] = await Promise.all(ends);
      assert.deepEqual([first?.errors, second?.errors], ["", ""]);
      assert.equal(third?.signal, "SIGKILL");
      const said = [first, second, third]
        .flatMap((end) => end?.text.split("\n").slice(0, -1) ?? []);
      const adapter = createSqliteAdapter(db);
      const records = await adapter.listAuditRecords({ limit: 100_000 });
      const users = records.map(({ user }) => user ?? "");
      assert.equal(
        new Set(users).size,
        users.length,
        "a record is there twice",
      );
      assert.deepEqual(said.filter((user) => !users.includes(user)), []);
      assert.equal(said.filter((user) => user.startsWith("one ")).length, 40);
      db.close();
    });
  },
);
