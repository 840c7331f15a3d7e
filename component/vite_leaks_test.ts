import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { latchkey } from "@latchkey/auth/component/vite";

describe("latchkey()", () => {
  it("the plugin refuses Qwik 2 by name, and says what to use", () => {
    for (const id of ["@qwik.dev/core", "@qwik.dev/router/vite"]) {
      assert.throws(
        () => latchkey().resolveId(id, "/app/src/root.tsx", { ssr: true }),
        /Qwik 2 .* not support|not support Qwik 2 .*@builder\.io\/qwik/,
      );
    }
  });
});
