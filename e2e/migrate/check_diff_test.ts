/** Applies the diffs of `migrate check` to applications of the published packages. */

import "../../core/runtime/own_env_testkit.ts";
import assert from "node:assert/strict";
import type { RequestListener } from "node:http";
import process from "node:process";
import { it } from "node:test";
import { createBrowser } from "@latchkey/auth/testing";
import { checkApplication } from "../../cli/check/check.ts";
import { openSite } from "../../migrate/site_testkit.ts";
import {
  createProvider,
  passProvider,
} from "../../migrate/express-openid-connect/move_testkit.ts";
import { assertMove } from "../../migrate/move_testkit.ts";
import { runOrThrow } from "../../scripts/command.ts";
import { forward } from "../../server/express_testkit.ts";
import { checkRecipes, writeFolder } from "../recipes/recipes.ts";
import { apps, type CheckedApp, MOVED } from "./check_apps.ts";
import { authApps } from "./check_auth_apps.ts";

const OPENID = "express-openid-connect";
const all = { ...apps, ...authApps };

/** A program of an application. */
interface Program {
  readonly default: RequestListener;
  readonly userId?: string;
}

async function load(path: string): Promise<Program> {
  return await import(`file://${path}`);
}

/**
 * Writes an application, applies the diff that the command prints for it, and
 * gives it the answers.
 */
async function applyDiff(
  name: string,
  { source, files = {}, dependencies, env, answers }: CheckedApp,
): Promise<{ readonly old: Program; readonly moved: Program }> {
  process.env = { ...process.env, AUTH_TRUST_HOST: "true", ...env };
  process.env.AUTH_SECRET ??= "a secret of the new application: 32 characters";
  const versions = dependencies.map((one) => [one, "*"]);
  const manifest = {
    name: "shop",
    type: "module",
    dependencies: Object.fromEntries(versions),
  };
  const use = `check-${toFolder(name)}`;
  const before = { ...files, "app.mjs": source };
  const folder = await writeFolder(use, {
    ...before,
    "package.json": `${JSON.stringify(manifest, null, 2)}\n`,
  });
  const old = await writeFolder(`${use}-old`, before);
  const { diff } = await checkApplication(folder, Date.now());
  await Deno.writeTextFile(`${folder}/check.diff`, diff);
  // The folder is one of this repository, whose index does not know it.
  const apply = ["apply", `--directory=.cache/recipes/${use}`];
  await runOrThrow("git", [...apply, `${folder}/check.diff`]);
  if (diff.includes("/dev/null")) await answer(folder, answers);
  return {
    old: await load(`${old}/app.mjs`),
    moved: await load(
      `${folder}/${diff.includes("/dev/null") ? "moved" : "app"}.mjs`,
    ),
  };
}

/** Replaces the placeholders; without that, the program does not start. */
async function answer(
  folder: string,
  answers: CheckedApp["answers"],
): Promise<void> {
  const path = `${folder}/latchkey.mjs`;
  const config = await Deno.readTextFile(path);
  if (Object.keys(answers).length > 0) {
    await Deno.writeTextFile(`${folder}/early.mjs`, config);
    await assert.rejects(load(`${folder}/early.mjs`), /TODO is not defined/);
  }
  const asked = [...config.matchAll(/(\S+): TODO/g)].map(([, key]) => key);
  assert.deepEqual(asked.sort(), Object.keys(answers).sort());
  const whole = config.replaceAll(
    /(\S+): TODO/g,
    (_, key: string) => `${key}: ${answers[key]}`,
  );
  await Deno.writeTextFile(path, whole);
  await Deno.writeTextFile(`${folder}/moved.mjs`, MOVED);
}

for (const [name, app] of Object.entries(all)) {
  if (name === OPENID) continue;
  it(`the diff of migrate check moves an application: ${name}`, async () => {
    const { old, moved } = await applyDiff(name, app);
    const userId = app.userId ?? old.userId ?? "";
    const before = { ...app, app: old.default, accept: [], userId };
    await assertMove(before, moved.default);
  });
}

it(`the diff of migrate check moves an application: ${OPENID}`, async () => {
  const app = authApps[OPENID];
  assert.ok(app !== undefined);
  const site = await openSite();
  const op = await createProvider([site.origin]);
  try {
    process.env.BASE_URL = site.origin;
    process.env.ISSUER_BASE_URL = op.origin;
    process.env.AUTH_OIDC_ISSUER = op.origin;
    const { old, moved } = await applyDiff(OPENID, app);
    const browser = createBrowser(forward);
    const readMe = async () =>
      await (await browser.fetch(`${site.origin}/me`)).json();
    site.run(old.default);
    const page = await browser.goto(`${site.origin}/login`);
    await passProvider(browser, page, op.origin);
    assert.equal(await readMe(), "ada");
    site.run(moved.default);
    assert.equal(typeof await readMe(), "string");
    const names = browser.cookies(site.origin).map((one) => one.name);
    assert.ok(names.includes(app.cookie) && names.includes("latchkey.session"));
  } finally {
    await Promise.all([site.stop(), op.stop()]);
  }
});

it("the files that migrate check makes have the right types", async () => {
  const files: Record<string, string> = {};
  for (const [name, { source }] of Object.entries(all)) {
    const part = `check-types-${toFolder(name)}`;
    const sources = { "package.json": "{}\n", "app.mjs": source, "a.ts": "" };
    const folder = await writeFolder(part, sources);
    const { diff } = await checkApplication(folder, Date.now());
    const [, added] = diff.split("+++ b/latchkey.ts\n");
    if (added === undefined) continue;
    const code = added.split("\n").slice(1).map((line) => line.slice(1));
    files[`${toFolder(name)}.ts`] = [
      'import process from "node:process";',
      "declare const TODO: never;",
      ...code,
    ].join("\n");
  }
  assert.equal(Object.keys(files).length, 6);
  assert.deepEqual(
    await checkRecipes(await writeFolder("check-types", files)),
    [],
  );
});

function toFolder(name: string): string {
  return name.replaceAll(/\W/g, "-");
}
