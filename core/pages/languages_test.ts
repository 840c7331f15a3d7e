import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { Auth, type AuthConfig } from "@latchkey/auth";
import { createMemoryAdapter } from "@latchkey/auth/adapters/memory";
import { Credentials } from "@latchkey/auth/providers/credentials";
import { Passkey } from "@latchkey/auth/providers/passkey";
import { words as mails } from "../methods/email/mail/words.ts";
import { loadLanguage, TAGS } from "./page_language.ts";
import type { PageModel } from "../config/page_models.ts";
import { ENGLISH, type PageWords } from "../config/page_words.ts";
import { LANGUAGES } from "./languages.ts";
import { renderPage } from "./render.ts";

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
function list({ passkeyProblems, errors, ...rest }: PageWords) {
  const all = { ...rest, ...passkeyProblems, ...errors };
  return Object.entries(all).sort(([a], [b]) => a < b ? -1 : 1);
}

/** Lists the placeholders of a sentence. */
function findGaps(sentence: string): string[] {
  return (sentence.match(/\{\w*\}?/g) ?? []).sort();
}

const plain = { name: "$& Provider", signinUrl: "/", callbackUrl: "/" };

/** Every page except the sign-in page, with all of its optional parts. */
const models: readonly PageModel[] = [
  {
    name: "signOut",
    action: "/",
    csrfToken: "",
    callbackUrl: null,
    message: null,
  },
  {
    name: "error",
    message: "",
    ref: "abcDEF_1",
    signInUrl: "/",
    ways: {
      browser: true,
      providers: [
        { ...plain, id: "mail", type: "email" },
        { ...plain, id: "key", type: "webauthn" },
        { ...plain, id: "op", type: "oidc" },
      ],
    },
  },
  { name: "verifyRequest", home: "/", message: null, asked: null },
  {
    name: "verifyRequest",
    home: "/",
    message: null,
    asked: {
      email: "a@b.example",
      action: "/",
      csrfToken: "",
      state: "",
      verifies: false,
    },
  },
  {
    name: "mailLink",
    action: "/",
    csrfToken: "",
    callbackUrl: "/",
    token: "",
    email: "a@b.example",
    site: "b.example",
  },
  { name: "leave", url: "/", provider: "$& Provider" },
  { name: "mailCode", email: "a@b.example", code: "12345678" },
  {
    name: "otherWays",
    providers: [{
      id: "op",
      name: "OP",
      type: "oidc",
      signinUrl: "/",
      callbackUrl: "/",
    }, {
      id: "key",
      name: "Key",
      type: "webauthn",
      signinUrl: "/",
      callbackUrl: "/",
    }],
    action: "/",
    csrfToken: "",
    callbackUrl: "/",
    token: "",
    email: "a@b.example",
    state: "",
  },
];

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
        assert.ok(text !== "" && text !== plain, `${tag}: ${text}`);
        assert.deepEqual(findGaps(text), findGaps(plain), `${tag}: ${text}`);
      }
      assert.equal(list(words).length, english.length, tag);
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

  it("every sentence about an error ends properly, and uses no script of another language", () => {
    for (const [tag, { errors }] of Object.entries(LANGUAGES)) {
      for (const text of Object.values(errors)) {
        assert.match(
          text,
          ["ja", "zh"].includes(tag) ? /。$/ : /[^.]\.$/,
          text,
        );
        assert.equal(/[\u3040-\u30ff]/.test(text), tag === "ja", text);
        assert.ok(
          ["ja", "zh"].includes(tag) || !/[^ -\u024f’]/.test(text),
          text,
        );
      }
    }
  });

  for (const tag of ["en", ...Object.keys(LANGUAGES)]) {
    it(`the page is shown and its script gets its sentences: ${tag}`, async () => {
      const { words } = await loadLanguage(tag);
      const text = unescape(await open(`${tag}-XX, en;q=0.5`));
      assert.match(text, RegExp(`^<!DOCTYPE html>\n<html lang="${tag}" `));
      assert.ok(text.includes(`<h1>${words.title}</h1>`));
      assert.ok(text.includes(`>${words.usePasskey}</button>`));
      assert.ok(text.includes(`>${words.createPasskey}</button>`));
      assert.ok(text.includes(`<noscript><p>${words.noScript}</p>`));
      const named = words.named.split("{name}").join("$& a code");
      for (const label of [words.withMail, named]) {
        assert.ok(text.includes(`>${label}</button>`), label);
      }
      for (const id of ["passkey-email", "email-mail"]) {
        const label = `<label for="${id}">${words.email}</label>`;
        assert.ok(text.includes(label), label);
      }
      const [, data = ""] = /data-passkey-texts="(\{.*?\})"/.exec(text) ?? [];
      assert.deepEqual(JSON.parse(data), words.passkeyProblems);
      const nobody = unescape(await open(tag, "", { providers: [] }));
      assert.ok(nobody.includes(words.nothing));
    });
  }

  for (const tag of ["en", ...Object.keys(LANGUAGES)]) {
    it(`the other pages are shown: ${tag}`, async () => {
      const language = await loadLanguage(tag);
      const english = list(ENGLISH.words);
      for (const model of models) {
        const html = renderPage({ ...model, language }, "nonce");
        assert.match(html, RegExp(`^<!DOCTYPE html>\\n<html lang="${tag}" `));
        assert.equal(html.match(/ lang="/g)?.length, 1);
        const text = unescape(html.replace(/<style.*<\/style>/s, ""));
        assert.doesNotMatch(text, /[{}]|undefined/);
        for (const [, sentence] of tag === "en" ? [] : english) {
          assert.ok(!text.includes(`>${sentence}<`), sentence);
        }
      }
      const texts = models.map((model) =>
        unescape(renderPage({ ...model, language }, "nonce"))
      );
      const { words } = language;
      const [out, failed, sent, asked, link, leave, code, ways] = texts;
      assert.ok(out?.includes(`<h1>${words.signOut}</h1>`));
      assert.ok(out?.includes(`<p>${words.wantSignOut}</p>`));
      assert.ok(out?.includes(`>${words.signOut}</button>`));
      const ref = words.reference.replace("{ref}", "<code>abcDEF_1</code>");
      assert.ok(failed?.includes(`<h1>${words.failed}</h1>`));
      assert.ok(failed?.includes(`<p>${ref}</p>`));
      assert.ok(failed?.includes(`>${words.title}</a>`));
      assert.ok(failed?.includes(`<p>${words.tryOtherWays}</p>`));
      for (
        const way of [
          words.knownBrowser,
          words.withMail,
          words.usePasskey,
          words.withProvider.split("{name}").join("$& Provider"),
        ]
      ) assert.ok(failed?.includes(`<li>${way}</li>`), way);
      assert.ok(sent?.includes(`<p>${words.sent}</p>`));
      const strong = "<strong>a@b.example</strong>";
      const sentTo = words.sentTo.replace("{email}", strong);
      assert.ok(asked?.includes(`<h1>${words.lookIntoMail}</h1>`));
      assert.ok(asked?.includes(`<p>${sentTo}</p>`));
      assert.ok(asked?.includes(`<label for="code">${words.code}</label>`));
      assert.ok(asked?.includes(`>${words.back}</a>`));
      const about = words.aboutToSignIn.replace("{email}", strong)
        .replace("{site}", "<strong>b.example</strong>");
      assert.ok(link?.includes(`<p>${about}</p>`));
      assert.ok(link?.includes(`>${words.notYours}</p>`));
      const to = words.leaveFor.split("{name}").join("$& Provider");
      assert.ok(leave?.includes(`<title>${to}</title>`));
      assert.ok(leave?.includes(`<p>${words.leaving}</p>`));
      assert.ok(leave?.includes(`>${words.leave}</a>`));
      const toType = words.typeCode.replace("{email}", strong);
      assert.ok(code?.includes(`<h1>${words.confirmAddress}</h1>`));
      assert.ok(code?.includes(`<p>${toType}</p>`));
      assert.ok(code?.includes("<strong>1234 5678</strong>"));
      assert.ok(code?.includes(`>${words.keepCode}</p>`));
      const exists = words.otherWays.replace("{email}", strong);
      assert.ok(ways?.includes(`<p>${exists}</p>`));
      const named = words.withProvider.replace("{name}", "OP");
      for (const label of [named, words.usePasskey, words.takeOver]) {
        assert.ok(ways?.includes(`>${label}</button>`), label);
      }
      assert.ok(ways?.includes(`>${words.notMyWays}</p>`));
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
      const [, alert] = /<p role="alert"(?: id="[^"]*")?>([^<]+)<\/p>/
        .exec(html) ?? [];
      assert.equal(alert, text, query);
    }
    for (const error of ["Nothing", "Verification%20void", "constructor"]) {
      assert.doesNotMatch(await open("de", `?error=${error}`), /"alert">[^<]/);
    }
  });

  it("the pages are English for a browser that prefers none of the languages", async () => {
    for (const one of ["", "tlh", "constructor", "de;q=0", "x".repeat(9000)]) {
      assert.match(await open(one), /<html lang="en" /, one);
    }
  });
});
