/** The options `locale` and `words`. */

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { Auth, type AuthConfig, skipCSRFCheck } from "@latchkey/auth";
import { ENGLISH } from "../config/pages/page_words.ts";
import { LANGUAGES } from "./languages.ts";
import { de } from "./languages/de.ts";
import { TAGS } from "./page_language.ts";

const origin = "https://app.example";

async function open(
  options: Record<string, unknown>,
  { path = "/auth/signin", language = "fr, en;q=0.5", body }: {
    path?: string;
    language?: string;
    body?: URLSearchParams;
  } = {},
) {
  const log: string[] = [];
  const config: AuthConfig = {
    secret: "a secret of at least 32 characters, or more",
    origin,
    providers: [{
      id: "mail",
      type: "email",
      sendMail: () => {},
      from: "a@app.example",
    }],
    logger: { error: ({ message }) => void log.push(message) },
    ...options,
  };
  const headers = { accept: "text/html", "accept-language": language };
  const init = body === undefined ? { headers } : {
    headers,
    body,
    method: "POST",
  };
  const answer = await Auth(new Request(origin + path, init), config);
  return { status: answer.status, text: await answer.text(), log };
}

/** Asserts that an option is refused with a sentence, and that no visitor reads it. */
async function assertRefused(
  options: Record<string, unknown>,
  ...sentences: string[]
): Promise<void> {
  const { status, text, log } = await open(options);
  assert.equal(status, 500, JSON.stringify(options));
  assert.equal(log.length, 1);
  for (const one of sentences) assert.ok(log[0]?.includes(one), `${log[0]}`);
  assert.doesNotMatch(text, /locale|words\./);
}

describe("the option `locale`", () => {
  for (const tag of TAGS) {
    it(`every visitor gets the pages in the application's language: ${tag}`, async () => {
      const words = LANGUAGES[tag] ?? ENGLISH.words;
      for (const locale of [tag, `${tag}-XX`, tag.toUpperCase()]) {
        const { text, status } = await open({ locale });
        assert.equal(status, 200);
        assert.match(text, RegExp(`<html lang="${tag}" `));
        assert.ok(text.includes(words.sendLink.replaceAll("'", "&#39;")));
      }
    });
  }

  it("without it the visitor's browser decides", async () => {
    for (const locale of [undefined, null]) {
      assert.match((await open({ locale })).text, /<html lang="fr" /);
    }
  });

  it("mails are in that language, too", async () => {
    const sent: string[] = [];
    const { status } = await open({
      locale: "de",
      skipCSRFCheck,
      providers: [{
        id: "mail",
        type: "email",
        from: "a@app.example",
        sendMail: ({ mail }: { mail: { html: string } }) =>
          void sent.push(mail.html),
      }],
    }, {
      path: "/auth/signin/mail",
      body: new URLSearchParams({ email: "ada@example.test" }),
    });
    assert.equal(status, 303);
    assert.match(sent[0] ?? "", /<html lang="de"/);
  });

  for (
    const locale of [
      "",
      "xx",
      "english",
      "de, fr",
      "de;q=0",
      "*",
      "__proto__",
      "constructor",
      "de_CH",
      "de-<b>",
      "x".repeat(10_000),
      7,
      true,
      {},
      ["xx"],
    ]
  ) {
    it(`a language that is not there is refused: ${JSON.stringify(locale).slice(0, 40)}`, async () => {
      await assertRefused({ locale }, "`locale` must be en, ar, de");
    });
  }
});

describe("the option `words`", () => {
  it("the application's texts replace the built-in ones of the same name, and no others", async () => {
    const words = {
      de: { sendLink: "Link <anfordern>", signIn: undefined },
      en: { sendLink: "Send me a link" },
      fr: undefined,
    };
    const german = await open({ words }, { language: "de" });
    assert.match(german.text, />Link &lt;anfordern&gt;<\/button>/);
    assert.ok(german.text.includes(`>${de.emailAddress}<`));
    const english = await open({ words }, { language: "en" });
    assert.match(english.text, />Send me a link<\/button>/);
    assert.doesNotMatch((await open({ words })).text, /Send me|anfordern/);
  });

  it("single error sentences and passkey sentences are replaced, and the others stay", async () => {
    const words = {
      de: {
        errors: { AccessDenied: "Kein Zutritt.", "Verification void": "Aus." },
        passkeyProblems: { register: "Geht nicht." },
      },
    };
    const ask = async (error: string) => {
      const path = `/auth/error?error=${error}`;
      return (await open({ words }, { language: "de", path })).text;
    };
    assert.match(await ask("AccessDenied"), /<p>Kein Zutritt\.<\/p>/);
    assert.match(await ask("Verification&code=void"), /<p>Aus\.<\/p>/);
    assert.ok((await ask("RateLimited")).includes(de.errors.RateLimited));
  });

  it("a text with the placeholders of the built-in one gets their values", async () => {
    const words = { en: { signInTo: "{site}: welcome to {site}" } };
    const { text } = await open({ words }, { language: "en" });
    assert.match(text, /<h1>app\.example: welcome to app\.example<\/h1>/);
  });

  const rows: [string, unknown, ...string[]][] = [
    ["a text", "x", "`words` must be an object"],
    ["another language", { xx: {} }, "`words.xx` does not exist"],
    ["a region", { "de-CH": {} }, "`words.de-CH` does not exist"],
    ["a prototype", JSON.parse('{"__proto__":{}}'), "`words.__proto__` does"],
    ["a language without texts", { de: 7 }, "`words.de` must be an object"],
    ["nothing", { de: null }, "`words.de` must be an object"],
    [
      "an unknown name",
      { de: { sendLnk: "x" } },
      "`words.de.sendLnk` does not",
    ],
    [
      "the name of a prototype",
      { de: { constructor: "x" } },
      "`words.de.constructor` does not exist",
    ],
    ["a number", { de: { signIn: 7 } }, "`words.de.signIn` must be a string"],
    ["an empty text", { de: { signIn: " " } }, "`words.de.signIn` must be a"],
    ["markup", { de: { signIn: { html: "<b>" } } }, "`words.de.signIn` must"],
    [
      "a placeholder without a value",
      { de: { signIn: "Los, {name}" } },
      "`words.de.signIn` has no value for `{name}`",
    ],
    ["errors as a text", { de: { errors: "x" } }, "`words.de.errors` must be"],
    [
      "an unknown error",
      { de: { errors: { Nothing: "x" } } },
      "`words.de.errors.Nothing` does not exist",
    ],
    [
      "an error's number",
      { de: { errors: { AccessDenied: 7 } } },
      "`words.de.errors.AccessDenied` must be a string",
    ],
    [
      "several mistakes at once",
      { de: { a: "x", b: "y" }, xx: {} },
      "`words.de.a`",
      "`words.de.b`",
      "`words.xx`",
    ],
  ];
  for (const [what, words, ...sentences] of rows) {
    it(`what is no text of a page is refused: ${what}`, async () => {
      await assertRefused({ words }, ...sentences);
    });
  }
});
