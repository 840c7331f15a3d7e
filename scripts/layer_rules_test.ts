import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { isTestFile } from "./workspace.ts";
import { checkFile, checkImport, type ModuleImport } from "./layer_rules.ts";

function importing(
  path: string,
  target: string,
  more: Partial<ModuleImport> = {},
): string[] {
  return checkImport(path, { target, kind: "code", reExport: false, ...more });
}

const writing = checkFile;

function assertOne(found: string[], pattern: RegExp): void {
  assert.equal(found.length, 1, found.join("\n"));
  assert.match(found[0] ?? "", pattern);
}

describe("the layer check on imports", () => {
  it("imports may go down and sideways", () => {
    assert.deepEqual(
      importing("core/pipeline/load_pipeline.ts", "core/model/model.ts"),
      [],
    );
    assert.deepEqual(
      importing("core/pipeline/load_pipeline.ts", "core/pipeline/reply.ts"),
      [],
    );
    assert.deepEqual(
      importing("core/session/jwt/read.ts", "core/crypto/seal.ts"),
      [],
    );
  });

  it("an import that goes up is refused, also of types", () => {
    assertOne(
      importing("core/model/model.ts", "core/config/settings.ts"),
      /is above/,
    );
    assertOne(
      importing("core/session/csrf.ts", "core/pipeline/reply.ts", {
        kind: "type",
      }),
      /pipeline is above session/,
    );
    assertOne(
      importing(
        "core/methods/oauth/id_token/claims.ts",
        "core/actions/callback.ts",
      ),
      /actions is above methods/,
    );
  });

  it("a static import of what loads on demand is refused", () => {
    const pairs = [
      ["core/actions/initiate.ts", "core/methods/oauth/begin.ts"],
      ["core/pipeline/host/web.ts", "core/pipeline/pipeline.ts"],
      ["core/session/jwt/read.ts", "core/session/sessions.ts"],
    ] as const;
    for (const [path, target] of pairs) {
      assertOne(importing(path, target), /it loads on demand/);
      for (const kind of ["dynamic", "type"] as const) {
        assert.deepEqual(importing(path, target, { kind }), []);
      }
    }
    assert.deepEqual(
      importing("core/methods/oauth/oauth.ts", "core/methods/oauth/begin.ts"),
      [],
    );
  });

  it("a core file that is in no room is refused", () => {
    assertOne(checkFile("core/misc.ts", ""), /in no room/);
  });

  it("the library and the command line do not import each other, not even types", () => {
    const pairs = [
      ["cli/check/check.ts", "core/runtime/clock.ts"],
      ["migrate/authjs.ts", "cli/check/report.ts"],
    ] as const;
    for (const [path, target] of pairs) {
      for (const kind of ["code", "type"] as const) {
        const found = importing(path, target, { kind });
        assertOne(found, /is in another package/);
      }
    }
    assert.deepEqual(importing("cli/main.ts", "cli/run_command.ts"), []);
    assert.deepEqual(importing("cli/main.ts", "node:process"), []);
    assertOne(importing("cli/main.ts", "jose"), /may not import the package/);
  });

  it("an import of an entry by core is refused", () => {
    assertOne(
      importing("core/pipeline/load_pipeline.ts", "mod.ts"),
      /core imports only core/,
    );
  });

  it("actions may not import each other", () => {
    assertOne(
      importing("core/actions/signin.ts", "core/actions/signout.ts"),
      /each other/,
    );
  });

  it("pages may import only their model", () => {
    assertOne(
      importing("core/pages/render.ts", "core/request/request.ts"),
      /their model/,
    );
    assert.deepEqual(
      importing("core/pages/render.ts", "core/request/outcome.ts", {
        kind: "type",
      }),
      [],
    );
  });

  it("each package may be imported in its folder only", () => {
    assert.deepEqual(importing("core/crypto/seal.ts", "jose"), []);
    assert.deepEqual(importing("testing/sign.ts", "jose"), []);
    assert.deepEqual(
      importing(
        "core/methods/oauth/token_endpoint/exchange.ts",
        "oauth4webapi",
      ),
      [],
    );
    assertOne(importing("core/session/rows/token.ts", "jose"), /package jose/);
    assertOne(
      importing("core/pipeline/load_pipeline.ts", "oauth4webapi"),
      /package oauth4webapi/,
    );
    assertOne(importing("server.ts", "express"), /package express/);
  });

  it("node: modules and jsr: dependencies are refused", () => {
    assertOne(
      importing("core/runtime/env.ts", "node:process"),
      /no node: here/,
    );
    assertOne(importing("adapters/sqlite.ts", "node:sqlite"), /no node: here/);
    assert.deepEqual(importing("testing/serve.ts", "node:http"), []);
    assertOne(importing("server.ts", "jsr:@std/http"), /jsr:/);
  });

  it("library code that imports testing is refused", () => {
    assertOne(
      importing("mod.ts", "testing/mod.ts", { reExport: true }),
      /for tests/,
    );
    assert.deepEqual(importing("testing/mod.ts", "testing/browser.ts"), []);
  });

  it("testing may import public entries only", () => {
    assert.deepEqual(
      importing("testing/provider.ts", "core/providers/provider.ts"),
      [],
    );
    assert.deepEqual(importing("testing/provider.ts", "types.ts"), []);
    assertOne(
      importing("testing/provider.ts", "core/config/settings.ts"),
      /not a public entry/,
    );
  });

  it("providers and adapters may import only what they are allowed", () => {
    assert.deepEqual(
      importing("providers/github.ts", "core/providers/provider.ts"),
      [],
    );
    assert.deepEqual(
      importing("providers/github.ts", "core/model/model.ts", { kind: "type" }),
      [],
    );
    assertOne(
      importing("providers/github.ts", "core/model/model.ts"),
      /outside the fence/,
    );
    assertOne(
      importing("adapters/memory.ts", "core/config/settings.ts"),
      /outside the fence/,
    );
    assertOne(
      importing("adapters/memory.ts", "core/pipeline/load_pipeline.ts", {
        kind: "type",
      }),
      /outside/,
    );
  });

  it("integrations may import the pipeline as code and re-export anything", () => {
    assert.deepEqual(
      importing("server.ts", "core/pipeline/load_pipeline.ts"),
      [],
    );
    assert.deepEqual(
      importing("server.ts", "core/errors/errors.ts", { reExport: true }),
      [],
    );
    assert.deepEqual(
      importing("server.ts", "core/config/settings.ts", { kind: "type" }),
      [],
    );
    assertOne(importing("server.ts", "core/config/settings.ts"), /as code/);
    assertOne(
      importing("component/auth.qwik.ts", "core/session/jwt/read.ts"),
      /as code/,
    );
  });
});

