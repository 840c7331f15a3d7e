import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it } from "node:test";
import { root, runOrThrow } from "../command.ts";
import { findTagFaults, hasChanges, readTags } from "./tags.ts";

let folder = "";

async function git(...args: readonly string[]): Promise<void> {
  const own = ["-c", "user.name=a", "-c", "user.email=a@b.c"];
  await runOrThrow("git", [...own, ...args], { cwd: folder });
}

async function commit(): Promise<void> {
  await git("commit", "--quiet", "--allow-empty", "--no-gpg-sign", "-m", "a");
}

beforeEach(async () => {
  folder = await Deno.makeTempDir();
  await git("init", "--quiet");
  await commit();
  await git("update-ref", "refs/remotes/origin/main", "HEAD");
});
afterEach(() => Deno.remove(folder, { recursive: true }));

describe("the tag of a release", () => {
  it("names the version, on the main branch or on that of the line", async () => {
    await git("tag", "v0.1.5");
    const clone = { folder, pushed: "v0.1.5" };
    assert.deepEqual(await findTagFaults("0.1.5", clone), []);

    await commit();
    await git("tag", "v0.1.6");
    await git("update-ref", "refs/remotes/origin/release-0.1", "HEAD");
    const later = { folder, pushed: "v0.1.6" };
    assert.deepEqual(await findTagFaults("0.1.6", later), []);
  });

  it("is refused for another version, also if git does not know it", async () => {
    const clone = { folder, pushed: "v0.2.0" };
    const faults = ["the tag v0.2.0 was pushed, and deno.json has 0.1.0"];
    assert.deepEqual(await findTagFaults("0.1.0", clone), faults);
    await git("tag", "v0.2.0");
    assert.deepEqual(await findTagFaults("0.1.0", { folder }), [
      "the commit has the tag v0.2.0, and deno.json 0.1.0",
    ]);
  });

  it("is refused on a branch that nobody has reviewed", async () => {
    await commit();
    await git("tag", "v0.1.0");
    await git("update-ref", "refs/remotes/origin/release-0.2", "HEAD");
    await git("update-ref", "refs/remotes/origin/my/main", "HEAD");
    const faults = await findTagFaults("0.1.0", { folder, pushed: "v0.1.0" });
    assert.equal(faults.length, 1);
    assert.match(
      faults[0] ?? "",
      /neither origin\/main nor origin\/rel\S+0\.1:/,
    );
    // Before a push, somebody may work anywhere.
    assert.deepEqual(await findTagFaults("0.1.0", { folder }), []);
  });

  it("is refused if another commit has it", async () => {
    await git("tag", "v0.1.0");
    await commit();
    assert.deepEqual(await findTagFaults("0.1.0", { folder }), [
      "v0.1.0 is the tag of another commit: raise the version",
    ]);
  });

  it("nothing passes where git fails", async () => {
    await Deno.remove(`${folder}/.git`, { recursive: true });
    const clone = { folder };
    await assert.rejects(readTags(clone), /git tag .*ended with 128/);
    await assert.rejects(findTagFaults("0.1.0", clone), /ended with 128/);
    await assert.rejects(hasChanges(clone), /git status .*ended with 128/);
  });

  it("a file that is not committed is noticed", async () => {
    assert.equal(await hasChanges({ folder }), false);
    await Deno.writeTextFile(`${folder}/a`, "a");
    assert.equal(await hasChanges({ folder }), true);
  });

  it("a push of a tag is taken from the variables of the workflow", async () => {
    const module = JSON.stringify(`${root}scripts/release/tags.ts`);
    const code = `console.log((await import(${module})).readPushed())`;
    const read = async (GITHUB_REF_TYPE: string) =>
      (await runOrThrow(Deno.execPath(), ["eval", code], {
        env: { GITHUB_REF_TYPE, GITHUB_REF_NAME: "v0.1.0" },
      })).trim();
    assert.equal(await read("tag"), "v0.1.0");
    assert.equal(await read("branch"), "undefined");
  });
});
