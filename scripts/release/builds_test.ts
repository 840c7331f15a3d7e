import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import { pack } from "../build_npm.ts";
import { findDifferent, hashFiles, toSums } from "./builds.ts";

const folders: string[] = [];

/** Packs a small package whose files have a mode. */
async function packSmall(text: string, mode: number): Promise<string> {
  const dir = await Deno.makeTempDir();
  folders.push(dir);
  const manifest = { name: "@latchkey/small", version: "0.1.0" };
  const files = { "package.json": JSON.stringify(manifest), "main.js": text };
  for (const [path, content] of Object.entries(files)) {
    await Deno.writeTextFile(`${dir}/${path}`, content);
    await Deno.chmod(`${dir}/${path}`, mode);
    await Deno.utime(`${dir}/${path}`, mode, mode);
  }
  return await pack(dir, manifest);
}

after(async () => {
  for (const dir of folders) await Deno.remove(dir, { recursive: true });
});

describe("two builds", () => {
  it("give the same tarball, whatever their folders, and the modes and times of their files are", async () => {
    const first = await hashFiles([await packSmall("1;", 0o644)]);
    const second = await hashFiles([await packSmall("1;", 0o600)]);
    assert.deepEqual(Object.keys(first), ["latchkey-small-0.1.0.tgz"]);
    assert.deepEqual(findDifferent(first, second), []);
  });

  it("are told apart if a file differs", async () => {
    const first = await hashFiles([await packSmall("1;", 0o644)]);
    const second = await hashFiles([await packSmall("2;", 0o644)]);
    const different = findDifferent(first, second);
    assert.deepEqual(different, ["latchkey-small-0.1.0.tgz"]);
  });

  it("are told apart if only one has a tarball", () => {
    assert.deepEqual(findDifferent({ a: "1" }, { a: "1", b: "2" }), ["b"]);
    assert.deepEqual(findDifferent({ a: "1", b: "2" }, { a: "1" }), ["b"]);
  });
});

it("toSums() writes lines for sha256sum", () => {
  assert.equal(
    toSums({ "a.tgz": "1f", "b.tgz": "2e" }),
    "1f  a.tgz\n2e  b.tgz\n",
  );
});
