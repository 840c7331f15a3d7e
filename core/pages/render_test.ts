import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { Auth, type AuthConfig } from "@latchkey/auth";
import { toPageAnswer } from "../pipeline/reply.ts";
import {
  app,
  assertRefused,
  createSite,
  mint,
  names,
  plant,
  toAnswer,
  toQuery,
  toRequest,
} from "../session/session_testkit.ts";
import { markup } from "./html.ts";
import { renderPage } from "./render.ts";

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
  /^default-src 'none'; style-src 'nonce-([\w-]{22})'; img-src 'self' data:; form-action 'self'; frame-ancestors 'none'; base-uri 'none'$/;

async function ask(path: string, config: Partial<AuthConfig> = {}) {
  const site = await createSite(config);
  const request = toRequest(site.browser, path);
  return { site, ...await toAnswer(await Auth(request, site.config)) };
}

/** Removes the parts of a page that change each time: the nonce and the CSRF token. */
function toStable(html: string): string {
  return html.replace(/nonce="[\w-]+"/, "").replace(/value="[\w-]{43}"/g, "");
}

describe("a built-in page", () => {
  for (const page of pages) {
    it(`the ${page} page shows no parameter as markup, if it shows it at all [4.8, A17]`, async () => {
      const plain = await ask(`/auth/${page}`);
      for (const name of parameters) {
        for (const payload of payloads) {
          const one = toQuery({ [name]: payload });
          const queries = [
            one,
            `${one}&${one.slice(1)}`,
            `?${name}[]=${encodeURIComponent(payload)}`,
          ];
          for (const query of queries) {
            const answer = await ask(`/auth/${page}${query}`);
            assert.ok([200, 500].includes(answer.status), query.slice(0, 80));
            assert.doesNotMatch(answer.text, /<svg|alert\(1\)|7\*7/);
            assert.ok(!answer.headers.has("x-injected"));
            const changes = page === "error" && name === "error";
            if (!changes) {
              assert.equal(toStable(answer.text), toStable(plain.text));
            }
            assertRefused(answer, answer.site);
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
      const [, nonce] = policy.exec(
        headers.get("content-security-policy") ?? "",
      ) ?? [];
      assert.ok(nonce && text.includes(`<style nonce="${nonce}">`));
      assert.equal(headers.get("content-type"), "text/html; charset=utf-8");
      assert.equal(headers.get("x-content-type-options"), "nosniff");
      assert.equal(headers.get("x-frame-options"), "DENY");
      assert.equal(headers.get("referrer-policy"), "same-origin");
      assert.equal(headers.get("cross-origin-opener-policy"), "same-origin");
      assert.match(headers.get("cache-control") ?? "", /\bno-store\b/);
    });

    it(`the page needs no scripts and no other resources: ${page} [4.8]`, async () => {
      const { text } = await ask(path, config);
      assert.doesNotMatch(text, /<script|<link|<img|<iframe|\son\w+=|url\(/i);
      assert.match(text, /^<!DOCTYPE html>\n<html lang="en" class="auto">/);
      assert.match(text, /<meta name="viewport"/);
    });
  }

  it("each page has a new nonce", async () => {
    const nonces = await Promise.all(
      Array.from({ length: 20 }, async () => {
        const { headers } = await ask("/auth/error");
        return policy.exec(headers.get("content-security-policy") ?? "")?.[1];
      }),
    );
    assert.equal(new Set(nonces).size, 20);
  });

  it("an error is shown in the library's words only, whatever its name [4.8]", async () => {
    const unknown = await ask("/auth/error?error=Nothing");
    const known = await ask("/auth/error?error=AccessDenied");
    assert.match(known.text, /do not have permission/);
    assert.equal(known.status, 403);
    for (const error of ["__proto__", "constructor", "toString", "", "%00"]) {
      const answer = await ask(`/auth/error?error=${error}`);
      assert.equal(toStable(answer.text), toStable(unknown.text), error);
      const page = await ask(`/auth/signin?error=${error}`);
      assert.doesNotMatch(page.text, /role="alert"/);
    }
    for (const code of ["__proto__", "toString", "access_denied_", "<b>"]) {
      const query = toQuery({ error: "OAuthCallbackError", code });
      const answer = await ask(`/auth/signin${query}`);
      assert.match(answer.text, /could not be verified/);
    }
    const query = toQuery({
      error: "OAuthCallbackError",
      code: "access_denied",
    });
    assert.match((await ask(`/auth/signin${query}`)).text, /cancelled/);
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
    const site = await createSite({
      pages: { error: "/oops?a=1", signIn: "/in", signOut: "/out" },
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
      const site = await createSite();
      // Only a visitor with a session sees the question.
      if (page === "signout") plant(site.browser, await mint(site.secret));
      const { forms } = await site.browser.goto(`${app}/auth/${page}${query}`);
      const [form] = forms();
      assert.equal(new URL(form?.action ?? "").origin, app);
      assert.match(new Map(form?.fields).get("csrfToken") ?? "", /^[\w-]{43}$/);
      const set = site.browser.cookies(app).map(({ name }) => name);
      assert.ok(set.includes(names.csrf));
    }
  });
});

describe("text that the application configured", () => {
  const evil = "\"><svg onload=alert(1)>'&</title></style><script>x</script>";

  it("a configured text is shown as text [4.8]", async () => {
    const site = await createSite();
    const { config, op, browser } = site;
    const provider = {
      ...op.provider(),
      name: evil,
      style: { brandColor: `red}${evil}`, logo: "javascript:alert(1)" },
    };
    const named = { ...config, providers: [provider] };
    const request = toRequest(browser, "/auth/signin");
    const answer = await toAnswer(await Auth(request, named));
    assert.doesNotMatch(answer.text, /<svg|<script|javascript:/);
    assert.equal(answer.text.match(/<\/style>/g)?.length, 1);
    assert.match(answer.text, /Sign in with &quot;&gt;&lt;svg onload/);
    assertRefused(answer, site);
  });

  it("a configured text is shown as text in every place of every page [4.8]", () => {
    const html = [
      renderPage({
        name: "signIn",
        providers: [{
          id: evil,
          name: evil,
          type: "oidc",
          signinUrl: evil,
          callbackUrl: evil,
        }, {
          id: evil,
          name: evil,
          type: "credentials",
          signinUrl: evil,
          callbackUrl: evil,
          fields: [[evil, { label: evil, type: evil, value: evil }]],
        }],
        csrfToken: evil,
        callbackUrl: evil,
        message: evil,
        email: evil,
        failed: evil,
      }, "nonce"),
      renderPage({
        name: "signIn",
        providers: [{
          id: evil,
          name: evil,
          type: "email",
          signinUrl: evil,
          callbackUrl: evil,
        }],
        csrfToken: evil,
        callbackUrl: evil,
        message: evil,
        email: evil,
        failed: null,
      }, "nonce"),
      renderPage({
        name: "verifyRequest",
        home: evil,
        message: evil,
        asked: {
          email: evil,
          action: evil,
          csrfToken: evil,
          state: evil,
          verifies: true,
        },
      }, "nonce"),
      renderPage({ name: "mailCode", email: evil, code: evil }, "nonce"),
      renderPage({
        name: "otherWays",
        providers: [{
          id: evil,
          name: evil,
          type: "oidc",
          signinUrl: evil,
          callbackUrl: evil,
        }],
        action: evil,
        csrfToken: evil,
        callbackUrl: evil,
        token: evil,
        email: evil,
        state: evil,
      }, "nonce"),
      renderPage({
        name: "mailLink",
        action: evil,
        csrfToken: evil,
        callbackUrl: evil,
        token: evil,
        email: evil,
        site: evil,
      }, "nonce"),
      renderPage({
        name: "signOut",
        action: evil,
        csrfToken: evil,
        callbackUrl: evil,
        message: evil,
      }, "nonce"),
      renderPage(
        {
          name: "error",
          message: evil,
          ref: evil,
          signInUrl: evil,
          ways: {
            browser: true,
            providers: (["email", "webauthn", "oidc"] as const).map((type) => ({
              id: evil,
              name: evil,
              type,
              signinUrl: evil,
              callbackUrl: evil,
              style: { logo: evil },
            })),
          },
        },
        "nonce",
      ),
      renderPage({ name: "leave", url: evil, provider: evil }, "nonce"),
    ];
    for (const one of html) {
      assert.doesNotMatch(one, /<svg|<script/);
      assert.match(one, /&quot;&gt;&lt;svg onload=alert\(1\)&gt;&#39;&amp;/);
      assert.equal(one.match(/<\/title>/g)?.length, 1);
    }
  });

  it("the page that redirects leads to the whole URL, and nowhere else", () => {
    const url = 'https://op.example/a?b=c&d="x"&e=1;url=https://evil.example';
    const { body } = toPageAnswer({ name: "leave", url, provider: "OP" }, 200);
    assert.ok(body && "html" in body);
    const [, content] = /http-equiv="refresh" content="([^"]*)"/
      .exec(body.html) ?? [];
    const escaped = url.replaceAll("&", "&amp;").replaceAll('"', "&quot;");
    assert.equal(content, `0;url=${escaped}`);
    assert.ok(body.html.includes(`href="${escaped}"`));
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
