import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { composeMail, type MailFacts } from "./compose.ts";
import { toDevice } from "./device.ts";
import { chooseLanguage, words } from "./words.ts";

const facts: MailFacts = {
  url: "https://app.example/auth/callback/email?token=x&email=ada%40a.example",
  code: "01234567",
  purpose: "signIn",
  site: "app.example",
  minutes: 10,
  asked: Date.UTC(2026, 0, 2, 3, 4, 5),
  userAgent:
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36",
  acceptLanguage: null,
  theme: {},
};
const evil = `"><img src=x>'&</style><script>`;

describe("a mail", () => {
  it("a mail says where it signs in, with what, how long it works, which browser asked, and what to do if the receiver did not ask", () => {
    const { subject, text, html } = composeMail(facts);
    assert.equal(subject, "Sign in to app.example");
    for (const part of [text, html.replaceAll("&amp;", "&")]) {
      assert.ok(part.includes(facts.url));
      assert.match(part, /0123 4567/);
      assert.match(part, /once, for 10 minutes/);
      assert.match(part, /January 2, 2026 at 3:04.AM UTC with Chrome \/ Linux/);
      assert.match(part, /did not ask/);
      // The mail does not reveal whether the address belongs to a user.
      assert.doesNotMatch(part, /account|welcome back|regist|sign up/i);
    }
  });

  it("a mail that verifies an address says so in every language, and does not say that it signs in", () => {
    for (const [acceptLanguage, own] of Object.entries(words)) {
      const more = { acceptLanguage, purpose: "verify" } as const;
      const { subject, text, html } = composeMail({ ...facts, ...more });
      const title = own.verifyTitle.replace("{site}", facts.site);
      assert.equal(subject, title);
      assert.ok(text.startsWith(title) && html.includes(`>${title}</h1>`));
      assert.ok(html.includes(`>${own.verifyButton}</a>`), acceptLanguage);
      assert.ok(!html.includes(own.title.replace("{site}", facts.site)));
    }
  });

  it("a mail loads no resources", () => {
    const { html } = composeMail(facts);
    assert.doesNotMatch(html, /<img|<link|<script|url\(|@import|src=/);
  });

  it("a mail has the colours of the site, and dark ones at night", () => {
    const theme = { brandColor: "#123456", buttonText: "#fedcba" };
    const { html } = composeMail({ ...facts, theme });
    assert.match(html, /background:#123456;color:#fedcba/);
    assert.match(html, /prefers-color-scheme:dark/);
  });

  it("a mail contains no foreign markup, whatever host, link and browser are called [A05]", () => {
    const { subject, text, html } = composeMail({
      ...facts,
      url: `https://app.example/${evil}`,
      site: evil,
      code: evil,
      userAgent: evil,
      acceptLanguage: evil,
    });
    assert.doesNotMatch(html, /<img|<script/);
    assert.equal(html.match(/<\/style>/g)?.length, 1);
    assert.ok(subject.includes(evil) && text.includes(evil));
  });

  for (const tag of Object.keys(words)) {
    it(`the mail is complete in the language ${tag}`, () => {
      const { subject, text, html } = composeMail({
        ...facts,
        acceptLanguage: tag,
      });
      assert.ok(html.startsWith(`<!DOCTYPE html>\n<html lang="${tag}">`));
      for (const part of [subject, text, html]) {
        assert.doesNotMatch(part, /\{\w+\}/);
        assert.ok(part.includes("app.example"));
      }
      assert.deepEqual(
        Object.keys(words[tag] ?? {}).sort(),
        Object.keys(words.en ?? {}).sort(),
      );
      for (const name of ["minutes", "time", "device", "site"]) {
        const all = Object.values(words[tag] ?? {}).join(" ");
        assert.ok(all.includes(`{${name}}`), name);
      }
    });
  }
});

describe("chooseLanguage()", () => {
  const rows: [string | null, string][] = [
    [null, "en"],
    ["", "en"],
    ["de", "de"],
    ["de-CH,de;q=0.9,en;q=0.8", "de"],
    ["en;q=0.5, fr;q=0.9", "fr"],
    ["tlh, ja;q=0.2", "ja"],
    ["zh-Hant-TW", "zh"],
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
  const rows: [string | null, string][] = [
    [null, "?"],
    [facts.userAgent, "Chrome / Linux"],
    [
      "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile/15E148 Safari/604.1",
      "Safari / iOS",
    ],
    [
      "Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/140.0.0.0 Safari/537.36 Edg/140.0",
      "Edge / Windows",
    ],
    [
      "Mozilla/5.0 (Macintosh; Intel Mac OS X 14.7; rv:140.0) Gecko/20100101 Firefox/140.0",
      "Firefox / macOS",
    ],
    [
      "Mozilla/5.0 (Linux; Android 15) SamsungBrowser/27.0 Chrome/125.0 Mobile Safari/537.36",
      "Samsung Internet / Android",
    ],
    ["curl/8.5.0", "?"],
    ["Your account is closed: call 555", "?"],
  ];
  for (const [userAgent, device] of rows) {
    it(`the user agent ${JSON.stringify(userAgent)} is called ${device}`, () => {
      assert.equal(toDevice(userAgent), device);
    });
  }
});
