import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { Auth, type AuthConfig } from "@latchkey/auth";
import { createMemoryAdapter } from "@latchkey/auth/adapters/memory";
import { Credentials } from "@latchkey/auth/providers/credentials";
import { Passkey } from "@latchkey/auth/providers/passkey";
import { words as mails } from "../methods/email/mail/languages.ts";
import { loadLanguage, TAGS } from "./page_language.ts";
import { ENGLISH, type PageWords } from "../config/pages/page_words.ts";
import { LANGUAGES } from "./languages.ts";

const origin = "https://app.example";
const config: AuthConfig = {
  secret: "a secret of at least 32 characters, or more",
  origin,
  adapter: createMemoryAdapter(),
  providers: [
    Passkey(),
    { id: "mail", type: "email", sendMail: () => {}, from: "a@app.example" },
    Credentials({ name: "$& a code", authorize: () => null }),
  ],
  session: { strategy: "jwt" },
  experimental: { enableWebAuthn: true },
  logger: { warn: () => {} },
};

async function open(language: string, query = "", more = {}): Promise<string> {
  const request = new Request(`${origin}/auth/signin${query}`, {
    headers: { accept: "text/html", "accept-language": language },
  });
  return await (await Auth(request, { ...config, ...more })).text();
}

function unescape(html: string): string {
  return html.replaceAll("&quot;", '"').replaceAll("&#39;", "'")
    .replaceAll("&amp;", "&");
}

/** Lists all sentences by key. */
function list(
  {
    passkeyProblems,
    passwordWords,
    accountWords,
    errors,
    factorWords,
    ...rest
  }: PageWords,
) {
  const passwords = Object.entries(passwordWords)
    .map(([name, text]) => [`passwordWords.${name}`, text] as const);
  const factors = Object.entries(factorWords)
    .map(([name, text]) => [`factor ${name}`, text] as const);
  const accounts = Object.entries(accountWords)
    .map(([name, text]) => [`account ${name}`, text] as const);
  const all = {
    ...rest,
    ...passkeyProblems,
    ...errors,
    ...Object.fromEntries([...passwords, ...factors, ...accounts]),
  };
  return Object.entries(all).sort(([a], [b]) => a < b ? -1 : 1);
}

/** Lists the placeholders of a sentence. */
function findGaps(sentence: string): string[] {
  return (sentence.match(/\{\w*\}?/g) ?? []).sort();
}

/** Words that a language shares with English. */
const SHARED: Readonly<Record<string, readonly string[]>> = {
  de: ["code"],
  es: ["errorTitle"],
  fr: ["code"],
  it: ["password", "privacy"],
  nl: ["code", "help", "privacy"],
};

/** The letters that a language is written in, besides Latin ones in names. */
const SCRIPTS: Readonly<Record<string, RegExp>> = {
  ar: /\p{Script=Arabic}/u,
  ja: /[\p{Script=Hiragana}\p{Script=Katakana}]/u,
  ko: /\p{Script=Hangul}/u,
  zh: /\p{Script=Han}/u,
};

