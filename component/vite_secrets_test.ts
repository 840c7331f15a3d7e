import "../core/runtime/own_env_testkit.ts";
import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { after, before, describe, it } from "node:test";
import { type BuildContext, latchkey } from "@latchkey/auth/component/vite";
import { parseAst } from "rollup/parseAst";

const text = "a random text of at least 32 characters";

/** Ends the build as Rollup does. */
const context: BuildContext = {
  error: (message) => {
    throw new Error(message);
  },
  warn: () => {},
  parse: (code) => parseAst(code),
  resolve: () => Promise.resolve(null),
};

let envDir = "";

before(async () => {
  envDir = await mkdtemp(join(tmpdir(), "latchkey-"));
  await writeFile(
    join(envDir, ".env.production"),
    'AUTH_SECRET_1="of the file, with quotes"\nexport AUTH_OP_SECRET=of-the-file # from the vault\nAUTH_GITHUB_SECRET=\'a # in quotes\' # or not\nAUTH_BOX_SECRET="abc\\"defghijkl"\nAUTH_APPLE_KEY="-----BEGIN\nMIGTAgEAMBMG\n-----END"\nAUTH_ZOOM_KEY="first\\nsecond line"\nAUTH_DROPBOX_KEY=\'no end of it\nAUTH_FIGMA_KEY=after-that\nVITE_TITLE=a public title\n',
  );
  process.env.AUTH_RESEND_KEY = "of-the-process";
  process.env.AUTH_URL = "https://app.example/auth";
  process.env.AUTH_NODEMAILER_SERVER = "localhost";
});

after(async () => {
  delete process.env.AUTH_RESEND_KEY;
  delete process.env.AUTH_URL;
  delete process.env.AUTH_NODEMAILER_SERVER;
  await rm(envDir, { recursive: true });
});

/** Builds for browsers: parses modules, and emits a file. */
async function build(
  modules: Readonly<Record<string, string>>,
  file: { readonly code?: string; readonly source?: string | Uint8Array },
): Promise<void> {
  const plugin = latchkey();
  const mode = "production";
  plugin.configResolved({
    command: "build",
    build: { ssr: false },
    mode,
    envDir,
  });
  for (const [id, code] of Object.entries(modules)) {
    const imports = { importedIds: [], dynamicallyImportedIds: [] };
    await plugin.moduleParsed.call(context, { id, code, ...imports });
  }
  const bundle = { "build/q-1.js": { fileName: "build/q-1.js", ...file } };
  plugin.generateBundle.call(context, {}, bundle);
}

describe("the secrets of a browser's build", () => {
  for (
    const [name, value] of [
      ["AUTH_SECRET_1", "of the file, with quotes"],
      ["AUTH_OP_SECRET", "of-the-file"],
      ["AUTH_GITHUB_SECRET", "a # in quotes"],
      ["AUTH_BOX_SECRET", 'abc"defghijkl'],
      ["AUTH_APPLE_KEY", "-----BEGIN\nMIGTAgEAMBMG\n-----END"],
      ["AUTH_ZOOM_KEY", "first\nsecond line"],
      ["AUTH_FIGMA_KEY", "after-that"],
      ["AUTH_RESEND_KEY", "of-the-process"],
    ] as const
  ) {
    it(`a build that would publish a variable's value fails, and names the variable: ${name}`, async () => {
      const bytes = new TextEncoder().encode(value);
      const files = [{ code: `x("${value}")` }, { source: value }, {
        source: bytes,
      }];
      for (const file of files) {
        await assert.rejects(
          build({}, file),
          ({ message }) =>
            message.startsWith("build/q-1.js: ") && message.includes(name) &&
            !message.includes(value),
        );
      }
    });
  }

  for (
    const code of [
      `export const config = { secret: "${text}", providers: [] };`,
      `export const op = () => [{ clientId: "app", clientSecret: "${text}" }];`,
    ]
  ) {
    it(`a build that would publish the configuration of another module fails, and names the module: ${code}`, async () => {
      const modules = { "/app/src/config.ts": code };
      await assert.rejects(
        build(modules, { code: `const c={secret:"${text}"};show(c.secret)` }),
        ({ message }) =>
          message.includes("/app/src/config.ts") && !message.includes(text),
      );
      await build(modules, { code: "show(1)" });
    });
  }

  it("a build with public values, and with texts that only look like a secret, passes", async () => {
    const code = `export const t = { secret: "settings.form.secret.label" };`;
    await build({ "/app/src/texts.ts": code }, {
      code: `${code}x("a public title","https://app.example/auth","localhost")`,
    });
  });
});
