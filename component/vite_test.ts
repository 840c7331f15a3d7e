import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { latchkey } from "@latchkey/auth/component/vite";

function transform(code: string): string {
  return latchkey().transform(code, "/app/src/routes/plugin@auth.ts")?.code ??
    code;
}

describe("latchkey()", () => {
  it("the plugin imports ComponentAuth$ under the name that stays on the server", () => {
    const from = 'from "@latchkey/auth/component"';
    const cases = [
      [
        `import { ComponentAuth$ } ${from}`,
        `import { routeAuth$ as ComponentAuth$ } ${from}`,
      ],
      [
        `import {ComponentAuth$ as Auth$, type A} ${from}`,
        `import {routeAuth$ as Auth$, type A} ${from}`,
      ],
      [
        `import {\n  AuthError,\n  ComponentAuth$,\n} ${from}`,
        `import {\n  AuthError,\n  routeAuth$ as ComponentAuth$,\n} ${from}`,
      ],
      [
        `import {\n  // the {integration}\n  ComponentAuth$, /* {} */\n} ${from}`,
        `import {\n  // the {integration}\n  routeAuth$ as ComponentAuth$, /* {} */\n} ${from}`,
      ],
    ];
    for (const [code = "", expected] of cases) {
      assert.equal(transform(code), expected);
    }
  });

  it("the plugin leaves all other code unchanged", () => {
    for (
      const code of [
        'import { ComponentAuth$ } from "elsewhere"',
        'import { ComponentAuthQrl } from "@latchkey/auth/component"',
        'export { ComponentAuth$ } from "@latchkey/auth/component"',
        'import { requireSession } from "@latchkey/auth/component"; const ComponentAuth$ = 1',
      ]
    ) assert.equal(transform(code), code);
  });

  it("the plugin keeps packages that only the server loads out of the browser's build", () => {
    const { resolveId } = latchkey();
    const packages = [
      "nodemailer",
      "@simplewebauthn/server",
      "@simplewebauthn/server/helpers",
    ];
    for (const id of packages) {
      const external = { id, external: true as const };
      assert.deepEqual(resolveId(id, "/lib/send.js", { ssr: false }), external);
      assert.deepEqual(resolveId(id), external);
      assert.equal(resolveId(id, "/lib/send.js", { ssr: true }), undefined);
    }
    for (const id of ["nodemailer-mock", "@simplewebauthn/browser", "./x.ts"]) {
      assert.equal(resolveId(id, "/app/a.ts", { ssr: false }), undefined);
    }
  });

  it("the plugin makes Vite compile the library with the application", () => {
    assert.deepEqual(latchkey().config(), {
      ssr: { noExternal: ["@latchkey/auth"] },
      optimizeDeps: { exclude: ["@latchkey/auth"] },
    });
  });
});
