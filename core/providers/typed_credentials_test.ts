import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { resolveCredentials } from "../config/providers/resolve_credentials.ts";
import type { CredentialInput } from "./credentials_provider.ts";
import { toPersonName } from "./typed_credentials.ts";

/** Whether a field is a part of what identifies the user, beside an address. */
function identifies(field: string, input: CredentialInput = {}): boolean {
  const provider = resolveCredentials({
    id: "credentials",
    name: "Credentials",
    type: "credentials",
    credentials: { email: {}, [field]: input },
    authorize: () => null,
  }, assert.fail);
  const toKey = (value: string) =>
    toPersonName(provider, { email: "ada@example.com", [field]: value });
  assert.notEqual(toKey("1"), null);
  return toKey("1") !== toKey("2");
}

describe("the fields that identify a user", () => {
  const proofs = "password passwd pwd pass passphrase pin PIN otp totp code " +
    "code2 secret token smsCode sms_code mfa-code verificationCode otpCode " +
    "one_time_code backupCode userPassword login_code access.code";
  for (const name of proofs.split(" ")) {
    it(`do not include a proof, whatever its type: ${name}`, () => {
      for (const type of [undefined, "text", "tel", "number", "hidden"]) {
        assert.ok(!identifies(name, { type }), `${type}`);
      }
      assert.ok(!identifies(name, { autocomplete: "off" }));
    });
  }

  it("do not include what type or purpose say is a proof", () => {
    assert.ok(!identifies("answer", { type: "password" }));
    assert.ok(!identifies("answer", { type: "Password" }));
    assert.ok(!identifies("remember", { type: "checkbox" }));
    assert.ok(!identifies("answer", { autocomplete: "one-time-code" }));
    assert.ok(!identifies("answer", { autocomplete: "current-password" }));
  });

  const names = "tenant company organization customerNumber countryCode " +
    "tenant_code postcode passport clientId branch";
  for (const name of names.split(" ")) {
    it(`include a part of the name: ${name}`, () => {
      assert.ok(identifies(name));
      assert.ok(identifies(name, { type: "text" }));
      assert.ok(identifies(name, { type: "radio" }));
    });
  }

  it("include a field called a code whose purpose is another", () => {
    assert.ok(identifies("code", { autocomplete: "organization" }));
  });
});
