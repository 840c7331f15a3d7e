import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, it } from "node:test";
import { type Files, withApplication } from "./check/fixtures_testkit.ts";
import { runCommand } from "./run_command.ts";

const application: Files = {
  "package.json": '{ "dependencies": { "express": "^5.0.0" } }\n',
  "src/index.ts": "console.log(1);\n",
  ".env": "DATABASE_URL=postgres://me:hush@localhost/app\nPORT=3000\n",
  ".gitignore": "dist/",
};

async function call(args: readonly string[], answers?: string[]) {
  let out = "";
  let error = "";
  const code = await runCommand(["init", ...args, "--no-install"], {
    out: (text) => void (out += text),
    error: (text) => void (error += text),
    now: () => 0,
    env: () => undefined,
    ask: answers && (() => Promise.resolve(answers.shift() ?? "")),
  });
  return { code, out, error };
}

/** Runs the command in an application, and reads its files. */
async function init(
  files: Files,
  args: readonly string[] = [],
  answers?: string[],
) {
  return await withApplication(files, async (folder) => {
    const called = await call([folder, ...args], answers);
    const read = (path: string) =>
      readFile(join(folder, path), "utf8").catch(() => null);
    return {
      ...called,
      auth: await read("src/auth.ts"),
      env: await read(".env"),
      ignored: await read(".gitignore"),
      names: (await readdir(folder)).sort(),
    };
  });
}

