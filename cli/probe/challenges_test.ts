import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { findParam, findScheme, parseChallenges } from "./challenges.ts";

describe("the header WWW-Authenticate", () => {
  it("challenges are read with their parameters", () => {
    const table: [string, unknown][] = [
      ["Bearer", [{ scheme: "Bearer", params: [] }]],
      ['bearer realm="a"', [{ scheme: "bearer", params: [["realm", "a"]] }]],
      [
        'Bearer Realm = a, scope="b c"',
        [{ scheme: "Bearer", params: [["realm", "a"], ["scope", "b c"]] }],
      ],
      [
        'Bearer a="1", a="2", DPoP algs="ES256", Basic',
        [
          { scheme: "Bearer", params: [["a", "1"], ["a", "2"]] },
          { scheme: "DPoP", params: [["algs", "ES256"]] },
          { scheme: "Basic", params: [] },
        ],
      ],
      [
        String.raw`Bearer a="\"b\\, c=\"d"`,
        [{ scheme: "Bearer", params: [["a", String.raw`"b\, c="d`]] }],
      ],
      [
        "Negotiate YWJj==, Bearer",
        [
          { scheme: "Negotiate", params: [] },
          { scheme: "Bearer", params: [] },
        ],
      ],
      ["Bearer ,,a=b ,", [{ scheme: "Bearer", params: [["a", "b"]] }]],
    ];
    for (const [header, expected] of table) {
      assert.deepEqual(parseChallenges(header), expected, header);
    }
  });

  it("a wrong syntax is null", () => {
    const headers = [
      "Bearer realm=my files",
      'Bearer realm="open',
      'Bearer realm="a"b"',
      'Bearer realm="a" scope="b"',
      'realm="a"',
      "Bearer realm=",
      "Bearer (a)",
      'Bearer realm="line\nfeed"',
    ];
    for (const header of headers) {
      assert.equal(parseChallenges(header), null, header);
    }
  });

  it("a scheme is found whatever its case, and a parameter by its name", () => {
    const challenges = parseChallenges('DPoP a="1", BEARER a="2"') ?? [];
    assert.equal(findParam(findScheme(challenges, "bearer"), "a"), "2");
    assert.equal(findParam(findScheme(challenges, "bearer"), "b"), undefined);
    assert.equal(findParam(findScheme(challenges, "basic"), "a"), undefined);
  });
});
