import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import process from "node:process";
import { describe, it } from "node:test";
import { promisify } from "node:util";
import { checkApplication } from "./check.ts";
import {
  applications,
  authCore,
  authExpress,
  type Files,
  nextAuth4,
  withApplication,
} from "./fixtures_testkit.ts";
import { VERSION } from "./find/catalogue.ts";
import { renderReport } from "./render.ts";
import type { Report } from "./report.ts";

const now = Date.UTC(2026, 10, 22);
const run = promisify(execFile);

function check(files: Files): Promise<Report> {
  return withApplication(files, (dir) => checkApplication(dir, now));
}

/** Checks the first application with one file in addition, or in place of its own. */
function checkWith(files: Files): Promise<Report> {
  return check({ ...authExpress, ...files });
}

function findChange({ findings }: Report, name: string): string {
  const found = findings.filter((one) => one.name === name);
  assert.equal(found.length, 1, name);
  return `${found[0]?.verdict} ${found[0]?.change}`;
}

describe("the output of migrate check", () => {
  for (const [name, files] of Object.entries(applications)) {
    // `UPDATE_GOLDEN=1` writes the files; read their diff.
    it(`an application with ${name} gets the expected text`, async () => {
      const text = renderReport(await check(files))
        .replaceAll(`"^${VERSION}"`, '"^VERSION"');
      const golden = new URL(`./golden/${name}.txt`, import.meta.url);
      if (process.env.UPDATE_GOLDEN === "1") await writeFile(golden, text);
      assert.equal(text, await readFile(golden, "utf8"));
    });

    it(`the diff of an application with ${name} applies`, async () => {
      await withApplication(files, async (dir) => {
        const { diff } = await checkApplication(dir, now);
        await writeFile(join(dir, "check.diff"), diff);
        await run("git", ["apply", "check.diff"], { cwd: dir });
        const text = await readFile(join(dir, "package.json"), "utf8");
        const { dependencies } = JSON.parse(text);
        assert.ok(Object.hasOwn(dependencies, "@latchkey/auth"));
      });
    });

    it(`no value of a variable of an application with ${name} is in the report`, async () => {
      const { diff: _, ...report } = await check(files);
      assert.doesNotMatch(JSON.stringify(report), /hunter2|shop\.example/);
    });
  }

  it("nothing is written", async () => {
    await withApplication(authCore, async (dir) => {
      const before = await listAll(dir);
      await checkApplication(dir, now);
      assert.deepEqual(await listAll(dir), before);
    });
  });

  it("only an application of the Auth.js family without oddities maps by itself", async () => {
    const names: string[] = [];
    for (const [name, files] of Object.entries(applications)) {
      if ((await check(files)).maps) names.push(name);
    }
    assert.deepEqual(names, ["auth-express"]);
  });

  it("an application that applied the diff uses no old library", async () => {
    await withApplication(authExpress, async (dir) => {
      const { diff } = await checkApplication(dir, now);
      await writeFile(join(dir, "check.diff"), diff);
      await run("git", ["apply", "check.diff"], { cwd: dir });
      const again = await checkApplication(dir, now);
      assert.deepEqual(again.libraries, []);
      assert.equal(again.diff, "");
      assert.equal(again.maps, false);
      assert.match(renderReport(again), /^No library .* was found/);
    });
  });
});

async function listAll(dir: string): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  const entries = await readdir(dir, { recursive: true, withFileTypes: true });
  for (const entry of entries.filter((one) => one.isFile())) {
    const path = join(entry.parentPath, entry.name);
    found[path] = await readFile(path, "utf8");
  }
  return found;
}

describe("the libraries of an application", () => {
  it("a library is found by its imports without package.json", async () => {
    const { "package.json": _, ...files } = authExpress;
    const report = await check(files);
    assert.deepEqual(report.libraries.map(({ id }) => id), ["auth-express"]);
    assert.deepEqual(report.libraries[0]?.packages, { "@auth/express": null });
    assert.match(report.notes.join(), /package\.json: does not exist/);
    assert.equal(report.maps, false);
  });

  it("an import in a comment or a text is no use", async () => {
    const { libraries } = await check({
      "package.json": "{}",
      "a.js": '// import "passport"\n/* from "next-auth" */\n',
    });
    assert.deepEqual(libraries, []);
  });

  it("require() and import() are found, over several lines too", async () => {
    const { libraries } = await check({
      "package.json": "{}",
      "a.cjs": 'const p = require(\n  "passport",\n);',
      "b.js": "const i = await import(`iron-session`);",
    });
    const ids = libraries.map(({ id }) => id);
    assert.deepEqual(ids, ["passport", "iron-session"]);
  });

  it("the version of next-auth is known by its range only", async () => {
    const ranges = {
      "^4.24.0": " 4",
      "5.0.0-beta.3": " 5",
      "beta": " 5",
      "*": "",
    };
    for (const [range, generation] of Object.entries(ranges)) {
      const dependencies = { "next-auth": range };
      const text = JSON.stringify({ dependencies });
      const { libraries } = await check({ "package.json": text });
      assert.equal(libraries[0]?.name, `next-auth${generation}`);
    }
  });
});

