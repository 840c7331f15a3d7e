import assert from "node:assert/strict";
import {
  mkdir,
  mkdtemp,
  readFile,
  rename,
  rm,
  stat,
  symlink,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import process from "node:process";
import { afterEach, beforeEach, describe, it } from "node:test";
import { type AuditRecord, createAuditFile } from "@latchkey/auth/audit/file";
import { startProgram, waitForEnd } from "../testing/program_testkit.ts";
import { makeRecord } from "./record_testkit.ts";

let folder = "";
beforeEach(async () => {
  folder = await mkdtemp(`${tmpdir()}/audit-`);
});
afterEach(() => rm(folder, { recursive: true }));

/** Reads the records of a file; each line has to be one. */
async function read(path: string): Promise<AuditRecord[]> {
  const lines = (await readFile(path, "utf8")).split("\n");
  assert.equal(lines.pop(), "", "the end of the last line");
  return lines.map((line) => JSON.parse(line));
}

describe("a file of the audit trail", () => {
  for (const fsync of [false, true]) {
    it(`has a line of JSON for each record, in their order, with fsync ${fsync}`, async () => {
      const path = `${folder}/audit.jsonl`;
      const write = createAuditFile({ path, fsync });
      const [one, two, three] = [1, 2, 3].map((one) => makeRecord(one));
      assert.ok(one && two && three);
      await write([one]);
      await write([two, three]);
      assert.deepEqual(await read(path), [one, two, three]);
    });
  }

  it(
    "is there for its owner only",
    { skip: process.platform === "win32" },
    async () => {
      const path = `${folder}/audit.jsonl`;
      await createAuditFile({ path })([makeRecord(1)]);
      assert.equal((await stat(path)).mode & 0o777, 0o600);
    },
  );

  it("goes on in a new file once it was renamed", async () => {
    const path = `${folder}/audit.jsonl`;
    const write = createAuditFile({ path });
    const [one, two] = [makeRecord(1), makeRecord(2)];
    await write([one]);
    await rename(path, `${path}.1`);
    await write([two]);
    assert.deepEqual(await read(`${path}.1`), [one]);
    assert.deepEqual(await read(path), [two]);
  });

  it("is asked for without a record, and says that it cannot be written", async () => {
    const path = `${folder}/missing/audit.jsonl`;
    const write = createAuditFile({ path });
    await assert.rejects(async () => await write([]), { code: "ENOENT" });
    await mkdir(`${folder}/missing`);
    await write([]);
    assert.equal(await readFile(path, "utf8"), "");
  });

  it(
    "begins a new line after a write that failed, which may have left a part of one",
    { skip: process.platform !== "linux" && "there is no full disk here" },
    async () => {
      const path = `${folder}/audit.jsonl`;
      const write = createAuditFile({ path });
      await symlink("/dev/full", path);
      await assert.rejects(async () => await write([makeRecord(1)]), {
        code: "ENOSPC",
      });
      await rm(path);
      const torn = '{"version":1,"id"';
      await writeFile(path, torn);
      const record = makeRecord(2);
      await write([record]);
      await write([record]);
      const line = `${JSON.stringify(record)}\n`;
      assert.equal(await readFile(path, "utf8"), `${torn}\n${line}${line}`);
    },
  );

  it("keeps every line whole if several processes write it at a time", async () => {
    const path = `${folder}/audit.jsonl`;
    const program = ["./write_testkit", import.meta.url] as const;
    const names = ["a", "b", "c"];
    const ends = await Promise.all(
      names.map((name) => waitForEnd(startProgram(program, [path, name]))),
    );
    assert.deepEqual(ends.map(({ errors }) => errors), ["", "", ""]);
    const users = (await read(path)).map(({ user }) => user);
    for (const name of names) {
      const own = users.filter((user) => user === name);
      assert.equal(own.length, 200, name);
    }
  });
});
