import assert from "node:assert/strict";
import { chmod, mkdir, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import process from "node:process";
import { describe, it } from "node:test";
import { checkApplication } from "./check.ts";
import { authExpress, withApplication } from "./fixtures_testkit.ts";
import { listAssigned } from "./read/app.ts";
import { renderReport } from "./render.ts";
import type { Report } from "./report.ts";

/** Spoils an application, and checks it. */
function checkSpoilt(
  spoil: (dir: string) => Promise<unknown>,
): Promise<Report> {
  return withApplication(authExpress, async (dir) => {
    await spoil(dir);
    return await checkApplication(dir, 0);
  });
}

/** The report has a line about it, the rest was read, and exit code 0 is out of reach. */
function assertNoted(report: Report, note: RegExp): void {
  assert.equal(report.notes.filter((one) => note.test(one)).length, 1);
  assert.deepEqual(report.libraries.map(({ id }) => id), ["auth-express"]);
  assert.equal(report.maps, false);
}

describe("an application that is hard to read", () => {
  it("loops of symbolic links are not entered", async () => {
    const report = await checkSpoilt(async (dir) => {
      await symlink(dir, join(dir, "src/loop"));
      await symlink("loop2", join(dir, "loop2"));
      await symlink("/etc/hostname", join(dir, "src/link.js"));
    });
    assert.deepEqual(report.notes, []);
    assert.equal(report.libraries[0]?.files.length, 2);
  });

  it("a package.json or an .env file that is a symbolic link is not followed", async () => {
    const report = await checkSpoilt(async (dir) => {
      await rm(join(dir, ".env"));
      await symlink("/etc/hostname", join(dir, ".env"));
    });
    assertNoted(report, /^\.env: is a symbolic link, it was not read\.$/);
  });

  it("a file of more than 1 MB is not read", async () => {
    const big = `import "passport";${" ".repeat(1_000_000)}`;
    const report = await checkSpoilt((dir) =>
      writeFile(join(dir, "b.js"), big)
    );
    assertNoted(report, /^b\.js: is larger than 1 MB/);
  });

  it("a binary file is not read", async () => {
    const bytes = new Uint8Array([0, 1, 2, 255]);
    const report = await checkSpoilt((dir) =>
      writeFile(join(dir, "b.js"), bytes)
    );
    assertNoted(report, /^b\.js: is not a text/);
  });

  it("a folder with the name of a file is a line", async () => {
    const report = await checkSpoilt(async (dir) => {
      await rm(join(dir, "package.json"));
      await mkdir(join(dir, "package.json"));
    });
    assertNoted(report, /^package\.json: is not a file/);
  });

  const isRoot = process.getuid?.() === 0;
  it("a folder that may not be read is a line", { skip: isRoot }, async () => {
    await withApplication(authExpress, async (dir) => {
      await mkdir(join(dir, "locked"));
      await chmod(join(dir, "locked"), 0);
      const report = await checkApplication(dir, 0);
      await chmod(join(dir, "locked"), 0o700);
      assertNoted(report, /^locked: may not be read/);
    });
  });

  it("a package.json that is no object of objects is a line or nothing", async () => {
    for (const text of ["{", "", "\uFEFF[", "<<<<<<< HEAD"]) {
      const report = await checkSpoilt((dir) =>
        writeFile(join(dir, "package.json"), text)
      );
      assertNoted(report, /^package\.json: is not JSON/);
    }
    const odd = [
      "null",
      "[]",
      "7",
      '{"dependencies":null}',
      '{"dependencies":{"@auth/express":7}}',
      '{"dependencies":"passport"}',
    ];
    for (const text of odd) {
      const report = await checkSpoilt((dir) =>
        writeFile(join(dir, "package.json"), text)
      );
      assertNoted(report, /package\.json is not changed in the diff/);
    }
  });

  it("names of Object.prototype are neither packages nor variables", async () => {
    const report = await checkSpoilt(async (dir) => {
      const dependencies =
        '{"dependencies":{"__proto__":"1","constructor":"1"}}';
      await writeFile(join(dir, "package.json"), `${dependencies}\n`);
      await writeFile(join(dir, ".env"), "constructor=1\n__proto__=1\n");
      await writeFile(
        join(dir, "a.js"),
        'import x from "@auth/express/providers/constructor";\nx({ cookies: { __proto__: 1 } });\n',
      );
    });
    const names = report.findings.map(({ name }) => name);
    assert.ok(!names.includes("__proto__"));
    const provider = report.findings.find(({ name }) => name === "constructor");
    assert.match(provider?.change ?? "", /^It is not in the catalogue/);
  });

  it("at most 2,000 source files are read", async () => {
    const report = await checkSpoilt(async (dir) => {
      await mkdir(join(dir, "many"));
      const names = Array.from({ length: 2000 }, (_, i) => `many/${i}.js`);
      await Promise.all(names.map((one) => writeFile(join(dir, one), "")));
    });
    assert.match(report.notes.join(), /Only the first 2000 source files/);
    assert.equal(report.maps, false);
  });

  it("folders are read to a depth of twenty", async () => {
    const report = await checkSpoilt(async (dir) => {
      const deep = join(dir, ...Array.from({ length: 30 }, () => "d"));
      await mkdir(deep, { recursive: true });
      await writeFile(join(deep, "a.js"), 'import "passport";');
    });
    assertNoted(report, /^d\/d\/.*lies too deep/);
  });

  it("installed and built files are not read", async () => {
    const report = await checkSpoilt(async (dir) => {
      for (const folder of ["node_modules/x", "dist", ".next", "coverage"]) {
        await mkdir(join(dir, folder), { recursive: true });
        await writeFile(join(dir, folder, "a.js"), 'import "passport";');
      }
    });
    assert.deepEqual(report.libraries.map(({ id }) => id), ["auth-express"]);
    assert.deepEqual(report.notes, []);
  });

  it("text that never closes takes no time", async () => {
    const texts = [
      "/*".repeat(400_000),
      "`".repeat(900_001),
      "session: {".repeat(90_000),
      'from "'.repeat(150_000),
      "{".repeat(900_000),
      `import ${" ".repeat(900_000)}`,
      "env.".repeat(200_000),
    ];
    const start = performance.now();
    for (const text of texts) {
      const whole = `import "@auth/express";\n${text}`;
      await checkSpoilt((dir) => writeFile(join(dir, "a.js"), whole));
    }
    // A growth with the square of the text takes minutes.
    assert.ok(performance.now() - start < 60_000);
  });

  it("control characters of a file's name do not reach the terminal", async () => {
    const report = await checkSpoilt((dir) =>
      writeFile(join(dir, "a\u001b[2Jb.js"), 'import "@auth/express";')
    );
    const text = renderReport(report);
    assert.ok(!text.includes("\u001b"));
    assert.match(text, /a\?\[2Jb\.js/);
  });
});

describe("the names in an .env file", () => {
  it("names are read, and the lines of a value in quotes are not", () => {
    const names = listAssigned(
      'A=1\r\n  export B = "x"\n# C=1\nD="one\nE=two\nF=three"\nG=\'x\nH=\n\'\nI=`\nJ=`\nK\nL=\n',
    );
    assert.deepEqual(names, ["A", "B", "D", "G", "I", "L"]);
  });
});