it("an optional package is not imported at once", () => {
  const file = "core/providers/smtp.ts";
  assertOne(importing(file, "nodemailer"), /at once/);
  assert.deepEqual(importing(file, "nodemailer", { kind: "dynamic" }), []);
});

describe("the layer check on texts", () => {
  it("each text is allowed only in the files responsible for it", () => {
    assertOne(
      writing("core/pipeline/load_pipeline.ts", "return new Response(null);"),
      /core\/pipeline\/response/,
    );
    assertOne(
      writing("server.ts", "return Response.json({});"),
      /core\/pipeline\/response/,
    );
    assertOne(
      writing("core/pipeline/reply.ts", 'headers.append("Set-Cookie", x)'),
      /set-cookie/,
    );
    assertOne(
      writing("core/request/context.ts", "const now = Date.now();"),
      /clock/,
    );
    assertOne(
      writing("core/request/context.ts", "const now = new Date();"),
      /clock/,
    );
    assertOne(
      writing("core/request/request.ts", "process.env.NODE_ENV"),
      /core\/runtime\/env/,
    );
    assertOne(writing("core/runtime/env.ts", "Deno.env.get(name)"), /Deno/);
  });

  it("each text is allowed where it belongs", () => {
    assert.deepEqual(
      writing("core/pipeline/response.ts", "return new Response(null);"),
      [],
    );
    assert.deepEqual(
      writing(
        "core/methods/oauth/requests/answer.ts",
        "return new Response(body);",
      ),
      [],
    );
    assert.deepEqual(writing("server.ts", 'res.append("set-cookie", x)'), []);
    assert.deepEqual(
      writing("core/runtime/clock.ts", "return Date.now();"),
      [],
    );
    assert.deepEqual(
      writing("testing/idp.ts", "new Response(String(Date.now()))"),
      [],
    );
  });

  it("state at module level is refused", () => {
    assertOne(writing("core/session/csrf.ts", "let count = 0;"), /variable/);
    assertOne(
      writing("core/storage/process_cache.ts", "let count = 0;"),
      /variable/,
    );
    assertOne(
      writing("core/session/csrf.ts", "export let count = 0;"),
      /variable/,
    );
    assertOne(
      writing("core/session/csrf.ts", "const seen = new Set<string>();"),
      /collection/,
    );
    assertOne(
      writing(
        "core/session/csrf.ts",
        "const seen: Map<string, string> = new Map();",
      ),
      /coll/,
    );
    assertOne(
      writing("core/session/csrf.ts", "export const memo =\n  new WeakMap();"),
      /collection/,
    );
  });

  it("constants, locals and the files with state are allowed", () => {
    assert.deepEqual(
      writing(
        "core/session/csrf.ts",
        "const safe: ReadonlySet<string> = new Set(['GET']);",
      ),
      [],
    );
    assert.deepEqual(
      writing(
        "core/session/csrf.ts",
        "const names: ReadonlyMap<string, string> =\n  new Map();",
      ),
      [],
    );
    assert.deepEqual(
      writing(
        "core/session/csrf.ts",
        "  const seen = new Set();\n  let x = 1;",
      ),
      [],
    );
    assert.deepEqual(
      writing(
        "core/storage/lease_cache.ts",
        "const memo = new Map();\nlet size = 0;",
      ),
      [],
    );
    assert.deepEqual(
      writing("core/config/resolve_settings.ts", "const memo = new WeakMap();"),
      [],
    );
  });

  it("tests and their helpers are not checked", () => {
    assert.ok(isTestFile("core/pipeline/auth_test.ts"));
    assert.ok(isTestFile("core/methods/oauth/op_fixture.ts"));
    assert.ok(!isTestFile("core/pipeline/load_pipeline.ts"));
  });
});
