import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { SignInModel } from "../config/page_models.ts";
import { ENGLISH } from "../config/page_words.ts";
import { renderKnown } from "./known_page.ts";
import { loadLanguage } from "./page_language.ts";
import { renderPage } from "./render.ts";

const origin = "https://app.example.com";

function toModel(more: Partial<SignInModel> = {}, base = origin): SignInModel {
  return {
    name: "signIn",
    signInUrl: `${base}/auth/signin`,
    providers: ["one", "two"].map((id) => ({
      id,
      name: `<${id}>`,
      type: "oidc",
      signinUrl: `${base}/auth/signin/${id}`,
      callbackUrl: `${base}/auth/callback/${id}`,
      isOneOfSeveral: true,
    })),
    passkeys: null,
    csrfToken: "token-1",
    callbackUrl: null,
    error: null,
    failed: null,
    typed: null,
    email: null,
    lastUsed: null,
    confirm: null,
    newMail: null,
    ...more,
  };
}

const frame = {
  site: "app.example.com",
  home: `${origin}/`,
  theme: {},
  language: ENGLISH,
  nonce: "a nonce",
};
const css = "p{color:red}";

describe("a sign-in page that was rendered before", () => {
  it("it is the same as one that is rendered anew, for each visitor", async () => {
    const owner = {};
    const german = { ...frame, language: await loadLanguage("de") };
    const targets = [null, `${origin}/a?b=1&c="<x>'`, `${origin}/$&/$1`];
    // The second time, all of them are known.
    for (let i = 0; i < 2; i++) {
      for (const look of [frame, german]) {
        for (const callbackUrl of targets) {
          for (const csrfToken of ["token-1", "token-2"]) {
            const page = toModel({ csrfToken, callbackUrl });
            assert.equal(
              renderKnown(owner, page, { frame: look, css }),
              renderPage(page, look, css),
            );
          }
        }
      }
    }
  });

  it("a page with something about this visitor is kept for no other", () => {
    const owner = {};
    const personal: Partial<SignInModel>[] = [
      { lastUsed: "two" },
      { confirm: { name: "Ada", email: null } },
      { error: { type: "OAuthCallbackError", code: null } },
      { email: "ada@example.com" },
      { passkeys: { script: "/auth/webauthn-script", forms: {} } },
    ];
    for (const more of [...personal, {}, ...personal, {}]) {
      const page = toModel(more);
      assert.equal(
        renderKnown(owner, page, { frame, css }),
        renderPage(page, frame, css),
      );
    }
  });

  it("another host, other providers and another configuration have pages of their own", () => {
    const owner = {};
    const first = toModel();
    const other = "https://other.example.com";
    const elsewhere = { ...frame, site: "other", home: `${other}/` };
    const fewer = { ...first, providers: first.providers.slice(1) };
    const themed = { ...frame, theme: { name: "Themed" }, site: "Themed" };
    const asked = [
      [owner, first, frame],
      [owner, toModel({}, other), elsewhere],
      [owner, fewer, frame],
      [{}, first, themed],
      [null, first, themed],
    ] as const;
    for (const [by, page, look] of [...asked, ...asked]) {
      assert.equal(
        renderKnown(by, page, { frame: look, css }),
        renderPage(page, look, css),
      );
    }
  });

  it("more hosts than are kept do no harm", () => {
    const owner = {};
    for (let i = 0; i < 100; i++) {
      const home = `https://h${i % 40}.example.com/`;
      const page = toModel({}, home.slice(0, -1));
      const look = { frame: { ...frame, home }, css };
      assert.equal(
        renderKnown(owner, page, look),
        renderPage(page, look.frame, css),
      );
    }
  });
});
