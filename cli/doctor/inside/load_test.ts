import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { load } from "./load.ts";

let folder = "";
before(async () => {
  folder = await mkdtemp(join(tmpdir(), "doctor-load-"));
});
after(() => rm(folder, { recursive: true }));

let count = 0;

/** Loads a module of this text. */
async function loadText(text: string) {
  const path = join(folder, `auth-${++count}.mjs`);
  await writeFile(path, text);
  return await load(path);
}

describe("the module of a configuration", () => {
  it("exports it under one of several names, an instance first", async () => {
    const config = "{ providers: [] }";
    const texts: [string, string][] = [
      [`export const config = ${config};`, "config"],
      [`export const authConfig = ${config};`, "authConfig"],
      [`export default { providers: () => [] };`, "default"],
      [
        `export const config = ${config}; export const auth = { revoke() {} };`,
        "auth",
      ],
      [`export const auth = null; export default ${config};`, "default"],
    ];
    for (const [text, expected] of texts) {
      assert.equal((await loadText(text)).name, expected);
    }
  });

  it("brings the library that it uses", async () => {
    const { inspect, auth } = await loadText(
      'export default { providers: [], secret: "short" }',
    );
    const { problems } = await inspect(auth, {});
    assert.match(problems[0] ?? "", /^Secret 1 is shorter/);
  });

  it("may throw what createAuth throws", async () => {
    const { inspect, auth } = await loadText(
      'throw Object.assign(new Error(), { problems: ["One is wrong."] })',
    );
    const { problems, inspected } = await inspect(auth, {});
    assert.deepEqual(problems, ["One is wrong."]);
    assert.equal(inspected, null);
  });

  it("that cannot be used is an error that says why", async () => {
    await assert.rejects(
      loadText("export const other = 1;"),
      /auth-\d+\.mjs exports no configuration: .*: auth, config, authConfig,/,
    );
    await assert.rejects(
      loadText('throw new Error("no DATABASE_URL")'),
      /cannot be loaded: no DATABASE_URL$/,
    );
    await assert.rejects(load(join(folder, "none.mjs")), /cannot be loaded/);
  });
});
