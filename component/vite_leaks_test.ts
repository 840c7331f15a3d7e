import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { latchkey } from "@latchkey/auth/component/vite";

/** Returns the plugin in a build for browsers, beside another plugin. */
function resolved(name: string) {
  const plugin = latchkey();
  const plugins = [{ name }];
  plugin.configResolved({ command: "build", build: { ssr: false }, plugins });
  return plugin;
}

describe("latchkey()", () => {
  it("the plugin refuses the entry of the other Qwik, and says which one to import", () => {
    const entry1 = "@latchkey/auth/component";
    const entry2 = "@latchkey/auth/qwik";
    const qwik1 = resolved("vite-plugin-qwik-city");
    const qwik2 = resolved("vite-plugin-qwik-router");
    assert.throws(
      () => qwik1.resolveId(entry2),
      /has Qwik 1, .*: import @latchkey\/auth\/component instead/,
    );
    assert.throws(
      () => qwik2.resolveId(entry1),
      /has Qwik 2, .*: import @latchkey\/auth\/qwik instead/,
    );
    assert.equal(qwik1.resolveId(entry1), undefined);
    assert.equal(qwik2.resolveId(entry2), undefined);
  });

  it("the plugin removes the library's dynamic imports from a browser build, and no other's", () => {
    const plugin = resolved("vite-plugin-qwik-router");
    const own = decodeURIComponent(new URL("who.ts", import.meta.url).pathname);
    const code = 'export const load = () => import("./other.js");';
    assert.equal(
      plugin.transform(code, own)?.code,
      "export const load = () => Promise.reject();",
    );
    assert.equal(plugin.transform(code, own, { ssr: true }), undefined);
    assert.equal(plugin.transform(code, "/app/src/load.js"), undefined);
  });
});