describe("the languages of the built-in pages", () => {
  it("the pages have the same languages as the mails, each with its own words for everything", () => {
    assert.deepEqual([...TAGS].sort(), Object.keys(mails).sort());
    assert.deepEqual(
      Object.keys({ en: 0, ...LANGUAGES }).sort(),
      [...TAGS].sort(),
    );
    const english = list(ENGLISH.words);
    for (const [tag, words] of Object.entries(LANGUAGES)) {
      for (const [i, [name, text]] of list(words).entries()) {
        const [known, plain = ""] = english[i] ?? [];
        assert.equal(name, known, tag);
        const isShared = SHARED[tag]?.includes(name) ?? false;
        assert.equal(text === plain, isShared, `${tag}: ${name}: ${text}`);
        assert.equal(text, text.trim(), `${tag}: ${name}`);
        assert.notEqual(text, "", `${tag}: ${name}`);
        assert.deepEqual(findGaps(text), findGaps(plain), `${tag}: ${text}`);
      }
      assert.equal(list(words).length, english.length, tag);
    }
  });

  it("no text says “everywhere”, which could mean all devices or the provider, too", () => {
    const vague =
      /everywhere|überall|en todas partes|partout|ovunque|overal|wszędzie|överallt|em todo lugar|her yerde/i;
    for (const words of [ENGLISH.words, ...Object.values(LANGUAGES)]) {
      for (const [name, text] of list(words)) {
        assert.doesNotMatch(text, vague, name);
      }
    }
  });

  it("translations repeat a text exactly where the English texts repeat it", () => {
    const english = Object.entries(ENGLISH.words.errors);
    for (const [tag, { errors }] of Object.entries(LANGUAGES)) {
      const own: Readonly<Record<string, string>> = errors;
      for (const [one, text] of english) {
        for (const [other, same] of english) {
          assert.equal(
            own[one] === own[other],
            text === same,
            `${tag}: ${one}`,
          );
        }
      }
    }
  });

  it("every sentence about an error ends properly, and is written in the script of its language", () => {
    for (const [tag, { errors }] of Object.entries(LANGUAGES)) {
      const own = SCRIPTS[tag];
      const foreign = Object.entries(SCRIPTS).filter(([one]) =>
        // Japanese is written in Chinese characters, too.
        one !== tag && !(tag === "ja" && one === "zh")
      );
      for (const text of Object.values(errors)) {
        assert.match(text, ["ja", "zh"].includes(tag) ? /。$/ : /[^.]\.$/);
        assert.ok(
          own?.test(text) ?? !/[^ -\u024f’“”„«»…–\u00a0]/.test(text),
          text,
        );
        for (const [, script] of foreign) assert.doesNotMatch(text, script);
      }
    }
  });

  for (const tag of ["en", ...Object.keys(LANGUAGES)]) {
    it(`the page is shown and its script gets its sentences: ${tag}`, async () => {
      const { words } = await loadLanguage(tag);
      const text = unescape(await open(`${tag}-XX, en;q=0.5`));
      assert.match(text, RegExp(`^<!DOCTYPE html>\n<html lang="${tag}" `));
      const title = words.signInTo.replace("{site}", "app.example");
      assert.ok(text.includes(`<h1>${title}</h1>`));
      assert.ok(text.includes(`</svg>${words.signInWithPasskey}</button>`));
      assert.ok(text.includes(`>${words.createPasskey}</button>`));
      for (const label of [words.sendLink, "$& a code"]) {
        assert.ok(text.includes(`>${label}</button>`), label);
      }
      assert.ok(
        text.includes(`<label for="email">${words.emailAddress}</label>`),
      );
      const [, data = ""] = /data-passkey-texts="(\{.*?\})"/.exec(text) ?? [];
      assert.deepEqual(JSON.parse(data), words.passkeyProblems);
      const alone = unescape(await open(tag, "", { providers: [Passkey()] }));
      assert.ok(
        alone.includes(`<noscript><p>${words.passkeysNeedJavaScript}</p>`),
      );
      const nobody = unescape(await open(tag, "", { providers: [] }));
      assert.ok(nobody.includes(words.noWayToSignIn));
    });
  }

  it("each language says what went wrong, by type and code of the error", async () => {
    const { errors } = (await loadLanguage("de")).words;
    const said: [query: string, text: string][] = [
      ["error=AccountNotLinked", errors.AccountNotLinked],
      ["error=CredentialsSignin&code=x", errors.CredentialsSignin],
      ["error=Verification&code=void", errors["Verification void"]],
      ["error=Verification&code=__proto__", errors.Verification],
      ["error=SessionError", errors.Configuration],
    ];
    for (const [query, text] of said) {
      const html = unescape(await open("de", `?${query}`));
      const [, alert] =
        /<p [^>]*role="alert"[^>]*><svg.*?<\/svg><span>([^<]+)<\/span><\/p>/
          .exec(html) ?? [];
      assert.equal(alert, text, query);
    }
    for (const error of ["Nothing", "Verification%20void", "constructor"]) {
      assert.doesNotMatch(
        await open("de", `?error=${error}`),
        /role="alert"[^>]*><svg/,
      );
    }
  });

  it("the pages are English for a browser that prefers none of the languages", async () => {
    for (const one of ["", "tlh", "constructor", "de;q=0", "x".repeat(9000)]) {
      assert.match(await open(one), /<html lang="en" /, one);
    }
  });
});
