import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { PageModel, SignInModel } from "../config/page_models.ts";
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
const headers = [["x-frame-options", "DENY"]] as const;

/** Renders a page by way of those that are known; returns it, and how often it was rendered anew. */
async function show(page: SignInModel, look = frame) {
  let times = 0;
  const render = (one: PageModel) => {
    times++;
    return Promise.resolve({ headers, html: renderPage(one, look, css) });
  };
  const shown = await renderKnown(page, look.language.tag, render);
  assert.equal(shown.headers, headers);
  return { html: shown.html, times };
}

describe("a sign-in page that was rendered before", () => {
  it("it is the same as one that is rendered anew, for each visitor", async () => {
    const { providers } = toModel();
    const german = { ...frame, language: await loadLanguage("de") };
    const targets = [null, `${origin}/a?b=1&c="<x>'`, `${origin}/$&/$1`];
    let rendered = 0;
    for (let i = 0; i < 2; i++) {
      for (const look of [frame, german]) {
        for (const callbackUrl of targets) {
          for (const csrfToken of ["token-1", "token-2"]) {
            const page = toModel({ providers, csrfToken, callbackUrl });
            const { html, times } = await show(page, look);
            assert.equal(html, renderPage(page, look, css));
            rendered += times;
          }
        }
      }
    }
    // In two languages, with and without a target.
    assert.equal(rendered, 4);
  });

  it("a page with something about this visitor is kept for no other", async () => {
    const { providers } = toModel();
    const personal: Partial<SignInModel>[] = [
      { lastUsed: "two" },
      { confirm: { name: "Ada", email: null } },
      { error: { type: "OAuthCallbackError", code: null } },
      { email: "ada@example.com" },
      { passkeys: { script: "/auth/webauthn-script", forms: {} } },
    ];
    for (const more of [...personal, {}, ...personal, {}]) {
      const page = toModel({ ...more, providers });
      assert.equal((await show(page)).html, renderPage(page, frame, css));
    }
  });

  it("each list of providers has pages of its own", async () => {
    const first = toModel();
    const fewer = { ...first, providers: first.providers.slice(1) };
    const other = toModel({}, "https://other.example.com");
    for (const page of [first, fewer, other, first, fewer, other]) {
      assert.equal((await show(page)).html, renderPage(page, frame, css));
    }
  });

  it("more languages than are kept do no harm", async () => {
    const { providers } = toModel();
    for (let i = 0; i < 100; i++) {
      const tag = `x${i % 40}`;
      const look = { ...frame, language: { ...ENGLISH, tag } };
      const page = toModel({ providers });
      assert.equal((await show(page, look)).html, renderPage(page, look, css));
    }
  });
});
