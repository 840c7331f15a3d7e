import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { ACCOUNT_DONE } from "../config/pages/account_models.ts";
import { Auth, type AuthConfig } from "@latchkey/auth";
import type { PageModel, SignedInModel } from "../config/pages/page_models.ts";
import { hashBase64 } from "../crypto/hash.ts";
import {
  type App,
  app,
  cookieName,
  createApp,
  toQuery,
  toRequest,
} from "../../testing/app_testkit.ts";
import { assertRefused, toAnswer } from "../../testing/checks_testkit.ts";
import { mint, plant } from "../session/session_testkit.ts";
import { markup } from "./html.ts";
import { PAGE_SCRIPT } from "./page_script.ts";
import {
  pages as models,
  readPage,
  render,
  toFields,
  toProvider,
  toSignIn,
} from "./pages_testkit.ts";

const pages = ["signin", "signout", "error"];
const parameters = [
  "error",
  "code",
  "ref",
  "callbackUrl",
  "csrfToken",
  "email",
  "provider",
  "providers",
  "theme",
  "type",
  "name",
  "page",
  "state",
  "message",
  "__proto__",
  "constructor",
  "toString",
];
const payloads = [
  '"><svg onload=alert(1)>',
  "'><svg onload=alert(1)>",
  "<script>alert(1)</script>",
  "javascript:alert(1)",
  "{{7*7}}",
  "${7*7}",
  "</style><script>alert(1)</script>",
  "&lt;svg onload=alert(1)&gt;",
  "\r\nx-injected: 1",
  "x".repeat(100_000),
];
const policy =
  /^default-src 'none'; style-src 'sha256-([\w+\/]{43}=)';(?: script-src 'sha256-([\w+\/]{43}=)';)? img-src 'self' data:; form-action 'self'; frame-ancestors 'none'; base-uri 'none'$/;

async function ask(path: string, config: Partial<AuthConfig> = {}) {
  return await askSite(await createApp({ config: config }), path);
}

async function askSite(site: App, path: string) {
  const request = toRequest(site.browser, path);
  return { site, ...await toAnswer(await Auth(request, site.config)) };
}

/** Removes the part of a page that changes each time: the CSRF token. */
function toStable(html: string): string {
  return html.replace(/value="[\w-]{43}"/g, "");
}

/** Removes the library's own style, script, logo and icons. */
function toForeign(html: string): string {
  return html
    .replace(/<style>[^]*?<\/style>/, (text) => {
      assert.doesNotMatch(text, /alert|7\*7/);
      return "";
    })
    .replace(`<script>${PAGE_SCRIPT}</script>`, "")
    .replace(LOGO, "")
    .replace(QR_CODE, "")
    .replace(ICON, "");
}

const LOGO =
  /<svg class="logo" viewBox="0 0 32 32" aria-hidden="true"><rect [^<>]*\/><text [^<>]*>.?<\/text><\/svg>/u;
const QR_CODE = /<svg class="qr" [^<>]*>(?:<path [^<>]*\/>)+<\/svg>/;
const ICON =
  /<svg class="i" viewBox="0 0 24 24" aria-hidden="true">(?:<(?:path|rect|circle)(?: (?:d|r|rx|x|y|cx|cy|width|height)="[\w .-]+")+\/>)+<\/svg>/g;

