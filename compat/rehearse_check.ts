/**
 * Rehearses upgrades from the package of these sources to broken copies of it, as
 * users do: with the command line on Node.
 *
 * @module
 */

import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { describe, it } from "node:test";
import type { Report } from "../cli/rehearse/report.ts";
import { root, run } from "../scripts/command.ts";
import { findNode } from "../scripts/node.ts";
import {
  installChanged,
  installWhole,
  NEW_COLUMN,
  NEW_HASHES,
} from "./break.ts";
import { restore } from "./database.ts";
import { readDump, rehearse as rehearseFile, toFailures } from "./rehearsal.ts";

const whole = await installWhole("rehearse");
const { path: node } = await findNode(24);

/** Rehearses the upgrade from the package of these sources to a changed one. */
async function rehearse(folder: string, map = "own"): Promise<Report> {
  const file = `${folder}/${map}.sqlite`;
  await Deno.remove(file).catch(() => {});
  const db = new DatabaseSync(file);
  restore(db, await readDump(map));
  db.close();
  const before = await Deno.readFile(file);
  const report = await rehearseFile({ folder, old: whole, database: file });
  assert.deepEqual(await Deno.readFile(file), before);
  return report;
}

describe("a rehearsal of an upgrade", () => {
  it("finds nobody whom the same version locks out, and leaves the database as it is", async () => {
    const report = await rehearse(whole);
    assert.deepEqual(report.migration, []);
    assert.deepEqual(toFailures(report), []);
    assert.ok(report.shapes > 10);
    const tables = await rehearse(whole, "betterAuthSqliteTables");
    assert.deepEqual(toFailures(tables), []);
  });

  it("names the rule that rows break", async () => {
    const report = await rehearse(
      await installChanged(whole, NEW_COLUMN),
    );
    assert.match(report.migration.join(), /UNIQUE constraint failed/);
  });

  it("names the shape that a version no longer reads, and no other", async () => {
    const folder = await installChanged(whole, NEW_HASHES);
    const failures = toFailures(await rehearse(folder));
    assert.ok(failures.length > 0);
    for (const { shape, way, verdict } of failures) {
      assert.equal(way, "password");
      assert.equal(verdict, "fails");
      assert.match(shape, /password \(with a pepper\)/);
    }
  });
});

it("`migrate tables` shows what a database needs, and runs it on demand", async () => {
  const file = `${whole}/new.sqlite`;
  await Deno.remove(file).catch(() => {});
  const db = new DatabaseSync(file);
  db.exec("CREATE TABLE own (id text)");
  const list = () =>
    db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all()
      .map(({ name }) => name);
  const migrate = async (...more: string[]) => {
    const args = ["migrate", "tables", "--database", file, ...more];
    const env = { NODE_NO_WARNINGS: "1" };
    const options = { cwd: whole, env };
    return await run(node, [`${root}cli/main.ts`, ...args], options);
  };
  const shown = await migrate();
  assert.equal(shown.code, 0, shown.output);
  assert.match(shown.output, /^CREATE TABLE IF NOT EXISTS auth_users/m);
  assert.deepEqual(list(), ["own"]);
  const unfit = await migrate("--tables", "drizzleSqliteTables");
  assert.equal(unfit.code, 2);
  assert.match(unfit.output, /the database has no table "user"/);
  assert.equal((await migrate("--apply")).code, 0);
  assert.ok(list().includes("auth_users"));
  db.close();
});
