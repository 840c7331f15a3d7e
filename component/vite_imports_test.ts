import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, it } from "node:test";
import { pathToFileURL } from "node:url";
import { latchkey } from "@latchkey/auth/component/vite";

const code = `export const begin = () => [
  import("./slow.js"),
  import("./missing.js").catch(() => "missing"),
  import("./quick.js"),
].map((one) => one.then((found) => found.name ?? found));`;

/** Returns a module's code as the development server runs it. */
function serve(id: string, text = code, ssr = true): string {
  const plugin = latchkey();
  plugin.configResolved({ command: "serve", build: { ssr: false } });
  return plugin.transform(text, id, { ssr })?.code ?? text;
}

/** Calls `work` with a folder that is a copy of the library. */
async function withCopy(work: (folder: string) => Promise<void>) {
  const folder = await mkdtemp(join(tmpdir(), "latchkey-imports-"));
  try {
    const name = JSON.stringify({ name: "@latchkey/auth", type: "module" });
    await writeFile(join(folder, "package.json"), name);
    await work(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}

describe("dynamic imports of the library in development", () => {
  it("a dynamic import begins when the one before has loaded, or has failed", async () => {
    await withCopy(async (folder) => {
      const gate = Symbol.for("latchkey test: gate");
      const order = Symbol.for("latchkey test: order");
      const names: string[] = [];
      const other = join(folder, "other.js");
      await writeFile(other, "");
      // Other modules can load while this one waits.
      const wait = () => import(pathToFileURL(other).href);
      Object.assign(globalThis, { [gate]: wait, [order]: names });
      const note = (name: string) =>
        `globalThis[Symbol.for("${order.description}")].push("${name}");
        export const name = "${name}";`;
      await writeFile(
        join(folder, "slow.js"),
        `await globalThis[Symbol.for("${gate.description}")]();\n${
          note("slow")
        }`,
      );
      await writeFile(join(folder, "quick.js"), note("quick"));
      const main = join(folder, "main.js");
      await writeFile(main, serve(main));

      const { begin } = await import(pathToFileURL(main).href);
      const loaded: Promise<string>[] = begin();
      assert.deepEqual(await Promise.all(loaded), ["slow", "missing", "quick"]);
      assert.deepEqual(names, ["slow", "quick"]);
    });
  });

  it("code for browsers, builds, types, entries and other packages stay unchanged", async () => {
    await withCopy((folder) => {
      const id = join(folder, "core.js");
      assert.notEqual(serve(id), code);
      assert.equal(serve(id, code, false), code);
      assert.equal(latchkey().transform(code, id, { ssr: true }), undefined);
      const type = 'type Part = typeof import("./part.ts");';
      assert.equal(serve(id, type), type);
      assert.equal(serve(join(folder, "component.qwik.js")), code);
      assert.equal(serve(join(tmpdir(), "core.js")), code);
      return Promise.resolve();
    });
  });
});