describe("a built-in page", () => {
  for (const page of pages) {
    it(`the ${page} page shows no parameter as markup, if it shows it at all [4.8, A17]`, async () => {
      const site = await createApp();
      const plain = await askSite(site, `/auth/${page}`);
      for (const name of parameters) {
        for (const payload of payloads) {
          const one = toQuery({ [name]: payload });
          const queries = [
            one,
            `${one}&${one.slice(1)}`,
            `?${name}[]=${encodeURIComponent(payload)}`,
          ];
          for (const query of queries) {
            site.lines.length = 0;
            const answer = await askSite(site, `/auth/${page}${query}`);
            assert.ok([200, 500].includes(answer.status), query.slice(0, 80));
            assert.doesNotMatch(
              toForeign(answer.text),
              /<svg|<script|alert\(1\)|7\*7/,
            );
            assert.ok(!answer.headers.has("x-injected"));
            const changes = page === "error" && name === "error";
            if (!changes) {
              assert.equal(toStable(answer.text), toStable(plain.text));
            }
            assertRefused(answer, site);
          }
        }
      }
    });
  }

  const provider = {
    id: "email",
    type: "email",
    from: "sign-in@app.example",
    sendMail: () => {},
  } as const;
  const whole: Record<string, [path: string, config?: Partial<AuthConfig>]> = {
    ...Object.fromEntries(pages.map((page) => [page, [`/auth/${page}`]])),
    // Its URL holds a token, which must not leak to another site (4.13).
    "the link of a mail": [
      "/auth/callback/email?token=x&email=ada%40example.test",
      { providers: [provider] },
    ],
    "the link of a mail that verifies an address, opened elsewhere": [
      "/auth/callback/email?token=x&email=ada%40example.test&code=12345678",
      { providers: [provider] },
    ],
    "the page after asking for a mail": [
      "/auth/verify-request",
      { providers: [provider] },
    ],
  };
  for (const [page, [path, config]] of Object.entries(whole)) {
    it(`the page has the security headers: ${page} [4.8]`, async () => {
      const { headers, text } = await ask(path, config);
      const [, style, script] = policy.exec(
        headers.get("content-security-policy") ?? "",
      ) ?? [];
      const [, css = ""] = /<style>([^]*?)<\/style>/.exec(text) ?? [];
      assert.equal(await hashBase64(css), style);
      const [, js] = /<script>([^]*?)<\/script>/.exec(text) ?? [];
      assert.equal(js && await hashBase64(js), script);
      assert.equal(headers.get("content-type"), "text/html; charset=utf-8");
      assert.equal(headers.get("x-content-type-options"), "nosniff");
      assert.equal(headers.get("x-frame-options"), "DENY");
      assert.equal(headers.get("referrer-policy"), "same-origin");
      assert.equal(headers.get("cross-origin-opener-policy"), "same-origin");
      assert.match(headers.get("cache-control") ?? "", /\bno-store\b/);
    });

    it(`the page needs no scripts and no other resources: ${page} [4.8]`, async () => {
      const { text } = await ask(path, config);
      const plain = toForeign(text);
      assert.doesNotMatch(plain, /<script|<link|<img|<iframe|\son\w+=|url\(/i);
      assert.doesNotMatch(text, /@import|@font-face|url\(/i);
      assert.match(text, /^<!DOCTYPE html>\n<html lang="en" dir="ltr">/);
      assert.match(text, /<meta name="viewport"/);
    });
  }

  it("an error is shown in the library's words only, whatever its name [4.8]", async () => {
    const unknown = await ask("/auth/error?error=Nothing");
    const known = await ask("/auth/error?error=AccessDenied");
    assert.match(known.text, /don’t have permission/);
    assert.equal(known.status, 403);
    const names = ["__proto__", "constructor", "toString", "hasOwnProperty"];
    for (const error of [...names, "", "%00", "x".repeat(100_000)]) {
      const answer = await ask(`/auth/error?error=${error}`);
      assert.equal(toStable(answer.text), toStable(unknown.text), error);
      const page = await ask(`/auth/signin?error=${error}`);
      assert.doesNotMatch(page.text, /role="alert"/);
    }
    for (
      const code of [...names, "access_denied_", "<b>", "x".repeat(100_000)]
    ) {
      const query = toQuery({ error: "OAuthCallbackError", code });
      for (const page of ["signin", "error"]) {
        const answer = await ask(`/auth/${page}${query}`);
        assert.match(answer.text, /couldn’t verify its answer/);
      }
    }
    const query = toQuery({
      error: "OAuthCallbackError",
      code: "access_denied",
    });
    assert.match((await ask(`/auth/signin${query}`)).text, /canceled/);
  });

  it("a reference is shown only if it has the library's form [4.8]", async () => {
    const good = await ask("/auth/error?error=AccessDenied&ref=abcDEF_1");
    assert.match(good.text, /<code>abcDEF_1<\/code>/);
    for (
      const ref of ["abc", "abcDEF_12", "<b>DEF_1", "call 555", "abcdefg\n"]
    ) {
      const query = toQuery({ error: "AccessDenied", ref });
      assert.doesNotMatch((await ask(`/auth/error${query}`)).text, /<code>/);
    }
  });

  it("an error is passed to a page of the application as one value [4.4]", async () => {
    const site = await createApp({
      config: {
        pages: { error: "/oops?a=1", signIn: "/in", signOut: "/out" },
      },
    });
    const text = "a&next=https://evil.example#x\r\nx: y";
    for (const page of pages) {
      const query = toQuery({ error: text, code: text, callbackUrl: "/x" });
      const request = toRequest(site.browser, `/auth/${page}${query}`);
      const answer = await toAnswer(await Auth(request, site.config));
      assert.equal(answer.status, 303);
      const location = new URL(answer.headers.get("location") ?? "");
      assert.equal(location.origin, app);
      assert.equal(location.searchParams.get("next"), null);
      if (page !== "signout") {
        assert.deepEqual(location.searchParams.getAll("error"), [text]);
      }
      assertRefused(answer, site);
    }
  });

  it("parameters cannot change the values of form fields", async () => {
    const query = toQuery({
      csrfToken: "evil",
      action: "https://evil.example",
    });
    for (const page of ["signin", "signout"]) {
      const site = await createApp();
      // Only a visitor with a session sees the question.
      if (page === "signout") plant(site.browser, await mint(site.secret));
      const { forms } = await site.browser.goto(`${app}/auth/${page}${query}`);
      const [form] = forms();
      assert.equal(new URL(form?.action ?? "").origin, app);
      assert.match(new Map(form?.fields).get("csrfToken") ?? "", /^[\w-]{43}$/);
      const set = site.browser.cookies(app).map(({ name }) => name);
      assert.ok(set.includes(cookieName.csrf));
    }
  });
});

describe("text that the application configured", () => {
  const evil = "\"><svg onload=alert(1)>'&</title></style><script>x</script>";

  it("a configured text is shown as text [4.8]", async () => {
    const site = await createApp();
    const { config, op, browser } = site;
    const provider = {
      ...op.provider(),
      name: evil,
      style: { brandColor: `red}${evil}`, logo: "javascript:alert(1)" },
    };
    const named = { ...config, providers: [provider] };
    const request = toRequest(browser, "/auth/signin");
    const answer = await toAnswer(await Auth(request, named));
    assert.doesNotMatch(toForeign(answer.text), /<svg|<script|javascript:/);
    assert.equal(answer.text.match(/<\/style>/g)?.length, 1);
    assert.match(answer.text, /Continue with &quot;&gt;&lt;svg onload/);
    assertRefused(answer, site);
  });

  /** Replaces every text of a model, except those that choose what is shown. */
  function poison(value: unknown, key = ""): unknown {
    if (typeof value === "string") {
      return CHOOSING.includes(key) && CHOICES.has(value) ? value : evil;
    }
    if (Array.isArray(value)) return value.map((one) => poison(one));
    if (typeof value !== "object" || value === null) return value;
    const entries = Object.entries(value);
    return Object.fromEntries(
      entries.map(([key, one]) => [key, poison(one, key)]),
    );
  }

  const CHOOSING = ["type", "name", "reason", "done", "kind", "asks"];
  const CHOICES: ReadonlySet<string> = new Set(
    [...models.values()].map(({ name }) => name as string)
      .concat("oauth", "oidc", "email", "webauthn", "credentials")
      .concat("not kept", "other user", "sent", "gone", ...ACCOUNT_DONE)
      .concat("confirm", "undo", "app", "recovery", "passkey"),
  );

  it("a configured text is shown as text in every place of every page [4.8]", async () => {
    for (const [what, model] of models) {
      const poisoned = poison(model) as typeof model;
      const html = await render(poisoned, {
        theme: { name: evil, links: { help: evil, terms: evil } },
      });
      const plain = toForeign(html)
        .replace(/<script src="[^"]*" nonce="nonce" defer><\/script>/, "");
      assert.doesNotMatch(plain, /<svg|<script|<\/title><\/style>/, what);
      assert.match(plain, /&quot;&gt;&lt;svg onload=alert\(1\)&gt;&#39;&amp;/);
      assert.equal(plain.match(/<\/title>/g)?.length, 1, what);
      assert.equal(html.match(/<\/style>/g)?.length, 1, what);
      for (const { name, attributes } of readPage(html)) {
        assert.ok(!("onload" in attributes), `${what}: ${name}`);
      }
    }
  });

  const odd: Readonly<Record<string, string>> = {
    "300 characters": "Ünïted ".repeat(50).slice(0, 300),
    "300 characters without a space": "x".repeat(300),
    emoji: "👩‍👩‍👧‍👦 Family 🇨🇭",
    "marks that turn the direction": "\u202egnp.exe\u2066x\u200f",
    "a script": "<script>alert(1)</script>",
    "an entity": "&lt;b&gt;&quot;",
    "a placeholder": "{site} {provider} $& $1",
    "a name of a prototype": "__proto__",
    "half of a character": "\ud83d",
  };
  for (const [what, text] of Object.entries(odd)) {
    it(`a name is shown as it is, and changes nothing around it: ${what} [4.8]`, async () => {
      const user = { name: text, email: text };
      const provider = toProvider("op", "oidc", {
        name: text,
        style: { brandColor: "#123456" },
      });
      const field = { label: { en: text, de: text, __proto__: text } };
      const form = toProvider("form", "credentials", {
        name: text,
        ...toFields({ x: field, [text]: { placeholder: text } }),
      });
      const shown: PageModel[] = [
        toSignIn({
          providers: [provider, form],
          passkeys: null,
          confirm: user,
        }),
        { ...models.get("signed in") as SignedInModel, user },
        { name: "leave", url: "/", provider: text },
      ];
      for (const model of shown) {
        const html = await render(model, { theme: { name: text } });
        const plain = await render(
          JSON.parse(
            JSON.stringify(model).replaceAll(
              JSON.stringify(text).slice(1, -1),
              "plain",
            ),
          ),
          { theme: { name: "plain" } },
        );
        const shape = (html: string) =>
          readPage(html).map(({ name, parents }) => `${name} ${parents.length}`)
            .filter((one) => !/^(?:svg|rect|text) /.test(one));
        assert.deepEqual(shape(html), shape(plain));
        const elements = readPage(html);
        const heard = elements.flatMap(({ text, attributes }) => [
          text,
          ...Object.values(attributes),
        ]);
        // A browser replaces half of a character, and drops spaces at an end.
        const seen = text.toWellFormed().trim();
        assert.ok(heard.some((one) => one.toWellFormed().includes(seen)));
        // A character that turns the direction of a user's name turns nothing else.
        for (const { texts, parents, name } of elements) {
          const isUser = parents.some(({ attributes }) =>
            attributes.class === "box"
          );
          if (isUser && texts.some((one) => one.includes(seen))) {
            assert.equal(name, "bdi");
          }
        }
      }
    });
  }

  it("a theme's name is refused if it cannot be a name [4.8]", async () => {
    for (const name of ["", " ", "x".repeat(101), "a\nb", "a\u0000", 7, {}]) {
      const site = await createApp({
        config: { theme: { name: name as string } },
      });
      const request = toRequest(site.browser, "/auth/signin");
      await assert.rejects(async () => {
        const answer = await Auth(request, site.config);
        if (answer.status === 500) throw new Error("refused");
      });
    }
  });

  it("the page that redirects leads to the whole URL, and nowhere else", async () => {
    const url = 'https://op.example/a?b=c&d="x"&e=1;url=https://evil.example';
    const html = await render({ name: "leave", url, provider: "OP" });
    const [, content] = /http-equiv="refresh" content="([^"]*)"/
      .exec(html) ?? [];
    const escaped = url.replaceAll("&", "&amp;").replaceAll('"', "&quot;");
    assert.equal(content, `0;url=${escaped}`);
    assert.ok(html.includes(`href="${escaped}"`));
  });
});

describe("the markup template", () => {
  it("the template escapes everything but markup, and leaves null out", () => {
    const inner = markup`<b>${"<i>"}</b>`;
    const { html } = markup`${inner}${null}${[inner, inner]}${7}${`"'&<>`}`;
    const b = "<b>&lt;i&gt;</b>";
    assert.equal(html, `${b}${b}${b}7&quot;&#39;&amp;&lt;&gt;`);
  });
});
