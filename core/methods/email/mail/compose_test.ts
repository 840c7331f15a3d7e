import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { composeMail, type LetterFacts } from "./compose.ts";
import { toDevice } from "./device.ts";
import type { Words } from "./words.ts";
import { chooseLanguage, words } from "./languages.ts";

const facts = {
  url: "https://app.example/auth/callback/email?token=x&email=ada%40a.example",
  code: "01234567",
  purpose: "signIn",
  site: "Acme",
  host: "app.example",
  minutes: 10,
  asked: Date.UTC(2026, 0, 2, 3, 4, 5),
  userAgent:
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36",
  acceptLanguage: null,
  theme: {},
} as const satisfies LetterFacts;
const evil = `"><img src=x>'&</style><script>`;
const purposes = ["signIn", "verify"] as const;
const tags = Object.keys(words);

/** Returns the visible text of an HTML mail, one line for each block. */
function read(html: string): string {
  return html.replace(/^.*<body/s, "<body")
    .replace(/<\/?(?:bdi|a|b)\b[^>]*>/g, "").replace(/<!--.*?-->/gs, "")
    .replace(/<[^>]*>/g, "\n").replaceAll("&amp;", "&")
    .replaceAll("&#39;", "'").replaceAll("&nbsp;", " ");
}

/** All texts of a language, by name. */
function list(
  { signIn, verify, passwords, notices: _notices, ...others }: Words,
): [string, string][] {
  const mails = { signIn, verify, ...passwords };
  const named = Object.entries(mails).flatMap(([name, texts]) =>
    Object.entries(texts).map(([key, text]) => [`${name} ${key}`, text])
  ) as [string, string][];
  return [...named, ...Object.entries(others)];
}

function findGaps(text: string): string[] {
  return (text.match(/\{\w*\}?/g) ?? []).sort();
}

