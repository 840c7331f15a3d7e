import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { toAddress, toClaimedAddress } from "./email_address.ts";

/** Typed addresses, and their canonical forms. */
const good: readonly (readonly [input: string, address: string])[] = [
  ["ada@example.com", "ada@example.com"],
  ["  Ada@Example.COM\t", "ada@example.com"],
  ["ada+news@example.com", "ada+news@example.com"],
  ["a.b.c@sub.example.co.uk", "a.b.c@sub.example.co.uk"],
  ["o'hara@example.com", "o'hara@example.com"],
  ["!#$%&'*+/=?^_{|}~-@example.com", "!#$%&'*+/=?^_{|}~-@example.com"],
  ["1@2.example", "1@2.example"],
  ["ada@münchen.example", "ada@xn--mnchen-3ya.example"],
  ["ada@MÜNCHEN.example", "ada@xn--mnchen-3ya.example"],
  ["ada@xn--mnchen-3ya.example", "ada@xn--mnchen-3ya.example"],
  // A12: full-width characters are normalised, once and first.
  ["ada＠example.com", "ada@example.com"],
  ["ada﹫example.com", "ada@example.com"],
  ["ada@example．com", "ada@example.com"],
  ["ａｄａ@example.com", "ada@example.com"],
  ["\u00a0ada@example.com\u3000", "ada@example.com"],
  // A Cyrillic letter makes another domain, visibly.
  ["ada@exаmple.com", "ada@xn--exmple-4nf.com"],
  [`${"a".repeat(64)}@example.com`, `${"a".repeat(64)}@example.com`],
];

const bad: Readonly<Record<string, readonly string[]>> = {
  "is empty, or has an empty part": ["", " ", "@", "ada@", "@example.com"],
  "has no @, or several": [
    "ada",
    "ada@a.example@b.example",
    "ada@@example.com",
    "attacker@a.example,victim@v.example",
    "attacker@a.example;victim@v.example",
    "attacker@a.example victim@v.example",
    "a＠b.example@c.example",
  ],
  "is quoted": [
    '"e@attacker.example"@victim.example',
    '"ada"@example.com',
    'ada"@example.com',
    "'e@attacker.example'@victim.example",
  ],
  "has a comment, a name or a route": [
    "ada(comment)@example.com",
    "ada@(comment)example.com",
    "ada@example.com(comment)",
    "Ada <ada@example.com>",
    "<ada@example.com>",
    "@relay.example:ada@example.com",
    "ada%victim.example@[127.0.0.1]",
    "relay.example!ada@[::1]",
    "mailto:ada@example.com",
    "group:ada@example.com;",
  ],
  "has markup (A05)": [
    'x@y.example, <a href="http://evil.example">claim</a>',
    '"><img src=x>@example.com',
    "ada@example.com<script>",
  ],
  "has a control character, a line break or a space inside": [
    "ada@example.com\r\nBcc: victim@v.example",
    "ada@example.com\nRCPT TO:<victim@v.example>",
    "ada@example.com\n",
    "\nada@example.com",
    "ada@example.com\u2028",
    "ada\u0000@example.com",
    "ada@example.com\u0000",
    "a da@example.com",
    "ada@exam ple.com",
    "ada@example.com\u0085",
    "ada\u200b@example.com",
    "ada@exa\u00admple.com",
    "ada@exam\u202eple.com",
  ],
  "has an invalid domain": [
    "ada@localhost",
    "ada@example",
    "ada@.example.com",
    "ada@example.com.",
    "ada@example..com",
    "ada@-example.com",
    "ada@example-.com",
    "ada@exa_mple.com",
    "ada@[127.0.0.1]",
    "ada@127.0.0.1",
    "ada@2130706433",
    "ada@0x7f.1",
    "ada@example.com:25",
    "ada@example.com/x",
    "ada@example.com?x",
    "ada@example.com#x",
    "ada@example.com\\x",
    "ada@user:pass.example",
    "ada@%65xample.com",
    "ada@b。example",
    // Invisible characters, which domain names drop.
    "ada@exam\ufe0fple.com",
    "ada@exam\u034fple.com",
    `ada@${"a".repeat(64)}.example`,
  ],
  "has an invalid local part": [
    ".ada@example.com",
    "ada.@example.com",
    "a..da@example.com",
    "ada`id`@example.com",
    "adа@example.com",
    "ädä@example.com",
    "ada\\@example.com",
    "ada,x@example.com",
    "ada:x@example.com",
    "ada;x@example.com",
    "ada[x]@example.com",
    // A letter that becomes ASCII only in lower or upper case.
    "ıda@example.com",
    "ſ\u0307@example.com",
    // Characters that Unicode maps to an ASCII letter and no keyboard types.
    "\u212aate@example.com",
    "\u017fue@example.com",
    "d\u0131na@example.com",
    "D\u0130na@example.com",
    "\ufb01@example.com",
    "\u{1d41a}da@example.com",
    "\u24d0da@example.com",
    `${"a".repeat(65)}@example.com`,
  ],
  "is too long": [
    `ada@${"a.".repeat(150)}example`,
    `${"a".repeat(60)}@${`${"b".repeat(60)}.`.repeat(4)}example`,
    // One character that becomes eighteen.
    `${"\ufdfa".repeat(300)}@example.com`,
    "a".repeat(1_000_000),
  ],
};