describe("the diff of migrate check", () => {
  it("CommonJS keeps its form", async () => {
    const { diff } = await checkWith({
      "src/auth.ts": "",
      "src/app.ts": "",
      "src/old.cjs":
        'const { ExpressAuth } = require("@auth/express");\nmodule.exports = ExpressAuth({\n  providers: [],\n});\n',
    });
    const names =
      /^\+const \{ ServerAuth: ExpressAuth \} = require\("@latchkey\/auth\/server"\);$/m;
    assert.match(diff, names);
    const bridge =
      /^\+const \{ fromAuthJs \} = require\("@latchkey\/auth\/migrate\/authjs"\);$/m;
    assert.match(diff, bridge);
  });

  it("an import over several lines is renamed at its names", async () => {
    const { diff } = await checkWith({
      "src/app.ts": "",
      "src/auth.ts":
        'import {\n  ExpressAuth,\n  getSession as load,\n} from "@auth/express";\n\nexport const auth = ExpressAuth({ providers: [] });\n',
    });
    assert.match(diff, /^\+ {2}ServerAuth as ExpressAuth,$/m);
    assert.match(diff, /^ {2} getSession as load,$/m);
    assert.match(diff, /^\+.*ExpressAuth\(\{ session: \{ accept:/m);
  });

  it("lines with CRLF keep it, and the diff applies", async () => {
    const files = Object.fromEntries(
      Object.entries(authExpress).map((
        [path, text],
      ) => [path, text.replaceAll("\n", "\r\n")]),
    );
    await withApplication(files, async (dir) => {
      const { diff } = await checkApplication(dir, now);
      await writeFile(join(dir, "check.diff"), diff);
      await run("git", ["apply", "check.diff"], { cwd: dir });
      const text = await readFile(join(dir, "src/auth.ts"), "utf8");
      assert.match(text, /accept: \[fromAuthJs/);
      assert.equal(text.split("\n").length, text.split("\r\n").length);
    });
  });

  it("a configuration whose place is not certain gets a note in place of a line", async () => {
    const report = await checkWith({ "src/auth.ts": "", "src/app.ts": "" });
    assert.match(report.notes.join(), /The place of the configuration/);
    assert.equal(report.maps, false);
  });

  it("a manifest in one line is not changed", async () => {
    const text = JSON.stringify({ dependencies: { "@auth/express": "1" } });
    const report = await checkWith({ "package.json": `${text}\n` });
    assert.match(report.notes.join(), /run `npm install @latchkey\/auth`/);
    assert.doesNotMatch(report.diff, /package\.json/);
  });

  it("the order of an unsorted manifest stays", async () => {
    const { diff } = await checkWith({
      "package.json":
        '{\n  "dependencies": {\n    "zod": "1",\n    "@auth/express": "1",\n    "a": "1"\n  }\n}\n',
    });
    const end = / {5}"a": "1",\n\+ {4}"@latchkey\/auth": "\^[\d.]+"\n/;
    assert.match(
      diff.replace(/^-.*\n/gm, "").replace('+    "a"', '     "a"'),
      end,
    );
  });

  it("an existing file is not written over", async () => {
    const files = applications["better-auth"] ?? {};
    const { diff } = await check({ ...files, "latchkey.ts": "" });
    assert.doesNotMatch(diff, /\/dev\/null/);
  });
});

describe("what does not map", () => {
  it("an own codec, cookie name or module is left to a person", async () => {
    const report = await checkWith({
      "src/more.ts": `import { x } from "@auth/core/lib/utils";
import { ExpressAuth } from "@auth/express";
ExpressAuth({
  cookies: { sessionToken: { name: "x" }, state: {} },
  jwt: { encode: () => "", decode },
});
`,
    });
    assert.match(findChange(report, "jwt.encode"), /^person/);
    assert.match(findChange(report, "jwt.decode"), /fromAuthJs/);
    assert.match(findChange(report, "cookies.sessionToken"), /cookieName/);
    assert.match(findChange(report, "cookies.state"), /^change.*attempt/);
    assert.match(findChange(report, "@auth/core/lib/utils"), /^person/);
  });

  it("keys of other objects are not taken for options", async () => {
    const report = await checkWith({
      "src/more.ts": `import { ExpressAuth } from "@auth/express";
const other = { state: 1, jwt: { secretly: { encode: 1 } }, "x": { decode: 1 } };
ExpressAuth({ cookies: { csrfToken: { options: { state: 1 } } } });
`,
    });
    const options = report.findings.filter(({ kind }) => kind === "option");
    assert.deepEqual(options, []);
  });

  it("the secret of the bridge is the variable that the application uses", async () => {
    const code = `import { ExpressAuth } from "@auth/express";
ExpressAuth({ secret: process.env.SHOP_SECRET, providers: [] });
`;
    const report = await checkWith({ "src/auth.ts": code });
    const session = findChange(report, "sessions of @auth/express");
    assert.match(session, /secret: process\.env\.SHOP_SECRET/);
    const next = findChange(await check(nextAuth4), "sessions of next-auth");
    assert.match(next, /secret: process\.env\.NEXTAUTH_SECRET/);
  });

  it("providers with other account ids are left to a person", async () => {
    const report = await checkWith({
      "src/more.ts":
        'import S from "@auth/express/providers/salesforce";\nimport P from "@auth/core/providers/pinterest";\n',
      "package.json": '{ "dependencies": { "@auth/core": "1" } }',
    });
    assert.match(findChange(report, "salesforce"), /^person.*user id/);
    assert.match(findChange(report, "pinterest"), /^person/);
  });
});
