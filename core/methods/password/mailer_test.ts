import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { Nodemailer } from "@latchkey/auth/providers/nodemailer";
import { Password } from "@latchkey/auth/providers/password";
import type { AuthConfig, EmailConfig } from "@latchkey/auth";
import { resolveSettings } from "../../config/resolve_settings.ts";
import { findMailer, toMailer } from "./mailer.ts";
import { createMemoryAdapter } from "@latchkey/auth/adapters/memory";

const from = "Example <mail@app.example>";
const sends = (id: string) => Nodemailer({ id, from, sendMail: () => {} });
const renders = {
  id: "own",
  type: "email",
  sendVerificationRequest: () => {},
} satisfies EmailConfig;

const resolve = (providers: AuthConfig["providers"]) =>
  resolveSettings({
    secret: "a secret of this test, and long enough",
    origin: "https://app.example",
    adapter: createMemoryAdapter(),
    providers,
  }, () => undefined);

describe("the provider that sends mails about accounts", () => {
  it("is that of `Password`, else the first e-mail provider that can send", () => {
    const own = resolve([sends("first"), Password({ mail: sends("mine") })]);
    assert.equal(findMailer(own)?.id, "mine");
    const first = resolve([renders, sends("a"), sends("b"), Password()]);
    assert.equal(findMailer(first)?.id, "a");
    const bySmtp = resolve([Nodemailer({ server: "smtp://localhost", from })]);
    assert.equal(findMailer(bySmtp)?.id, "nodemailer");
  });

  it("is missing where mails are only made by the application, and the error says what to do", () => {
    const settings = resolve([renders, Password()]);
    assert.equal(findMailer(settings), null);
    assert.throws(() => toMailer({ settings }), {
      type: "Configuration",
      message: /add an e-mail provider with `server` or `sendMail`/,
    });
  });
});
