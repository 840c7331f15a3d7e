import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { Auth, type AuthConfig } from "@latchkey/auth";
import type { WebAuthnConfig } from "@latchkey/auth";
import { createMemoryAdapter } from "@latchkey/auth/adapters/memory";
import { Passkey } from "@latchkey/auth/providers/passkey";
import { WebAuthn } from "@latchkey/auth/providers/webauthn";
import { hashBase64 } from "../../crypto/hash.ts";
import { ENGLISH } from "../../config/pages/page_words.ts";
import { SCRIPT } from "./webauthn_script.ts";

const origin = "https://app.example";
const mail = {
  id: "mail",
  type: "email",
  sendMail: () => {},
  from: "a@app.example",
} as const;

function toConfig(entry: Partial<WebAuthnConfig> = {}): AuthConfig {
  return {
    secret: "a secret of at least 32 characters, or more",
    origin,
    adapter: createMemoryAdapter(),
    providers: [Passkey(entry)],
    experimental: { enableWebAuthn: true },
    logger: { warn: () => {} },
  };
}

async function open(
  config: AuthConfig,
  path = "/auth/signin",
  more: Record<string, string> = {},
) {
  const headers = { accept: "text/html", ...more };
  const answer = await Auth(new Request(origin + path, { headers }), config);
  return { answer, text: await answer.text() };
}

describe("the sign-in page with passkeys", () => {
  it("the page loads one script, which its policy allows by the nonce, and has one whose hash it names", async () => {
    const { answer, text } = await open(toConfig());
    const policy = answer.headers.get("content-security-policy") ?? "";
    const [, hash = "", nonce] =
      /script-src 'sha256-([\w+/=]{44})' 'nonce-([\w-]{22})';/.exec(policy) ??
        [];
    assert.ok(nonce);
    assert.match(policy, /default-src 'none';.*; connect-src 'self';/);
    assert.doesNotMatch(policy, /unsafe|\*|https:/);
    const [loaded = "", own, ...more] = text.match(/<script[^>]*>/g) ?? [];
    assert.match(
      loaded,
      /src="https:\/\/app\.example\/auth\/webauthn-script\?v=[\w-]{12}"/,
    );
    assert.ok(loaded.includes(`nonce="${nonce}" defer`));
    assert.deepEqual([own, more], ["<script>", []]);
    const [, script = ""] = /<script>([^]*?)<\/script>/.exec(text) ?? [];
    assert.equal(await hashBase64(script), hash);
    assert.doesNotMatch(text, / on[a-z]+=|javascript:/);
  });

  it("the page loads no script without passkeys, and pages without a form have none", async () => {
    const none = { ...toConfig(), providers: [] };
    for (
      const [config, path, hasOwn] of [
        [none, "/auth/signin", true],
        [toConfig(), "/auth/signout", false],
        [toConfig(), "/auth/error", false],
      ] as const
    ) {
      const { answer, text } = await open(config, path);
      const policy = answer.headers.get("content-security-policy") ?? "";
      assert.doesNotMatch(policy, /connect-src|'nonce-/);
      assert.equal(/script-src 'sha256-[^ ]+';/.test(policy), hasOwn, path);
      assert.equal(policy.includes("script-src"), hasOwn, path);
      assert.doesNotMatch(text, /<script [^>]*src/);
      assert.equal(text.includes("<script>"), hasOwn, path);
    }
  });

  it("the page hides its passkeys without the script, and says so if there is nothing else", async () => {
    const { text } = await open(toConfig());
    assert.match(text, /<noscript><p>Passkeys need JavaScript\.<\/p>/);
    assert.match(text, /<div class="col" data-passkey="passkey"[^>]* hidden>/);
    assert.match(text, /<form id="form-1" data-passkey="passkey"[^>]* hidden/);
    assert.match(text, /<label for="form-1-email">Email address<\/label>/);
    assert.match(text, /autocomplete="username webauthn"/);
    const more = { ...toConfig(), providers: [Passkey(), mail] };
    assert.doesNotMatch((await open(more)).text, /<noscript>/);
  });

  it("the address of another form serves to create a passkey, and no field asks for it twice", async () => {
    const { text } = await open({
      ...toConfig(),
      providers: [mail, Passkey()],
    });
    assert.equal(text.match(/type="email"/g)?.length, 1);
    assert.match(
      text,
      /<input id="email" name="email" [^>]*autocomplete="username webauthn"/,
    );
    const [, form] =
      /<div class="col" data-passkey="passkey"[^>]* data-passkey-fields="([^"]+)" hidden>/
        .exec(text) ?? [];
    assert.ok(form && text.includes(`<form id="${form}" method="post"`));
  });

  it("the page offers autofill in one form only, and only if the application wants it", async () => {
    const two = { ...toConfig(), providers: [Passkey(), WebAuthn()] };
    const count = async (config: AuthConfig) =>
      (await open(config)).text.match(/data-passkey-autofill/g)?.length ?? 0;
    assert.equal(await count(two), 1);
    assert.equal(await count(toConfig({ enableConditionalUI: false })), 0);
    assert.equal(await count(toConfig({ formFields: { email: {} } })), 0);
  });

  it("the page shows the application's names as text, and drops what would run [4.8]", async () => {
    const evil = '"><svg onload=alert(1)>';
    const { text } = await open(
      toConfig({
        formFields: {
          email: {
            label: evil,
            placeholder: evil,
            onfocus: "alert(1)",
            ONCLICK: "alert(1)",
            "x y": "z",
            required: true,
            disabled: false,
          },
        },
      }),
      `/auth/signin?callbackUrl=${encodeURIComponent("/a?b=<svg>")}`,
    );
    const plain = text.replace(
      /<style>[^]*?<\/style>|<script[^]*?<\/script>/g,
      "",
    )
      .replace(
        /<svg (?:class="i"|class="logo") viewBox="[\d ]+" aria-hidden/g,
        "",
      );
    assert.doesNotMatch(plain, /<svg|onfocus|onclick|x y=|disabled/i);
    assert.match(text, / required[ >]/);
    assert.match(text, /data-passkey-target="[^"]*%3Csvg%3E"/);
  });
});

