/**
 * Checks the Qwik starter, built with the packed library as users build it: no
 * file for browsers may hold anything of the server.
 *
 * @module
 */

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { listFiles } from "../../scripts/command.ts";
import { marker, prepareQwikApp, qwikApp, runInApp } from "./app.ts";
import {
  checkForeignForm,
  checkProvider,
  checkRefusal,
  runQwikApp,
} from "./recipe_check.ts";
import { buildVariants, type VariantResults, variants } from "./variants.ts";

/**
 * Texts of our core, and of the example's server, which must not reach a
 * browser.
 */
const serverMarkers = [
  "__Host-",
  "GUEST_PASSWORD",
  "node:sqlite",
  "nodemailer",
];

/** Returns the files of a folder that contain one of the texts. */
async function findIn(folder: string, texts: string[]): Promise<string[]> {
  const paths = await listFiles(folder, qwikApp);
  assert.ok(paths.length > 0, `${folder} is empty`);
  const found: string[] = [];
  for (const path of paths) {
    const content = await Deno.readTextFile(`${qwikApp}/${path}`);
    if (texts.some((text) => content.includes(text))) found.push(path);
  }
  return found;
}

describe("the Qwik starter", () => {
  it("can be built", () => prepareQwikApp());

  it("has the right types", async () => {
    await runInApp(["node_modules/typescript/bin/tsc"]);
  });

  it("has its configuration on the server", async () => {
    assert.notDeepEqual(await findIn("server", [marker]), []);
  });

  it("has no file for browsers that holds any of it", async () => {
    assert.deepEqual(await findIn("dist", [marker, ...serverMarkers]), []);
  });
});

describe("the recipe for Qwik City", () => {
  it("a provider's button signs in, and leads where the visitor was going", () =>
    runQwikApp(checkProvider));

  it("a wrong password shows a message, and keeps the name and the target", () =>
    runQwikApp(checkRefusal));

  it("a form of another site is refused", () => runQwikApp(checkForeignForm));
});

describe("small applications", () => {
  let built: VariantResults | null = null;

  it("can be built", async () => {
    built = await buildVariants();
  });

  for (const [name, { fate }] of Object.entries(variants)) {
    it(`${name}: ${fate}`, () => assert.equal(built?.fates.get(name), fate));
  }

  it("have one class of an error, whichever entry it comes from", () => {
    assert.equal(built?.isOne, true);
  });
});
