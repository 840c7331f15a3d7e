/**
 * Breaks the package on purpose: the corpora notice.
 *
 * @module
 */

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { root } from "../scripts/command.ts";
import { installChanged, installWhole, NEW_COLUMN } from "./break.ts";
import { cache, makeWith, openWith } from "./installed.ts";

const whole = await installWhole("breaks");
const corpus = `${root}compat/0.1.0/corpus.json`;

describe("a version that locks users out is not released", () => {
  it("another format of the session cookie is noticed, on the way there and back", async () => {
    const folder = await installChanged(whole, [
      /"enc":"A256GCM",/g,
      '"enc":"A256GCM","v":2,',
    ]);
    const flows = ["sessionJwt", "sessionDatabase"];
    const there = await openWith({ folder, file: corpus, flows });
    assert.deepEqual(Object.keys(there), ["sessionJwt"]);
    const file = `${cache}/new-cookie.json`;
    await makeWith({ folder, file, flows });
    const back = await openWith({ folder: whole, file, flows });
    assert.deepEqual(Object.keys(back), ["sessionJwt"]);
  });

  it("a new column with a unique rule that old rows break is noticed", async () => {
    const folder = await installChanged(whole, NEW_COLUMN);
    const flows = ["account", "drizzle"];
    const failures = await openWith({ folder, file: corpus, flows });
    assert.deepEqual(Object.keys(failures), ["account"]);
    assert.match(failures["account"] ?? "", /UNIQUE constraint failed/);
  });
});