describe("the passkey script", () => {
  it("the script has the names of its sentences, and sentences only as defaults", () => {
    for (const key of Object.keys(ENGLISH.words.passkeyProblems)) {
      assert.match(SCRIPT, RegExp(`"${key}":`));
    }
    const [, rest = ""] = SCRIPT.split(/const ENGLISH = .*\n/);
    assert.doesNotMatch(rest, /"[A-Z][a-z]+ [^"]*\."/);
  });

  it("the script is cached for ever under its version, and for a while without one", async () => {
    const { text } = await open(toConfig());
    const [, version] = /webauthn-script\?v=([\w-]+)/.exec(text) ?? [];
    const named = await open(toConfig(), `/auth/webauthn-script?v=${version}`);
    assert.equal(named.text, SCRIPT);
    const get = (name: string) => named.answer.headers.get(name);
    assert.equal(get("content-type"), "text/javascript; charset=utf-8");
    assert.equal(get("cache-control"), "public, max-age=31536000, immutable");
    assert.equal(get("x-content-type-options"), "nosniff");
    assert.deepEqual(named.answer.headers.getSetCookie(), []);
    for (const query of ["", "?v=", "?v=another"]) {
      const { answer } = await open(
        toConfig(),
        `/auth/webauthn-script${query}`,
      );
      assert.equal(answer.headers.get("cache-control"), "public, max-age=300");
    }
  });

  it("the script is not served without a provider that needs it", async () => {
    const config = { ...toConfig(), providers: [] };
    const { answer } = await open(config, "/auth/webauthn-script");
    assert.equal(answer.status, 404);
  });

  it("the script is plain JavaScript of less than 9 kB that loads nothing from elsewhere", () => {
    new Function(SCRIPT);
    assert.ok(SCRIPT.length < 9_000, `${SCRIPT.length}`);
    assert.doesNotMatch(
      SCRIPT,
      /https?:|import\b|eval|innerHTML|document\.write/,
    );
  });
});