describe("toAddress() [4.12]", () => {
  for (const [input, address] of good) {
    it(`${JSON.stringify(input)} becomes ${address}`, () => {
      assert.equal(toAddress(input), address);
      assert.equal(toAddress(address), address);
    });
  }

  for (const [what, inputs] of Object.entries(bad)) {
    it(`text that ${what} is refused`, () => {
      for (const input of inputs) {
        assert.equal(toAddress(input), null, JSON.stringify(input));
      }
    });
  }

  it("an address has the domain that a URL parser reads", () => {
    const letters = [..."ab0x9-."];
    const domains = letters.flatMap((one) =>
      letters.flatMap((two) =>
        letters.flatMap((three) =>
          ["", "a.", "xn--", "0x"].flatMap((start) =>
            ["", ".a", ".0xa", "b", "0"].map((end) =>
              start + one + two + three + end
            )
          )
        )
      )
    );
    const accepted = domains.filter((domain) =>
      toClaimedAddress(`a@${domain}`) !== null
    );
    assert.ok(accepted.length > 1000, String(accepted.length));
    for (const domain of accepted) {
      const { hostname } = new URL(`http://${domain}/`);
      assert.equal(toClaimedAddress(`a@${domain}`), `a@${hostname}`);
    }
  });

  it("the result ends like the input's domain, whatever stands before it", () => {
    for (
      const input of [...good.map(([one]) => one), ...Object.values(bad)].flat()
    ) {
      const address = toAddress(`${input}@corp.example`);
      if (address === null) continue;
      assert.equal(address.indexOf("@"), address.lastIndexOf("@"));
      assert.ok(address.endsWith("@corp.example"));
    }
  });

  it("a domain without a dot is accepted if the application allows it", () => {
    const rules = { localDomains: true };
    assert.equal(toAddress("ada@Intranet", rules), "ada@intranet");
    for (const input of ["ada@1", "ada@", "ada@[x]", "ada@a b"]) {
      assert.equal(toAddress(input, rules), null, input);
    }
  });
});

describe("toClaimedAddress() [4.12]", () => {
  it("an address is accepted in one spelling, with capitals or a domain in another script", () => {
    const claims: [string, string][] = [
      ["ada@example.com", "ada@example.com"],
      [" Ada@Example.COM ", "ada@example.com"],
      ["ada@MÜNCHEN.example", "ada@xn--mnchen-3ya.example"],
      ["ada@Intranet", "ada@intranet"],
      ["o'hara+x@example.com", "o'hara+x@example.com"],
    ];
    for (const [said, address] of claims) {
      assert.equal(toClaimedAddress(said), address);
      assert.equal(toClaimedAddress(address), address);
    }
  });

  it("text that would have to be changed to become an address is refused", () => {
    const claims = [
      "ａda@example.com",
      "ada＠example.com",
      "ada@example．com",
      "\u212aate@example.com",
      "kate@\u212aorp.example",
      "\u017fue@example.com",
      "d\u0131na@example.com",
      "ada@bu\u0308cher.example",
      "ada@exam\ufe0fple.com",
      "ada..x@example.com",
      "ada",
      "",
      "x".repeat(1_000_000),
      null,
      undefined,
      7,
      ["ada@example.com"],
      { toString: () => "ada@example.com" },
    ];
    for (const said of claims) {
      assert.equal(toClaimedAddress(said), null, JSON.stringify(said));
    }
  });
});
