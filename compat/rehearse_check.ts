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
import { installChanged, installWhole, NEW_COLUMN } from "./break.ts";
import { restore } from "./database.ts";

const whole = await installWhole("rehearse");
const corpus = `${root}compat/0.1.0/corpus.json`;
const { path: node } = await findNode(24);

/** A configuration of the application whose database the corpus has. */
const APPLICATION = `
import { createAuth } from "@latchkey/auth";
import { createMemoryAdapter } from "@latchkey/auth/adapters/memory";
import { Passkey } from "@latchkey/auth/providers/passkey";
import { Password } from "@latchkey/auth/providers/password";

const op = { type: "oidc", issuer: "https://op.example", clientId: "client",
  clientSecret: "client secret", uniqueSubject: true };
const email = { id: "email", type: "email", from: "app@app.example",
  sendMail: () => { throw new Error("a mail was sent"); } };

export const config = {
  secret: "the secret of the corpora, which nobody else uses",
  adapter: createMemoryAdapter(),
  experimental: { enableWebAuthn: true },
  providers: [
    { ...op, id: "op" },
    { ...op, id: "second" },
    email,
    Password({
      pepper: "the pepper of the corpora, which nobody else uses",
      hash: { memory: 8 },
    }),
    Passkey(),
  ],
};
export const auth = createAuth(config);
`;

/** Rehearses the upgrade from the package of these sources to a changed one. */
async function rehearse(folder: string, map = "own"): Promise<Report> {
  const config = `${folder}/auth.mjs`;
  await Deno.writeTextFile(config, APPLICATION);
  const file = `${folder}/${map}.sqlite`;
  await Deno.remove(file).catch(() => {});
  const db = new DatabaseSync(file);
  const { databases } = JSON.parse(await Deno.readTextFile(corpus));
  restore(db, databases[map]);
  db.close();
  const before = await Deno.readFile(file);
  const args = ["--config", config, "--database", file, "--old", whole];
  const { code, output } = await run(
    node,
    [`${root}cli/main.ts`, "rehearse", ...args, "--json"],
    { env: { NODE_NO_WARNINGS: "1" } },
  );
  assert.ok(code < 2, output);
  assert.deepEqual(await Deno.readFile(file), before);
  const report: Report = JSON.parse(output.slice(output.indexOf("{")));
  const isLocked = report.migration.length > 0 ||
    report.findings.some(({ verdict }) => verdict === "fails");
  assert.equal(code, isLocked ? 1 : 0);
  return report;
}

const toFailures = ({ findings }: Report) =>
  findings.filter(({ verdict }) => verdict !== "works");

describe("a rehearsal of an upgrade", () => {
  it("finds nobody whom the same version locks out, and leaves the database as it is", async () => {
    const { findings, shapes, migration } = await rehearse(whole);
    assert.deepEqual(migration, []);
    assert.deepEqual(toFailures({ findings } as Report), []);
    assert.ok(shapes > 10);
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
    // Hashes of peppered passwords are taken for those of nobody.
    const folder = await installChanged(whole, [
      /\/\^\\\$hmac-sha256\\\$/g,
      "/^\\$hmac-sha512\\$",
    ]);
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
