import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { Auth, type AuthConfig } from "@latchkey/auth";
import { createMemoryAdapter } from "@latchkey/auth/adapters/memory";
import { Credentials } from "@latchkey/auth/providers/credentials";
import { Passkey } from "@latchkey/auth/providers/passkey";
import { words as mails } from "../methods/mail/words.ts";
import { loadLanguage, TAGS } from "../page_language.ts";
import { ENGLISH, type PageWords } from "../page_words.ts";
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

/** All sentences in one list. */
function list({ passkeyProblems, ...rest }: PageWords): string[] {
  return [...Object.values(rest), ...Object.values(passkeyProblems)];
}

describe("the languages of the sign-in page", () => {
  it("are those of the mails, each with words of its own for everything", () => {
    assert.deepEqual([...TAGS].sort(), Object.keys(mails).sort());
    assert.deepEqual(
      Object.keys({ en: 0, ...LANGUAGES }).sort(),
      [...TAGS].sort(),
    );
    const english = list(ENGLISH.words);
    for (const [tag, words] of Object.entries(LANGUAGES)) {
      const own = list(words);
      assert.equal(own.length, english.length, tag);
      for (const [i, text] of own.entries()) {
        assert.ok(text !== "" && text !== english[i], `${tag}: ${text}`);
      }
      assert.equal(words.withProvider.split("{name}").length, 2, tag);
    }
  });

  for (const tag of ["en", ...Object.keys(LANGUAGES)]) {
    it(`show the page and hand the script its sentences: ${tag}`, async () => {
      const { words } = await loadLanguage(tag);
      const text = unescape(await open(`${tag}-XX, en;q=0.5`));
      assert.match(text, RegExp(`^<!DOCTYPE html>\n<html lang="${tag}" `));
      assert.ok(text.includes(`<h1>${words.title}</h1>`));
      assert.ok(text.includes(`>${words.usePasskey}</button>`));
      assert.ok(text.includes(`>${words.createPasskey}</button>`));
      assert.ok(text.includes(`<noscript><p>${words.noScript}</p>`));
      for (const name of ["Email", "$& a code"]) {
        const label = words.withProvider.split("{name}").join(name);
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

  it("leave errors as they are, and say so", async () => {
    const text = await open("de", "?error=AccountNotLinked");
    assert.match(text, /<p role="alert" lang="en">Somebody signs in/);
    const wrong = await open("de", "?error=CredentialsSignin");
    assert.match(wrong, /<p role="alert"[^>]* lang="en">/);
  });

  it("are English for a browser that names none of them", async () => {
    for (const one of ["", "tlh", "constructor", "de;q=0", "x".repeat(9000)]) {
      assert.match(await open(one), /<html lang="en" /, one);
    }
  });
});
