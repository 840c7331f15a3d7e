import assert from "node:assert/strict";
import { afterEach, describe, it, mock } from "node:test";
import type { Mail } from "@latchkey/auth";
import { createMemoryAdapter } from "@latchkey/auth/adapters/memory";
import { Nodemailer } from "@latchkey/auth/providers/nodemailer";
import { Password } from "@latchkey/auth/providers/password";
import { resolveSettings } from "../../../config/resolve_settings.ts";
import { EN_NOTICES } from "../../email/mail/notice_words.ts";
import type { NoticeKind } from "./compose_notice.ts";
import { notify } from "./notify.ts";

const now = Date.UTC(2026, 0, 2, 3, 4, 5);
const ada = { email: "ada@example.com", emailVerified: new Date(0) };
const userAgent = "Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0";
const kinds = Object.entries(EN_NOTICES)
  .filter(([, words]) => typeof words !== "string")
  .map(([kind]) => kind as NoticeKind);

afterEach(() => mock.timers.reset());

function setUp(
  { sendMail, ...config }: {
    readonly sendMail?: (mail: Mail) => unknown;
    readonly origin?: string;
    readonly theme?: { readonly name: string };
  } = {},
) {
  const mails: Mail[] = [];
  const lines: string[] = [];
  const settings = resolveSettings({
    secret: "a secret of this test, and long enough",
    origin: "https://app.example",
    adapter: createMemoryAdapter(),
    providers: [
      Password({
        mail: Nodemailer({
          from: "Acme <mail@app.example>",
          sendMail: ({ mail }) => {
            mails.push(mail);
            return sendMail?.(mail);
          },
          // A notice is the library's own mail.
          renderMail: () => assert.fail("not for notices"),
        }),
      }),
    ],
    logger: {
      error: (error) => void lines.push(`${error} ${error.cause}`),
      warn: (code, ref) => void lines.push(`${code} ${ref}`),
    },
    ...config,
  }, () => undefined);
  const headers: Record<string, string> = { "user-agent": userAgent };
  const ctx = {
    settings,
    effects: settings,
    now,
    origin: settings.origin ?? "https://app.example",
    request: {
      header: (name: string) => headers[name] ?? null,
      isHostNamed: true,
    },
  };
  return { mails, lines, ctx, headers };
}

describe("a mail about a change to an account", () => {
  it("says what happened, when, from where, and what to do if it was somebody else", async () => {
    const { mails, ctx } = setUp();
    await notify(ctx, ada, { kind: "passwordChanged" });
    const [mail] = mails;
    assert.equal(mail?.to, ada.email);
    assert.equal(mail.subject, "Your app.example password was changed");
    assert.match(mail.text, /January 2, 2026 at 3:04.AM.UTC, from Firefox on /);
    assert.match(mail.text, /If it wasn’t you, choose a new password now/);
    const url = "https://app.example/auth/reset?email=ada%40example.com";
    assert.equal(mail.url, url);
    assert.ok(mail.text.includes(`\n${url}\n`));
    assert.ok(mail.html.includes(`href="${url}"`));
    assert.match(mail.html, />This wasn’t me</);
    assert.doesNotMatch(mail.text, /\{\w+\}|code/i);
  });

  it("each kind has all of its values, in the language of the visitor or of the site", async () => {
    const { mails, ctx, headers } = setUp();
    headers["accept-language"] = "de";
    const values = { address: "b@example.com", left: 7 };
    for (const kind of kinds) await notify(ctx, ada, { kind, ...values });
    for (const { subject, text, html } of mails) {
      assert.doesNotMatch(subject + text + html, /\{\w+\}|undefined/);
      assert.match(html, /^<!DOCTYPE html>\n<html lang="de"/);
    }
    assert.equal(new Set(mails.map(({ subject }) => subject)).size, 17);
    const texts = mails.map(({ text }) => text).join();
    assert.match(texts, /b@example\.com/);
    assert.match(texts, /\b7\b/);
  });

  it("goes to no address that was not proved", async () => {
    const { mails, ctx } = setUp();
    const kind = "passwordChanged";
    await notify(ctx, { ...ada, emailVerified: null }, { kind });
    await notify(ctx, { ...ada, email: null }, { kind });
    assert.deepEqual(mails, []);
  });

  it("an administrator's work needs no request, and its mail names no device", async () => {
    const { mails, ctx: { settings, effects } } = setUp();
    await notify({ settings, effects, now }, ada, { kind: "factorsReset" });
    const [mail] = mails;
    assert.match(
      mail?.text ?? "",
      /This was on January 2, 2026 at 3:04.AM.UTC\./,
    );
    assert.match(mail?.url ?? "", /^https:\/\/app\.example\/auth\/reset\?/);
  });

  it("names and leads to no host that only the request names", async () => {
    const { mails, ctx } = setUp();
    const request = { ...ctx.request, isHostNamed: false };
    const forged = { ...ctx, origin: "https://evil.example", request };
    await notify(forged, ada, { kind: "wrongCodes" });
    const [mail] = mails;
    assert.equal(mail?.subject, "Many wrong codes for your Acme account");
    assert.equal(mail.url, "");
    assert.doesNotMatch(mail.text + mail.html, /evil|This wasn’t me/);
  });

  it("one that fails is logged, without the address and the server's words, and changes nothing", async () => {
    const { lines, ctx } = setUp({
      sendMail: ({ to }) => {
        throw new Error(`no such mailbox: ${to}`);
      },
    });
    await notify(ctx, ada, { kind: "passwordChanged" });
    assert.equal(lines.length, 1);
    assert.match(lines[0] ?? "", /mail transport of provider "nodemailer"/);
    assert.doesNotMatch(lines.join(), /ada|mailbox/);
  });

  it("one that hangs is waited for no longer than five seconds", async () => {
    mock.timers.enable({ apis: ["setTimeout"] });
    const { lines, ctx } = setUp({ sendMail: () => new Promise(() => {}) });
    const told = notify(ctx, ada, { kind: "passwordChanged" });
    mock.timers.tick(5000);
    await told;
    assert.deepEqual(lines.map((line) => line.split(" ")[0]), ["notice"]);
    assert.doesNotMatch(lines.join(), /ada/);
  });
});
