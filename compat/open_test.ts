/**
 * What the users of each released version have (sessions, sign-ins that have
 * begun, accounts, links, tokens) opens with these sources. If a test fails,
 * the next release locks somebody out: mend the code, never the corpus.
 */

import "../core/runtime/test_mode_testkit.ts";
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { describe, it } from "node:test";
import { findTestServer } from "../adapters/servers_testkit.ts";
import { createOpener, flows } from "./play.ts";
import { today } from "./today.ts";

const postgres = findTestServer("TEST_POSTGRES_URL");
const here = new URL(".", import.meta.url);
const entries = await readdir(here, { withFileTypes: true });
const versions = entries.map(({ name }) => name)
  .filter((name) => /^\d/.test(name))
  .sort((a, b) => a.localeCompare(b, "en", { numeric: true }));

async function readText(path: string): Promise<string> {
  return await readFile(new URL(path, here), "utf8");
}

for (const version of versions) {
  const corpus = JSON.parse(await readText(`${version}/corpus.json`));
  const { names, open } = await createOpener(today, corpus);
  describe(`what ${version} left behind`, () => {
    for (const name of names) {
      const flow = flows[name];
      const skip = flow?.options.isPostgres ? postgres.skip : false;
      it(`${name}: ${flow?.title}`, { skip }, () => open(name));
    }
  });
}

describe("the corpora", () => {
  it("that of a released version is as it was at the release", async () => {
    const released = JSON.parse(await readText("released.json"));
    for (const [version, hash] of Object.entries(released)) {
      const text = await readText(`${version}/corpus.json`);
      const actual = createHash("sha256").update(text).digest("hex");
      assert.equal(actual, hash, `compat/${version}/corpus.json has changed`);
    }
  });

  it("the newest has what every flow keeps", async () => {
    const text = await readText(`${versions.at(-1)}/corpus.json`);
    const { kept } = JSON.parse(text);
    assert.deepEqual(Object.keys(kept), Object.keys(flows));
    assert.ok(text.length < 150_000, `${text.length} characters`);
  });
});
