import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { InvalidRequest } from "../../errors/errors.ts";
import { toPublicPath, toTargetUrl } from "./target_url.ts";

const target = new URL("https://api.example/v1");
const place = { target, mount: "/api" };

describe("the URL that a proxy asks for", () => {
  const passed: Readonly<Record<string, string>> = {
    "": "https://api.example/v1",
    "/": "https://api.example/v1/",
    "?x=1": "https://api.example/v1?x=1",
    "/a/b?x=1&y=%2F..%2F": "https://api.example/v1/a/b?x=1&y=%2F..%2F",
    "/a?u=https://evil.example/\\..":
      "https://api.example/v1/a?u=https://evil.example/\\..",
    "/%E2%82%AC/a%20b": "https://api.example/v1/%E2%82%AC/a%20b",
    // A name that is encoded twice stays one.
    "/%252e%252e/x": "https://api.example/v1/%252e%252e/x",
    "/a%252fb": "https://api.example/v1/a%252fb",
    "/..a/b../...": "https://api.example/v1/..a/b../...",
    "/.well-known/x": "https://api.example/v1/.well-known/x",
    "/@evil.example": "https://api.example/v1/@evil.example",
    "/a;v=1/b": "https://api.example/v1/a;v=1/b",
    "/a:b@c": "https://api.example/v1/a:b@c",
  };
  for (const [path, expected] of Object.entries(passed)) {
    it(`is below the target for "${path}"`, () => {
      assert.equal(toTargetUrl(target, path).href, expected);
    });
  }

  const refused: readonly string[] = [
    "/..",
    "/../x",
    "/a/../../x",
    "/a/..",
    "/./x",
    "/a/.",
    "/%2e%2e/x",
    "/%2E%2e/x",
    "/.%2e/x",
    "/%2e./x",
    "/%2e/x",
    "/..;/x",
    "/..;v=1/x",
    "/..%3bv=1/x",
    "/%2e%2e;x/y",
    "/a%2fb",
    "/a%2Fb",
    "/..%2f..%2fx",
    "/%2f%2fevil.example",
    "/a\\b",
    "/..\\..\\x",
    "/a%5cb",
    "/a%5Cb",
    "/a%00",
    "/a%0d%0ax:1",
    "/a%7f",
    "/a\u0000",
    "/a\tb",
    "/a\nb",
    "/a b",
    "/a#b",
    "/a?x#y",
    "/a?x=\u0000",
    "/\u00ff",
    "/%ff",
    "/%c0%ae%c0%ae/x",
    "/%c0%af",
    "/%",
    "/%zz",
    "//evil.example",
    "//evil.example/x",
    "/a//b",
    "///",
    "http://evil.example/x",
    "https://api.example/v1/x",
    "@evil.example",
    ".evil.example",
    ":8080/x",
    "*",
    "x",
  ];
  for (const path of refused) {
    it(`is refused for ${JSON.stringify(path)}`, () => {
      assert.throws(() => toTargetUrl(target, path), InvalidRequest);
      assert.throws(
        () => toTargetUrl(new URL("https://api.example"), path),
        InvalidRequest,
      );
    });
  }

  it("keeps the target's host and port, whatever the path is", () => {
    const root = new URL("https://api.example:8443");
    assert.equal(toTargetUrl(root, "").href, "https://api.example:8443/");
    assert.equal(toTargetUrl(root, "/@x").host, "api.example:8443");
  });

  it("has one slash after a target that ends with one", () => {
    const slashed = new URL("https://api.example/v1/");
    assert.equal(toTargetUrl(slashed, "/a").href, "https://api.example/v1/a");
  });
});

describe("a URL in an answer, as browsers reach it", () => {
  const from = new URL("https://api.example/v1/a/b");
  const table: readonly (readonly [string, string | null])[] = [
    ["https://api.example/v1", "/api"],
    ["https://api.example/v1/", "/api/"],
    ["https://api.example/v1/x?y=1#z", "/api/x?y=1#z"],
    ["/v1/x", "/api/x"],
    ["c", "/api/a/c"],
    ["../c", "/api/c"],
    ["?page=2", "/api/a/b?page=2"],
    ["../../x", null],
    ["/v1/../x", null],
    ["/v2/x", null],
    ["/v10", null],
    ["//evil.example/v1/x", null],
    ["https://evil.example/v1/x", null],
    ["http://api.example/v1/x", null],
    ["https://api.example:444/v1/x", null],
    ["https://u:p@api.example/v1/x", null],
    ["javascript:alert(1)", null],
    ["/v1//evil.example", null],
    ["/v1/\\evil.example", null],
    ["/v1/a%2f..", null],
    ["http://[", null],
  ];
  for (const [text, expected] of table) {
    it(`is ${expected ?? "none"} for ${text}`, () => {
      assert.equal(toPublicPath(place, text, from), expected);
    });
  }

  it("leads to no other site from a proxy at the root", () => {
    const root = { target: new URL("https://api.example"), mount: "" };
    for (const text of ["//evil.example", "/%2e%2e//evil.example", "/\\evil"]) {
      assert.equal(toPublicPath(root, text, from), null, text);
    }
    assert.equal(toPublicPath(root, "https://api.example", from), "/");
    const odd = { target, mount: "//evil.example" };
    assert.equal(toPublicPath(odd, "/v1/x", from), null);
  });
});
