import assert from "node:assert/strict";
import {
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, it } from "node:test";
import { Stopped } from "./command.ts";
import { create } from "./create.ts";
import { ids, readProviders } from "./create/choices.ts";
import { frameworks } from "./create/frameworks/frameworks.ts";
import { writeNew } from "./create/write.ts";
import { run } from "./run.ts";

let folder = "";
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "latchkey-create-"));
});
afterEach(() => rm(folder, { recursive: true }));

/** Runs the command, with the answers of a person if there is one. */
async function call(args: readonly string[], answers?: string[]) {
  let out = "";
  let error = "";
  const asked: string[] = [];
  const code = await run(create, [...args, "--no-install"], {
    out: (text) => void (out += text),
    error: (text) => void (error += text),
    now: () => 0,
    env: () => undefined,
    ask: answers && ((question) => {
      asked.push(question);
      const answer = answers.shift();
      return answer === undefined
        ? Promise.reject(new Stopped("Stopped."))
        : Promise.resolve(answer);
    }),
  });
  return { code, out, error, asked };
}

const read = (path: string) => readFile(join(folder, path), "utf8");

describe("npm create @latchkey", () => {
  for (const framework of Object.keys(frameworks)) {
    it(`${framework}: the application has its sign-in and its variables`, async () => {
      const target = join(folder, "app");
      const { code, out } = await call([target, `--framework=${framework}`]);
      assert.equal(code, 0);
      assert.match(out, /sign in with "Demo"/);
      const names = await readdir(target);
      for (const name of [".env", ".env.example", ".gitignore", "README.md"]) {
        assert.ok(names.includes(name), name);
      }
      const { modules = "src/", file = "auth.ts" } = frameworks[framework] ??
        {};
      const module = await read(`app/${modules}${file}`);
      assert.match(module, /^export const (?:auth|config) = /m);
      assert.match(await read("app/.gitignore"), /^\.env$/m);
    });
  }

  it("the README names the pages of the framework, and Git ignores what it builds", async () => {
    await call([join(folder, "app"), "--framework=next", "--methods=email"]);
    const readme = await read("app/README.md");
    assert.match(readme, /`src\/app\/`: the pages/);
    assert.match(await read("app/.gitignore"), /^dist\/$[^]*^\.next\/$/m);
  });

  it("a framework that needs a later Node says so", async () => {
    await call([join(folder, "app"), "--framework=react-router"]);
    const { engines } = JSON.parse(await read("app/package.json"));
    assert.equal(engines.node, ">=22.22");
  });

  it("a build that loads the modules needs no database", async () => {
    const flags = ["--framework=next", "--database=postgres"];
    await call([join(folder, "app"), ...flags]);
    const database = await read("app/src/database.ts");
    assert.match(
      database,
      /^if \(.*NEXT_PHASE !== .*\) \{\n {2}await migratePostgres/m,
    );
  });

  it("a memory is shared by all copies of its module", async () => {
    await call([
      join(folder, "app"),
      "--framework=next",
      "--database=memory",
    ]);
    const auth = await read("app/src/auth.ts");
    assert.match(auth, /kept\.adapter \?\?= createMemoryAdapter\(\);/);
    assert.match(auth, /createNextAuth\(\{\n {2}adapter,/);
  });

  it("each application has secrets of its own, which the example lacks", async () => {
    await call([join(folder, "a")]);
    await call([join(folder, "b")]);
    const secretsOf = async (path: string) =>
      [...(await read(path)).matchAll(/^\w+_SECRET=(.*)$/gm)].map(([, one]) =>
        one ?? ""
      );
    const all = [...await secretsOf("a/.env"), ...await secretsOf("b/.env")];
    assert.equal(new Set(all).size, 4);
    for (const secret of all) assert.match(secret, /^[\w-]{43}$/);
    assert.deepEqual(await secretsOf("a/.env.example"), ["", ""]);
  });

  it("flags answer every question", async () => {
    const { code, asked } = await call([
      join(folder, "app"),
      "--framework=hono",
      "--methods=password,email",
      "--database=memory",
      "--providers=github,google",
    ], []);
    assert.equal(code, 0);
    assert.deepEqual(asked, []);
    const auth = await read("app/src/auth.ts");
    assert.match(auth, /HonoAuth\(\{/);
    assert.match(auth, /Password\(\),\n {4}email,/);
    assert.match(auth, /createMemoryAdapter\(\)/);
    assert.match(auth, /env\.AUTH_GOOGLE_ID \? \[Google\]/);
    assert.match(await read("app/.env"), /^AUTH_GITHUB_ID=$/m);
  });

  it("a person is asked, again after a mistake, and an empty line is the default", async () => {
    const answers = [
      join(folder, "app"),
      "expres",
      "express",
      "",
      "",
      "sqlite",
    ];
    const { code, asked, error } = await call([], answers);
    assert.equal(code, 0, error);
    assert.deepEqual(answers, []);
    assert.equal(asked.filter((one) => one.startsWith("Framework")).length, 2);
    assert.match(
      error,
      /^There is no framework "expres"\. Choose from: express/,
    );
    assert.match(await read("app/src/database.ts"), /node:sqlite/);
  });

  it("a person who stops leaves no file", async () => {
    const target = join(folder, "app");
    const { code, error } = await call([], [target, "hono"]);
    assert.equal(code, 130);
    assert.equal(error, "Stopped.\n");
    assert.deepEqual(await readdir(folder), []);
  });

  it("with --yes, nobody is asked", async () => {
    const { asked } = await call([join(folder, "app"), "--yes"], []);
    assert.deepEqual(asked, []);
  });

  it("a folder with files is left alone; a repository may have begun", async () => {
    await writeFile(join(folder, "notes.txt"), "mine");
    const { code, error } = await call([folder]);
    assert.equal(code, 2);
    assert.match(error, /is not empty \(notes\.txt\).*init/);
    assert.deepEqual(await readdir(folder), ["notes.txt"]);

    await mkdir(join(folder, "app/.git"), { recursive: true });
    assert.equal((await call([join(folder, "app")])).code, 0);
    const file = join(folder, "notes.txt");
    assert.match((await call([file])).error, /is not a folder/);
  });

  for (
    const [wrong, message] of [
      ["--framework=rails", /no framework "rails"\. Choose from: express, /],
      ["--methods=magic", /no method "magic"\. Choose from: password, /],
      ["--database=oracle", /no database "oracle"\. Choose from: none, /],
      ["--providers=nobody", /no provider "nobody"\. .*docs\/providers\.md/],
      ["--providers=passkey", /no provider "passkey"/],
      ["--nonsense", /--nonsense/],
    ] as const
  ) {
    it(`${wrong} is refused, and nothing is written`, async () => {
      const { code, error } = await call([join(folder, "app"), wrong]);
      assert.equal(code, 2);
      assert.match(error, message);
      assert.deepEqual(await readdir(folder), []);
    });
  }

  it("passwords without a database are refused", async () => {
    const { code, error } = await call([
      join(folder, "app"),
      "--methods=password",
      "--database=none",
    ]);
    assert.equal(code, 2);
    assert.match(error, /kept in a database/);
  });

  it("files that cannot all be written are removed", async () => {
    await writeFile(join(folder, "b"), "mine");
    const files = { "new/a": "1", "c": "2", "b": "3", "d": "4" };
    await assert.rejects(writeNew(folder, files), { code: "EEXIST" });
    assert.deepEqual(await readdir(folder), ["b"]);
    assert.equal(await read("b"), "mine");
  });

  it("every name of a provider leads to the provider whose variables are asked for", async () => {
    for (const name of ids) {
      const [id = ""] = readProviders(name);
      const { default: make } = await import(
        `@latchkey/auth/providers/${id}`
      );
      const own = make({ clientId: "id", clientSecret: "secret" }).id;
      assert.equal(id, own, name);
    }
  });
});
