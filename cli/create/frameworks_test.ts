import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import process from "node:process";
import { describe, it } from "node:test";
import { withApplication } from "../check/fixtures_testkit.ts";
import { type Choices, ids } from "./choices.ts";
import { frameworks } from "./frameworks/frameworks.ts";
import { POSTS } from "./posts.ts";
import { renderProject } from "./project.ts";

function render(framework: string, providers: readonly string[] = []) {
  const choices: Choices = {
    ...{ framework, providers, methods: [], database: "none", library: "1" },
  };
  return renderProject("app", choices);
}

const all = Object.keys(frameworks);

describe("a new application without .env, as in a container", () => {
  it("it starts with the variables of its environment, and otherwise with those of the file", async () => {
    const starts = all.map((one) => frameworks[one]?.scripts["start"] ?? "");
    const ofNode = starts.filter((one) => one.startsWith("node "))
      .map((one) => one.split(" ").filter((part) => part.startsWith("--")));
    assert.ok(ofNode.length >= 10);
    const flags = new Set(ofNode.map((one) => one.join(" ")));
    await withApplication({}, async (cwd) => {
      for (const one of flags) {
        const read = (env: Record<string, string>) => {
          const { PATH = "" } = process.env;
          const args = [...one.split(" "), "-p", "process.env.AUTH_SECRET"];
          const options = {
            cwd,
            env: { PATH, ...env },
            stdio: "pipe",
          } as const;
          return execFileSync("node", args, options).toString().trim();
        };
        assert.equal(read({ AUTH_SECRET: "given" }), "given");
        await writeFile(join(cwd, ".env"), "AUTH_SECRET=file\n");
        assert.equal(read({}), "file");
        await rm(join(cwd, ".env"));
      }
    });
  });

  for (const framework of all) {
    it(`${framework}: nothing asks for the file, and the README says how to make it`, () => {
      const { "README.md": readme = "", ...files } = render(framework);
      assert.match(readme, /run `cp \.env\.example \.env`/);
      const lines = Object.entries(files)
        .filter(([path]) => path !== "deno.json") // Deno goes on without it.
        .flatMap(([, text]) => text.split("\n"));
      const asking = lines.filter((line) =>
        /--env-file[= ]/.test(line) ||
        line.includes("loadEnvFile") && !line.includes("if (existsSync(")
      );
      assert.deepEqual(asking, []);
    });
  }
});

describe("a new application with a provider that answers by a form", () => {
  it("the list has exactly those of the library, and the origins of their pages", async () => {
    const found: Record<string, string> = {};
    for (const id of ids) {
      const { default: make } = await import(`@latchkey/auth/providers/${id}`);
      const { id: own, authorization } = make({ clientId: "id" });
      const mode = String(authorization?.params?.response_mode ?? "");
      if (!mode.startsWith("form_post")) continue;
      found[own] = new URL(authorization.url).origin;
    }
    assert.deepEqual(POSTS, found);
  });

  it("Astro's check of origins is off for it, and only then", () => {
    const read = (...providers: string[]) =>
      render("astro", providers)["astro.config.mjs"] ?? "";
    assert.match(
      read("github", "apple"),
      /security: \{ checkOrigin: false \},/,
    );
    assert.doesNotMatch(read("github"), /checkOrigin/);
  });

  it("SvelteKit trusts its origin, and only then", () => {
    const read = (...providers: string[]) =>
      render("sveltekit", providers)["vite.config.ts"] ?? "";
    assert.match(
      read("github", "apple"),
      /csrf: \{ trustedOrigins: \["https:\/\/appleid\.apple\.com"\] \}/,
    );
    assert.doesNotMatch(read("github"), /csrf/);
  });
});