describe("a mail", () => {
  it("a mail says where it signs in, with what, how long it works, which browser asked, and what to do if the receiver did not ask", () => {
    const { subject, text, html } = composeMail(facts);
    assert.equal(subject, "Sign in to Acme");
    for (const part of [text, read(html)]) {
      assert.match(part, /\bSign in to Acme\n/);
      assert.match(part, /\n0123 4567\n/);
      assert.match(part, /once, for 10 minutes/);
      assert.match(part, /only on app\.example, /);
      assert.match(part, /January 2, 2026 at 3:04.AM.UTC from Chrome on Linux/);
      assert.match(part, /didn’t ask/);
      // The mail does not reveal whether the address belongs to a user.
      assert.doesNotMatch(part, /account|welcome back|regist|sign up/i);
    }
    assert.ok(text.includes(`\n${facts.url}\n`));
    const href = `href="${facts.url.replaceAll("&", "&amp;")}"`;
    assert.equal(html.split(href).length - 1, 2);
  });

  it("a list of mails shows the code after the subject", () => {
    const { html } = composeMail(facts);
    const [first] = read(html).split("\n").filter((line) => line.trim() !== "");
    assert.match(first ?? "", /^Your sign-in code is 0123 4567\./);
    assert.match(html, /<div style="display:none;[^>]*>Your sign-in code/);
  });

  it("a mail that verifies an address says so in every language, and does not say that it signs in", () => {
    for (const [acceptLanguage, own] of Object.entries(words)) {
      const more = { acceptLanguage, purpose: "verify" } as const;
      const { subject, text, html } = composeMail({ ...facts, ...more });
      const title = own.verify.title.replace("{site}", facts.site);
      assert.equal(subject, title);
      const shown = read(html);
      assert.ok(text.startsWith(`${title}\n`));
      for (const line of [title, own.verify.button]) {
        assert.ok(shown.includes(`\n${line}\n`), line);
      }
      const signsIn = own.signIn.title.replace("{site}", facts.site);
      assert.ok(!shown.includes(signsIn) && !text.includes(signsIn));
    }
  });

  it("a mail loads no resources, not even the logo, which then has no letter in its place", () => {
    const logo = "https://cdn.example/logo.png";
    for (const theme of [{}, { logo }]) {
      const { html } = composeMail({ ...facts, theme });
      assert.doesNotMatch(html, /<img|<link|<script|url\(|@import|src=|cdn/);
      assert.equal(/\nA\n/.test(read(html)), theme.logo === undefined);
    }
  });

  it("a mail has the colours of the site, and dark ones at night unless the site is always light or dark", () => {
    const theme = { brandColor: "#123456", buttonText: "#fedcba", radius: 3 };
    const compose = (more: object) =>
      composeMail({ ...facts, theme: { ...theme, ...more } }).html;
    const html = compose({});
    assert.match(html, /background:#123456[^>]*>\s*<a [^>]*color:#fedcba/);
    assert.match(html, /<a [^>]*border-radius:3px/);
    assert.match(html, /prefers-color-scheme:dark/);
    assert.match(html, /"color-scheme" content="light dark"/);
    for (const colorScheme of ["light", "dark"]) {
      const own = compose({ colorScheme });
      assert.doesNotMatch(own, /prefers-color-scheme/);
      assert.ok(own.includes(`"color-scheme" content="${colorScheme}"`));
      const ground = colorScheme === "light" ? "#f6f6f8" : "#0d0e11";
      assert.ok(
        own.includes(
          `<body class="page" style="margin:0;padding:0;background:${ground};`,
        ),
      );
    }
  });

  it("the text of the button is readable on the colour of the site", () => {
    const inks: [brandColor: string, ink: string][] = [
      ["#1e5eff", "#ffffff"],
      ["yellow", "#17181c"],
      ["#000", "#ffffff"],
      ["rgb(246 116 80)", "#17181c"],
    ];
    for (const [brandColor, ink] of inks) {
      const theme = { brandColor, colorScheme: "light" as const };
      const { html } = composeMail({ ...facts, theme });
      const [, color] = /<a class="on"[^>]*;color:(#[0-9a-f]+);/.exec(html) ??
        [];
      assert.equal(color, ink, brandColor);
    }
  });

  it("a mail contains no foreign markup, whatever host, link and browser are called [A05]", () => {
    const { subject, text, html } = composeMail({
      ...facts,
      url: `https://app.example/${evil}`,
      site: evil,
      host: evil,
      code: evil,
      userAgent: evil,
      acceptLanguage: evil,
    });
    assert.doesNotMatch(html, /<img|<script/);
    assert.equal(html.match(/<\/style>/g)?.length, 1);
    assert.ok(subject.includes(evil) && text.includes(evil));
  });

  it("a name may be long, of pictures or from right to left, and turns no other text", () => {
    const names = ["x".repeat(300), "👩🏽‍🚀".repeat(60), "שלום", "{code} {host}"];
    for (const site of names) {
      const { subject, text, html } = composeMail({ ...facts, site });
      assert.equal(subject, `Sign in to ${site}`);
      assert.ok(text.startsWith(`${subject}\n`));
      assert.ok(html.includes(`<bdi>${site}</bdi></h1>`), site);
      assert.ok(new TextEncoder().encode(html).length < 12_000);
    }
    const turned = composeMail({ ...facts, site: "\u202eA\u2066c\u200fme" });
    assert.equal(turned.subject, "Sign in to Acme");
    assert.doesNotMatch(turned.html, /[\u200f\u202e\u2066]/);
  });

  it("a browser or system that is not known is not named", () => {
    const rows: [string | null, RegExp][] = [
      [null, /UTC from an unknown device\./],
      ["curl/8.5.0", /UTC from an unknown device\./],
      ["Firefox/140.0", /UTC from Firefox\./],
      ["(Windows NT 10.0)", /UTC from Windows\./],
    ];
    for (const [userAgent, sentence] of rows) {
      assert.match(composeMail({ ...facts, userAgent }).text, sentence);
    }
  });
});

/** English words that are words of these languages, too; the others of a Latin script have none. */
const shared: Readonly<Record<string, readonly string[]>> = {
  de: ["code", "link"],
  fr: ["code", "confirmation", "page", "invitation"],
  it: ["email", "link", "account", "password"],
  nl: ["code", "link", "open", "account"],
  pl: ["link"],
  pt: ["link"],
};

describe("a mail without a link or a code", () => {
  it("a mail that has nothing to open names neither a link nor a code, and how long they would work", () => {
    const { subject, text, html } = composeMail({
      ...facts,
      purpose: "resetClosed",
      url: null,
      code: null,
    });
    assert.equal(subject, "There’s no Acme account for this address");
    for (const part of [text, read(html)]) {
      assert.match(part, /has no account/);
      assert.match(part, /from Chrome on Linux/);
      assert.doesNotMatch(part, /code|minutes|button|null|undefined/);
    }
    assert.doesNotMatch(html, /<a /);
  });

  it("an invitation has a link that works for days, and names no device, since the recipient did not ask", () => {
    const { text, html } = composeMail({
      ...facts,
      purpose: "invitation",
      code: null,
      minutes: 10_080,
    });
    for (const part of [text, read(html)]) {
      assert.match(part, /once, for 7 days/);
      assert.match(part, /expect this invitation/);
      assert.doesNotMatch(part, /code|Chrome|Requested|null|undefined/);
    }
    assert.ok(text.includes(`\n${facts.url}\n`));
    assert.equal(html.split("<a ").length - 1, 2);
  });

  it("a mail to an address with an account says so, and offers a link and a code", () => {
    const known = { ...facts, purpose: "signUpKnown" } as const;
    const { text, html } = composeMail(known);
    for (const part of [text, read(html)]) {
      assert.match(part, /already has one/);
      assert.match(part, /\n0123 4567\n/);
    }
    assert.ok(text.includes(`\n${facts.url}\n`));
  });
});

describe("the languages of mails", () => {
  it("there are fourteen", () => {
    assert.equal(
      [...tags].sort().join(" "),
      "ar de en es fr it ja ko nl pl pt sv tr zh",
    );
  });

  for (const [tag, own] of Object.entries(words)) {
    it(`both mails are complete in the language ${tag}`, () => {
      for (const purpose of purposes) {
        const { subject, text, html } = composeMail({
          ...facts,
          purpose,
          acceptLanguage: tag,
        });
        const direction = tag === "ar" ? "rtl" : "ltr";
        const root = `lang="${tag}" dir="${direction}"`;
        assert.ok(html.startsWith(`<!DOCTYPE html>\n<html ${root}>`));
        assert.equal(html.split(root).length - 1, 2);
        assert.ok(new TextEncoder().encode(html).length < 12_000);
        const shown = read(html);
        for (const part of [subject, text, shown]) {
          assert.doesNotMatch(part, /[{}]|undefined/);
          assert.ok(part.includes("Acme"));
        }
        for (const part of [text, shown]) {
          assert.match(part, /01234567|0123 4567/);
          for (const known of ["app.example", facts.url, "Chrome", "Linux"]) {
            assert.ok(part.includes(known), known);
          }
          assert.match(part, /2026.*UTC/);
          assert.ok(part.includes(own.ignore));
        }
        assert.ok(text.includes(`\n${own.code}\n`));
      }
    });

    it(`every text has its own words and the same placeholders in the language ${tag}`, () => {
      const english = words.en === undefined ? [] : list(words.en);
      const vocabulary = new Set(
        english.flatMap(([, text]) => toWords(text)),
      );
      assert.deepEqual(
        list(own).map(([key]) => key),
        english.map(([key]) => key),
      );
      for (const [i, [key, text]] of list(own).entries()) {
        assert.deepEqual(findGaps(text), findGaps(english[i]?.[1] ?? ""), key);
        const foreign = toWords(text).filter((word) =>
          vocabulary.has(word) && !shared[tag]?.includes(word)
        );
        if (tag !== "en") assert.deepEqual(foreign, [], key);
        if (["ar", "ja", "ko", "zh"].includes(tag)) {
          assert.doesNotMatch(text.replace(/\{\w+\}/g, ""), /[a-z]/i, key);
        }
      }
    });
  }

  it("the code stays in order in text from right to left", () => {
    const { text, html } = composeMail({ ...facts, acceptLanguage: "ar" });
    // Two groups of digits would be shown in the other order.
    assert.match(text, /\n01234567\n/);
    assert.match(html, /<td class="code" dir="ltr"[^>]*>0123 4567<\/td>/);
    assert.match(html, /<p dir="ltr"[^>]*><a [^>]*>https:/);
  });
});

/** The words of a text; short ones are alike in too many languages. */
function toWords(text: string): string[] {
  const plain = text.replace(/\{\w+\}/g, "").toLowerCase();
  return (plain.match(/[\p{L}’]+/gu) ?? []).filter((word) => word.length > 3);
}

describe("chooseLanguage()", () => {
  const rows: [string | null, string][] = [
    [null, "en"],
    ["", "en"],
    ["de", "de"],
    ["de-CH,de;q=0.9,en;q=0.8", "de"],
    ["en;q=0.5, fr;q=0.9", "fr"],
    ["tlh, ja;q=0.2", "ja"],
    ["zh-Hant-TW", "zh"],
    ["tr-TR, en;q=0.5", "tr"],
    ["ko", "ko"],
    ["ar-EG", "ar"],
    ["de;q=0", "en"],
    ["*", "en"],
    ["toString, __proto__, constructor", "en"],
    ["de;q=x", "de"],
    [",;=,".repeat(10_000), "en"],
  ];
  for (const [header, tag] of rows) {
    it(`${tag} is chosen for ${JSON.stringify(header)?.slice(0, 40)}`, () => {
      assert.equal(chooseLanguage(header).tag, tag);
    });
  }
});

describe("toDevice()", () => {
  const rows: [string | null, string | null, string | null][] = [
    [null, null, null],
    [facts.userAgent, "Chrome", "Linux"],
    [
      "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile/15E148 Safari/604.1",
      "Safari",
      "iOS",
    ],
    [
      "Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/140.0.0.0 Safari/537.36 Edg/140.0",
      "Edge",
      "Windows",
    ],
    [
      "Mozilla/5.0 (Macintosh; Intel Mac OS X 14.7; rv:140.0) Gecko/20100101 Firefox/140.0",
      "Firefox",
      "macOS",
    ],
    [
      "Mozilla/5.0 (Linux; Android 15) SamsungBrowser/27.0 Chrome/125.0 Mobile Safari/537.36",
      "Samsung Internet",
      "Android",
    ],
    ["curl/8.5.0", null, null],
    ["Your account is closed: call 555", null, null],
  ];
  for (const [userAgent, browser, system] of rows) {
    it(`the user agent ${JSON.stringify(userAgent)} is ${browser} on ${system}`, () => {
      assert.deepEqual(toDevice(userAgent), { browser, system });
    });
  }
});
