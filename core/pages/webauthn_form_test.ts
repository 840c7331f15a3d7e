import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { Auth, type AuthConfig } from "@latchkey/auth";
import type { WebAuthnConfig } from "@latchkey/auth";
import { createMemoryAdapter } from "@latchkey/auth/adapters/memory";
import { Passkey } from "@latchkey/auth/providers/passkey";
import { WebAuthn } from "@latchkey/auth/providers/webauthn";
import { ENGLISH } from "../config/page_words.ts";
import { SCRIPT } from "./webauthn_script.ts";

const origin = "https://app.example";

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
  it("the page has one script, which its policy allows by the nonce, and nothing else", async () => {
    const { answer, text } = await open(toConfig());
    const policy = answer.headers.get("content-security-policy") ?? "";
    const [, nonce] = /script-src 'nonce-([\w-]+)';/.exec(policy) ?? [];
    assert.ok(nonce);
    assert.match(policy, /default-src 'none';.*; connect-src 'self';/);
    assert.doesNotMatch(policy, /unsafe|\*|https:/);
    const scripts = text.match(/<script[^>]*>/g) ?? [];
    assert.equal(scripts.length, 1);
    assert.match(
      scripts[0] ?? "",
      /src="https:\/\/app\.example\/auth\/webauthn-script\?v=[\w-]{12}"/,
    );
    assert.ok(scripts[0]?.includes(`nonce="${nonce}" defer`));
    assert.doesNotMatch(text, / on[a-z]+=|javascript:/);
  });

  it("the page has no script without passkeys, and neither has any other page", async () => {
    const none = { ...toConfig(), providers: [] };
    for (
      const [config, path] of [
        [none, "/auth/signin"],
        [toConfig(), "/auth/signout"],
        [toConfig(), "/auth/error"],
      ] as const
    ) {
      const { answer, text } = await open(config, path);
      const policy = answer.headers.get("content-security-policy") ?? "";
      assert.doesNotMatch(policy, /script-src|connect-src/);
      assert.doesNotMatch(text, /<script/);
    }
  });

  it("the page hides the passkey form without the script, and says so", async () => {
    const { text } = await open(toConfig());
    assert.match(text, /<noscript><p>Passkeys need JavaScript\.<\/p>/);
    assert.match(
      text,
      /<form id="passkey-form" data-passkey="passkey"[^>]* hidden>/,
    );
    assert.match(text, /<label for="passkey-email">E-mail address<\/label>/);
    assert.match(text, /autocomplete="username webauthn"/);
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
    assert.doesNotMatch(text, /<svg|onfocus|onclick|x y=|disabled/i);
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
