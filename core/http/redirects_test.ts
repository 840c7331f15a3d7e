import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  isLoopback,
  toHostTarget,
  toSafeTarget,
  withQuery,
} from "./redirects.ts";

const origin = "https://app.example";
const base = "/auth";

function toTarget(input: unknown): string | null {
  return toSafeTarget(input, origin, base);
}

const control = [
  ...Array.from({ length: 0x20 }, (_, code) => code),
  ...Array.from({ length: 0x22 }, (_, i) => 0x7f + i),
  0x2028,
  0x2029,
  0xfeff,
].map((code) => String.fromCharCode(code));

/** Accepted inputs, with the parser's output. */
const good: readonly [string, string][] = [
  ["/", "/"],
  ["/a", "/a"],
  ["/a/b?c=d#e", "/a/b?c=d#e"],
  ["/?next=https://evil.example/", "/?next=https://evil.example/"],
  ["/a?b=//evil.example", "/a?b=//evil.example"],
  ["/a//b", "/a//b"],
  ["/a/../b", "/b"],
  ["/./a", "/a"],
  ["/%2e%2e/a", "/a"],
  ["/%2f%2fevil.example", "/%2f%2fevil.example"],
  ["/%5cevil.example", "/%5cevil.example"],
  ["/@evil.example", "/@evil.example"],
  // The page of a kept form asks before anything happens.
  ["/auth/resume", "/auth/resume"],
  ["/auth/resume?kept-form=x", "/auth/resume?kept-form=x"],
  ["/:80/x", "/:80/x"],
  ["/javascript:alert(1)", "/javascript:alert(1)"],
  ["/a b?c=d e#f g", "/a%20b?c=d%20e#f%20g"],
  ["/a ", "/a"],
  ["/ /evil.example", "/%20/evil.example"],
  [`${origin}/a b`, "/a%20b"],
  ["/caf\u00e9?\u{1f600}", "/caf%C3%A9?%F0%9F%98%80"],
  ["/authors", "/authors"],
  ["/auth-old", "/auth-old"],
  ["/AUTH/x", "/AUTH/x"],
  ["/x/auth/signin", "/x/auth/signin"],
  [origin, "/"],
  [`${origin}/a`, "/a"],
  ["HTTPS://APP.EXAMPLE/a", "/a"],
  [`${origin}:443/a`, "/a"],
  [`${origin}/a?b=https://evil.example`, "/a?b=https://evil.example"],
  ["https://app\uff0eexample/a", "/a"],
];

