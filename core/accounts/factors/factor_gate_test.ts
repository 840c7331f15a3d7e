/** Which factor is missing where everybody has one, beside passkeys. */

import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it, mock } from "node:test";
import type { WebAuthnConfig } from "@latchkey/auth";
import { Passkey } from "@latchkey/auth/providers/passkey";
import { site } from "../../../testing/app_testkit.ts";
import { endTest } from "../../../testing/checks_testkit.ts";
import { createAuthenticator } from "../../methods/passkey/authenticator_testkit.ts";
import { register } from "../../methods/passkey/passkeys_testkit.ts";
import {
  addUser,
  createFactorApp,
  startSignIn,
  typePassword,
} from "../../methods/second_factor/second_factor_testkit.ts";

beforeEach(() =>
  mock.timers.enable({ apis: ["Date"], now: 1_800_000_000_000 })
);
afterEach(endTest);

/** Makes an app whose user Ada has a passkey before everybody has to have a factor. */
async function createPasskeyApp(entry: Partial<WebAuthnConfig> = {}) {
  let rule: "optional" | "required" = "optional";
  const app = await createFactorApp({
    options: { secondFactor: () => rule },
    more: [Passkey(entry)],
    config: { origin: site, experimental: { enableWebAuthn: true } },
  });
  const browser = app.createBrowser();
  await typePassword(browser);
  await register({ browser, authenticator: createAuthenticator(site) });
  await addUser(app, "eve");
  rule = "required";
  /** Whether the page after the password sets an app up. */
  const asksToSetUp = async (id: string) => {
    const other = app.createBrowser();
    const state = await startSignIn(other, { id });
    const url = `${site}/auth/second-factor?state=${state}`;
    return /name="enrolment"/.test((await other.goto(url)).text);
  };
  return { asksToSetUp };
}

describe("where everybody has to have a second factor", () => {
  it("the owner of a passkey uses it, and somebody without one sets an app up", async () => {
    const { asksToSetUp } = await createPasskeyApp();
    assert.equal(await asksToSetUp("ada"), false);
    assert.equal(await asksToSetUp("eve"), true);
  });

  it("a passkey that does not verify its user is no second factor, so its owner sets an app up", async () => {
    const { asksToSetUp } = await createPasskeyApp({
      authenticationOptions: { userVerification: "preferred" },
      verifyAuthenticationOptions: { requireUserVerification: false },
    });
    assert.equal(await asksToSetUp("ada"), true);
  });
});
