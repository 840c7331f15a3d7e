import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createAuth } from "@latchkey/auth";
import type { AuthConfig, WebAuthnConfig } from "@latchkey/auth";
import { createMemoryAdapter } from "@latchkey/auth/adapters/memory";
import { ConfigurationError } from "@latchkey/auth/errors";
import PasskeyDefault, { Passkey } from "@latchkey/auth/providers/passkey";
import WebAuthnDefault, { WebAuthn } from "@latchkey/auth/providers/webauthn";

const base: AuthConfig = {
  secret: "a secret of at least 32 characters, or more",
  origin: "https://app.example",
  adapter: createMemoryAdapter(),
  providers: [Passkey()],
  experimental: { enableWebAuthn: true },
};

function readProblems(config: Partial<AuthConfig>): string {
  try {
    createAuth({ ...base, ...config });
    return "";
  } catch (error) {
    assert.ok(error instanceof ConfigurationError);
    return error.problems.join("\n");
  }
}

function readEntryProblems(entry: Partial<WebAuthnConfig>): string {
  return readProblems({ providers: [Passkey(entry)] });
}

describe("a configuration with passkeys", () => {
  it("the configuration says that passkeys are experimental", () => {
    assert.equal(readProblems({}), "");
    const expected =
      /^Provider "passkey": passkeys are experimental\. Set `experimental: \{ enableWebAuthn: true \}`\.$/;
    assert.match(readProblems({ experimental: undefined }), expected);
    assert.match(readProblems({ experimental: {} }), expected);
    const almost = { enableWebAuthn: 1 as unknown as true };
    assert.match(readProblems({ experimental: almost }), expected);
  });

  it("passkeys log one warning per process", async () => {
    const said: string[] = [];
    const logger = { warn: (code: string) => void said.push(code) };
    for (let i = 0; i < 3; i++) {
      const auth = createAuth({
        ...base,
        secret: `another secret of this application, number ${i}`,
        logger,
      });
      await auth.handler(new Request("https://app.example/auth/csrf"));
    }
    const own = said.filter((code) => code === "experimental-webauthn");
    assert.deepEqual(own, ["experimental-webauthn"]);
  });

  it("passkeys need an adapter with the methods for them", () => {
    assert.match(
      readProblems({ adapter: undefined }),
      /^Provider "passkey": passkeys need an `adapter` that keeps them\.$/,
    );
    const {
      getAccount: _,
      updateAuthenticatorCounter: _counter,
      createAuthenticator: _create,
      ...adapter
    } = createMemoryAdapter();
    assert.equal(
      readProblems({ adapter }),
      "The adapter lacks `getAccount`, `createAuthenticator`, `updateAuthenticatorCounter`, which passkeys need.",
    );
    // No other provider does.
    assert.equal(readProblems({ adapter, providers: [] }), "");
  });

  it("two passkey providers may be configured, called or not", () => {
    assert.equal(readProblems({ providers: [Passkey, WebAuthn] }), "");
    assert.match(
      readProblems({ providers: [Passkey(), WebAuthn({ id: "passkey" })] }),
      /Two providers have the id "passkey"/,
    );
    const plain = { id: "key", type: "webauthn" } as const;
    const { loadServer } = Passkey();
    const full = { ...plain, loadServer };
    assert.equal(readProblems({ providers: [full] }), "");
    // It would have to name the package, which bundlers then look for.
    assert.match(
      readProblems({ providers: [plain] }),
      /Provider "key": make it with `WebAuthn` or `Passkey`/,
    );
  });

  for (
    const [what, [entry, expected]] of Object.entries(
      {
        "a field of the form's own": [
          { formFields: { csrfToken: {} } },
          /cannot have a field "csrfToken"/,
        ],
        "a field that is no name": [
          { formFields: { "a b": {} } },
          /cannot have a field "a b"/,
        ],
        "autofill without a field": [
          { enableConditionalUI: true, formFields: { email: {} } },
          /`enableConditionalUI` needs a form field/,
        ],
        "a waiting time of an hour": [
          { registrationOptions: { timeout: 3_600_000 } },
          /`timeout` must be above 0 and at most 300000/,
        ],
        "a waiting time of nothing": [
          { authenticationOptions: { timeout: NaN } },
          /`timeout` must be/,
        ],
        "another kind of verification": [
          {
            authenticationOptions: { userVerification: "always" as "required" },
          },
          /`userVerification` must be/,
        ],
        "a URL for a domain": [
          { relyingParty: { id: "https://app.example" } },
          /`relyingParty\.id` must be a domain/,
        ],
        "an empty origin": [
          { relyingParty: { origin: [""] } },
          /`relyingParty\.origin` must be/,
        ],
      } satisfies Record<string, [Partial<WebAuthnConfig>, RegExp]>,
    )
  ) {
    it(`a passkey provider cannot have ${what}`, () => {
      assert.match(readEntryProblems(entry), expected);
    });
  }
});

describe("the passkey definitions", () => {
  it("each definition is a named and a default export, and has an id of its own", () => {
    assert.equal(PasskeyDefault, Passkey);
    assert.equal(WebAuthnDefault, WebAuthn);
    const { id, ...rest } = Passkey();
    const { id: other, ...same } = WebAuthn();
    assert.deepEqual([id, other], ["passkey", "webauthn"]);
    assert.deepEqual(rest, same);
    assert.equal(Passkey({ id: "key", name: "Key" }).id, "key");
  });
});