const bad: readonly unknown[] = [
  // Not a text, or neither a path nor a URL.
  undefined,
  null,
  7,
  true,
  {},
  [],
  ["/a"],
  { toString: () => "/a" },
  "",
  "a",
  "a/b",
  "./a",
  "../a",
  "?a=b",
  "#a",
  "evil.example",
  "evil.example/a",
  "app.example",
  "@evil.example",
  // Other hosts, and texts that are read as one.
  "//evil.example",
  "///evil.example",
  "////evil.example",
  "//app.example",
  "//",
  "///",
  "/\\evil.example",
  "\\/evil.example",
  "\\\\evil.example",
  "/a\\b",
  "/\\",
  "/\\/evil.example",
  "/..//evil.example",
  "/a/..//evil.example",
  "/.//evil.example",
  "/%2e%2e//evil.example",
  "/%2E//evil.example",
  "/a/%2e%2E//evil.example",
  `${origin}//evil.example`,
  `${origin}/..//evil.example`,
  "https:evil.example",
  "https:/evil.example",
  "https:///evil.example",
  "https:\\\\evil.example",
  "https:app.example/a",
  "https:/app.example/a",
  "https://evil.example",
  "https://evil.example/app.example",
  "https://evil.example/?https://app.example",
  "https://evil.example#https://app.example",
  "https://app.example.evil.example",
  "https://app.exampleevil",
  "https://app.example.",
  "https://evilapp.example",
  "https://sub.app.example",
  "https://app.example\uff0fevil.example",
  "https://app.example\u2044@evil.example",
  "https://app.exampl\u00e8",
  "http://app.example/a",
  "http://app.example:443/a",
  "https://app.example:8443/a",
  "https://app.example:80",
  "https://app.example:99999",
  // User information.
  "https://app.example@evil.example",
  "https://app.example:x@evil.example",
  "https://evil.example@app.example",
  "https://user:password@app.example/a",
  "https://:password@app.example/a",
  "https://app.example%40evil.example",
  "https://app.example%2f@evil.example",
  // Malformed.
  "https://",
  "http://%",
  "http://[",
  "https://[::1",
  "https://app.example%",
  "https://%61pp.example%00",
  // Other schemes.
  "javascript:alert(1)",
  "JavaScript://app.example/%0aalert(1)",
  "data:text/html,x",
  "vbscript:x",
  "file:///etc/passwd",
  "blob:https://app.example/a",
  "filesystem:https://app.example/a",
  "view-source:https://app.example/a",
  "ftp://app.example/a",
  "ws://app.example/a",
  "wss://app.example/a",
  "about:blank",
  "mailto:a@app.example",
  "intent://app.example#Intent;scheme=https;end",
  "x-https://app.example",
  "https-x://app.example",
  // Below the auth routes.
  "/auth",
  "/auth/",
  "/auth/signout",
  "/auth?x",
  "/auth#x",
  "/a/../auth/signout",
  "/auth/resume/",
  "/auth/resume/../signout",
  "/auth/Resume",
  "/./auth/signin",
  "/%2e/auth/signin",
  `${origin}/auth/signin?callbackUrl=/auth/signin`,
  // Too long.
  `/${"a".repeat(2048)}`,
  `/${"a".repeat(1_000_000)}`,
  `${origin}/${"a".repeat(2048)}`,
  `/${"\u65e5".repeat(300)}`,
];

describe("toSafeTarget()", () => {
  it("paths and URLs of this origin are accepted, as the parser reads them [A02]", () => {
    for (const [input, path] of good) {
      const target = toTarget(input);
      assert.equal(target, origin + path, input);
      assert.equal(new URL(target ?? "").origin, origin);
    }
  });

  it("every other target is refused [A02, A18, A19, A57]", () => {
    for (const input of bad) {
      const shown = String(JSON.stringify(input)).slice(0, 80);
      assert.equal(toTarget(input), null, shown);
    }
  });

  it("an empty port is read as the default one", () => {
    assert.equal(toTarget("https://app.example:/a"), `${origin}/a`);
  });

  it("control and blank characters but the space are refused, wherever they stand", () => {
    for (const one of control) {
      const spots = [
        `${one}/a`,
        `/${one}a`,
        `/a${one}`,
        `/${one}/evil.example`,
        `${one}//evil.example`,
        `ht${one}tps://app.example`,
        `https:${one}//app.example`,
        `https://app${one}.example`,
        `https://app.example/${one}`,
        one,
      ];
      for (const input of spots) {
        assert.equal(toTarget(input), null, JSON.stringify(input));
      }
    }
  });

  it("a target may have 2,048 characters and not one more", () => {
    assert.notEqual(toTarget(`/${"a".repeat(2047)}`), null);
    assert.equal(toTarget(`/${"a".repeat(2048)}`), null);
  });

  it("a target with a longer query or fragment keeps its path", () => {
    const long = "a".repeat(2048);
    const cut: readonly [string, string][] = [
      [`/x?a=${long}#b`, "/x"],
      [`/x?a=1#${long}`, "/x?a=1"],
      [`${origin}/x?${long}`, "/x"],
      [`/x?${"\u65e5".repeat(300)}`, "/x"],
    ];
    for (const [input, path] of cut) {
      assert.equal(toTarget(input), origin + path);
    }
  });

  it("the result contains only text that a header can carry", () => {
    for (const [input] of good) {
      assert.match(toTarget(input) ?? "", /^[\x21-\x7e]+$/);
    }
    const lone = `/${String.fromCharCode(0xd800)}`;
    assert.match(toTarget(lone) ?? "", /^[\x21-\x7e]+$/);
  });

  it("the result never leaves the origin, whatever its parts are", () => {
    const pieces = [
      "/",
      "\\",
      ".",
      "..",
      ":",
      "@",
      "?",
      "#",
      "%2f",
      "%5c",
      "%2e",
      "%00",
      "https:",
      "http:",
      "javascript:",
      "blob:",
      "evil.example",
      "app.example",
      "auth",
      "\t",
      "\n",
      " ",
      "\u2028",
      "\uff0f",
      "[",
      "]",
      ";",
      "a",
    ];
    let taken = 0;
    for (let i = 0; i < 20_000; i++) {
      const length = 1 + Math.floor(Math.random() * 7);
      const input = Array.from(
        { length },
        () => pieces[Math.floor(Math.random() * pieces.length)],
      ).join("");
      const target = toTarget(input);
      if (target === null) continue;
      taken++;
      const url = new URL(target);
      assert.equal(url.origin, origin, input);
      assert.ok(!url.pathname.startsWith("//"), input);
      assert.ok(!/^\/auth(?:\/|$)/.test(url.pathname), input);
      assert.equal(new URL(url.pathname + url.search, origin).origin, origin);
    }
    assert.ok(taken > 100);
  });

  it("the auth routes are recognised by their real path", () => {
    for (const path of ["/api.auth", "/a+b", "/x/auth"]) {
      assert.equal(toSafeTarget(`${path}/signout`, origin, path), null);
      assert.equal(toSafeTarget(path, origin, path), null);
      assert.notEqual(toSafeTarget(`${path}x`, origin, path), null);
    }
    assert.notEqual(
      toSafeTarget("/apixauth/signout", origin, "/api.auth"),
      null,
    );
  });
});