describe("npx @latchkey/cli init", () => {
  it("the application keeps every line, and gets what it lacks", async () => {
    const { code, out, auth, env, ignored } = await init(application, [
      "--yes",
      "--providers=github",
    ]);
    assert.equal(code, 0);
    assert.match(auth ?? "", /ServerAuth\(\{/);
    assert.ok(env?.startsWith(application[".env"] ?? "-"));
    assert.match(env ?? "", /^AUTH_SECRET=[\w-]{43}$/m);
    assert.match(env ?? "", /^AUTH_GITHUB_ID=$/m);
    assert.equal(ignored, "dist/\n.env\n");
    assert.match(out, /npm install @latchkey\/auth@\^\d/);
    assert.match(out, /app\.use\("\/auth", auth\);/);
    assert.match(out, /from "\.\/auth\.js"/);
  });

  it("the diff shows each change, and no secret", async () => {
    const { out, env } = await init(application, ["--yes"]);
    assert.match(out, /^\+\+\+ b\/src\/auth\.ts$/m);
    assert.match(out, /^\+AUTH_SECRET=…$/m);
    assert.match(out, /^\+\.env$/m);
    const [, secret = "-"] = /AUTH_SECRET=(.+)/.exec(env ?? "") ?? [];
    assert.ok(!out.includes(secret));
    assert.ok(!out.includes("hush"));
  });

  it("a person reads the diff first, and may say no", async () => {
    const standard = ["", "", "", ""];
    assert.ok((await init(application, [], [...standard, "yes"])).auth);
    const no = [...standard, "no"];
    const { code, error, auth, env } = await init(application, [], no);
    assert.deepEqual([code, error], [130, "Nothing was written.\n"]);
    assert.equal(auth, null);
    assert.equal(env, application[".env"]);
  });

  it("without a person and --yes, nothing is written", async () => {
    const { code, out, auth } = await init(application);
    assert.equal(code, 1);
    assert.match(out, /Nothing was written\. Add --yes/);
    assert.equal(auth, null);
  });

  it("a module of the same name is never overwritten", async () => {
    const files = { ...application, "src/auth.ts": "mine\n" };
    const { code, error, auth, env } = await init(files, ["--yes"]);
    assert.equal(code, 2);
    assert.match(
      error,
      /^src\/auth\.ts is there already\. Nothing was changed/,
    );
    assert.equal(auth, "mine\n");
    assert.equal(env, application[".env"]);
  });

  it("variables and lines that are there are not added again", async () => {
    const files = {
      ...application,
      ".env": "AUTH_SECRET=mine\nAUTH_DEMO_ISSUER=http://localhost:4000\n",
      ".gitignore": ".env*\n",
    };
    const { env, ignored } = await init(files, ["--yes"]);
    assert.equal(env, files[".env"]);
    assert.equal(ignored, files[".gitignore"]);
  });

  for (
    const [lines, isEnough] of [
      ...["/.env", "**/.env", ".env*", "*.env", ".*", "dist/\r\n.env\r\n"]
        .map((one) => [one, true] as const),
      [".env*\n!.env.example\n", true],
      ["!.env\n.env\n", true],
      ...[".env.*", ".env.local", ".env/", " .env", "# .env", "api/.env"]
        .map((one) => [one, false] as const),
      [".env\n!.env\n", false],
      [".env*\n!/.e*\n", false],
    ] as const
  ) {
    it(`with ${JSON.stringify(lines)}, git leaves out the secret`, async () => {
      await withApplication({ "package.json": "{}" }, async (folder) => {
        const path = join(folder, ".gitignore");
        await writeFile(path, lines);
        await call([folder, "--framework=hono", "--yes"]);
        const git = (...args: string[]) =>
          execFileSync("git", ["-c", "core.excludesFile=", ...args], {
            cwd: folder,
          }).toString();
        git("init", "--quiet");
        assert.equal(git("check-ignore", ".env"), ".env\n");
        const after = await readFile(path, "utf8");
        assert.equal(after === lines, isEnough, after);
      });
    });
  }

  it("imports have the extension that the compiler takes", async () => {
    const { out, auth } = await init({
      ...application,
      "tsconfig.json":
        '{ "compilerOptions": { "allowImportingTsExtensions": true } }\n',
    }, ["--yes", "--database=sqlite"]);
    assert.match(auth ?? "", /from "\.\/database\.ts"/);
    assert.match(out, /from "\.\/auth\.ts"/);
    const plain = await init(application, ["--yes", "--database=sqlite"]);
    assert.match(plain.auth ?? "", /from "\.\/database\.js"/);
    assert.match(plain.ignored ?? "", /^\*\.sqlite\*$/m);
    // It leaves the log of the database to git.
    const files = { ...application, ".gitignore": "*.sqlite\n" };
    const partial = await init(files, ["--yes", "--database=sqlite"]);
    assert.match(partial.ignored ?? "", /^\*\.sqlite\*$/m);
  });

  it("an application whose framework runs on another one is of the former", async () => {
    const { out } = await init({
      ...application,
      "package.json":
        '{ "dependencies": { "next": "^16.0.0", "express": "^5.0.0" } }\n',
    }, ["--yes"]);
    assert.match(out, /createNextAuth\(\{/);
  });

  for (
    const [name, line] of [
      [
        "astro",
        /astro\.config\.mjs, .*\n.*\n.*\n\s+security: \{ checkOrigin: false \},/,
      ],
      [
        "@sveltejs/kit",
        /sveltekit\(\{ csrf: \{ trustedOrigins: \["https:\/\/appleid\.apple\.com"\] \} \}\)/,
      ],
    ] as const
  ) {
    it(`${name} is told of the form that Apple answers with, and only then`, async () => {
      const manifest = `{ "dependencies": { "${name}": "1.0.0" } }\n`;
      const files = { ...application, "package.json": manifest };
      const apple = await init(files, ["--yes", "--providers=github,apple"]);
      assert.match(apple.out, line);
      const github = await init(files, ["--yes", "--providers=github"]);
      assert.doesNotMatch(github.out, /checkOrigin|trustedOrigins/);
    });
  }

  it("an application without a known framework has to name one", async () => {
    const files = { "package.json": "{}\n" };
    const { code, error } = await init(files, ["--yes"]);
    assert.equal(code, 2);
    assert.match(
      error,
      /uses no framework that this command knows.*--framework/,
    );
    const named = await init(files, ["--yes", "--framework=hono"]);
    assert.deepEqual(named.names, [
      ".env",
      ".gitignore",
      "auth.ts",
      "package.json",
    ]);
  });

  it("a folder that is no application is an error", async () => {
    const { code, error } = await init({ "notes.txt": "mine\n" }, ["--yes"]);
    assert.equal(code, 2);
    assert.match(error, /has no package\.json.*npm create @latchkey/);
  });
});
