import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  type Declaration,
  readComment,
  readType,
  toProperties,
} from "./config_docs.ts";
import { replaceExports, withProviders } from "./sync_docs.ts";

describe("readComment()", () => {
  it("readComment takes the default and the variables out of a comment", () => {
    const comment =
      "At least 32 characters. A list rotates.\nDefault: `AUTH_SECRET_9` to `AUTH_SECRET_1`, then `AUTH_SECRET`.";
    assert.deepEqual(readComment(comment), {
      what: "At least 32 characters. A list rotates.",
      standard: "`AUTH_SECRET_9` to `AUTH_SECRET_1`, then `AUTH_SECRET`",
      variables: ["AUTH_SECRET_9", "AUTH_SECRET_1", "AUTH_SECRET"],
    });
  });

  it("readComment keeps the text after the default, and recognises variables of a provider", () => {
    const comment = "The id. Default: `AUTH_<ID>_ID`. Wins over {@link raw}.";
    assert.deepEqual(readComment(comment), {
      what: "The id. Wins over `raw`.",
      standard: "`AUTH_<ID>_ID`",
      variables: ["AUTH_<ID>_ID"],
    });
  });

  it("readComment accepts a comment without either", () => {
    assert.deepEqual(readComment("How long it lives."), {
      what: "How long it lives.",
      standard: "",
      variables: [],
    });
  });
});

describe("readType()", () => {
  const read = (member: string) => readType(member, { line: 1, col: 0 });

  it("readType returns the type as it is written, without undefined", () => {
    assert.equal(read("a?: string | undefined;"), "string");
    assert.equal(read("readonly a?: 'x' | 'y';"), "'x' | 'y'");
    assert.equal(
      read("a:\n    | string\n    | number\n    | undefined;"),
      "string | number",
    );
  });

  it("readType leaves out the members of objects and all comments", () => {
    assert.equal(
      read(
        "a?:\n | ((message: {\n /** One; two. */ b: string; c: { d: 1 };\n }) => Promise<void>)\n | undefined;",
      ),
      "(message: {…}) => Promise<void>",
    );
  });
});

describe("toProperties()", () => {
  const declare = (
    name: string,
    ...parents: readonly string[]
  ): readonly Declaration[] => [{
    kind: "interface",
    declarationKind: "export",
    def: {
      properties: [{ name, location: { filename: "", line: 1, col: 0 } }],
      extends: parents.map((repr) => ({ repr })),
    },
  }];

  it("toProperties follows interfaces without a section, and no others", () => {
    const parents = new Map([
      ["Own", declare("b", "Further")],
      ["Further", declare("c")],
    ]);
    const all = toProperties(declare("a", "Own", "Elsewhere"), parents);
    assert.deepEqual(all.map(({ name }) => name), ["a", "b", "c"]);
  });
});

describe("the entries of deno.json", () => {
  it("the entries gain one for each provider and lose removed ones", () => {
    const exports = {
      ".": "./mod.ts",
      "./providers": "./providers/mod.ts",
      "./providers/gone": "./providers/gone.ts",
    };
    assert.deepEqual(withProviders(exports, ["a", "b"]), {
      ".": "./mod.ts",
      "./providers": "./providers/mod.ts",
      "./providers/a": "./providers/a.ts",
      "./providers/b": "./providers/b.ts",
    });
  });

  it("the entries are written without changing the rest", () => {
    const manifest =
      '{\n  "name": "x",\n  "exports": {\n    ".": "./a.ts"\n  },\n  "exclude": ["a", "b"]\n}\n';
    assert.equal(
      replaceExports(manifest, { ".": "./a.ts", "./$b": "./b.ts" }),
      '{\n  "name": "x",\n  "exports": {\n    ".": "./a.ts",\n    "./$b": "./b.ts"\n  },\n  "exclude": ["a", "b"]\n}\n',
    );
  });
});