describe("toHostTarget()", () => {
  it("other origins and the auth routes are accepted, because the application decides", () => {
    const inputs: [string, string][] = [
      ["/a", `${origin}/a`],
      ["/auth/signin", `${origin}/auth/signin`],
      ["https://other.example/a", "https://other.example/a"],
      ["http://localhost:8000", "http://localhost:8000/"],
    ];
    for (const [input, target] of inputs) {
      assert.equal(toHostTarget(input, origin), target);
    }
  });

  it("ambiguous targets, and targets that are not pages, are refused", () => {
    const inputs = [
      "//other.example",
      "/\\other.example",
      "/..//other.example",
      "javascript:alert(1)",
      "data:text/html,x",
      "blob:https://app.example/x",
      "https://user@other.example",
      "https://other.example/\r\nx: y",
      "other.example",
      "",
      undefined,
      null,
      7,
      {},
      new URL(origin),
    ];
    for (const input of inputs) {
      assert.equal(toHostTarget(input, origin), null, String(input));
    }
  });
});

describe("withQuery()", () => {
  it("each value is added as one value", () => {
    const url = withQuery(`${origin}/x?a=1#f`, {
      a: "2",
      error: "a&next=https://evil.example#x",
      none: null,
      text: "\r\nx: y",
    });
    assert.match(url, /^[\x21-\x7e]+$/);
    const { searchParams, hash } = new URL(url);
    assert.deepEqual([...searchParams], [
      ["a", "2"],
      ["error", "a&next=https://evil.example#x"],
      ["text", "\r\nx: y"],
    ]);
    assert.equal(hash, "#f");
  });
});

describe("isLoopback()", () => {
  const hosts: readonly [string, boolean][] = [
    ["localhost", true],
    ["localhost:3000", true],
    ["app.localhost", true],
    ["127.0.0.1", true],
    ["127.8.9.10:3000", true],
    ["[::1]", true],
    ["evillocalhost", false],
    ["localhost.example", false],
    ["127.0.0.1.example", false],
    ["127.example", false],
    ["128.0.0.1", false],
    ["10.0.0.1", false],
    ["0.0.0.0", false],
    ["[::2]", false],
    ["[::ffff:127.0.0.1]", false],
  ];

  for (const [host, isOwn] of hosts) {
    it(`${host} is ${isOwn ? "this machine" : "another one"}`, () => {
      assert.equal(isLoopback(new URL(`http://${host}/`)), isOwn);
    });
  }
});
