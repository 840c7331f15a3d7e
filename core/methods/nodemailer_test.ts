import assert from "node:assert/strict";
import { afterEach, describe, it } from "node:test";
import { createTransport } from "nodemailer";
import { Nodemailer } from "@latchkey/auth/providers/nodemailer";
import { endTest, readSession } from "../flow_testkit.ts";
import {
  ask,
  createMailFlow,
  type MailFlow,
  openLink,
} from "./email_testkit.ts";
import {
  type SmtpOptions,
  type SmtpSink,
  startSmtpSink,
} from "./smtp_testkit.ts";

const open: SmtpSink[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((sink) => sink.close()));
  await endTest();
});

const password = "smtp-pass%word/1";

async function createSmtpFlow(
  options: SmtpOptions = {},
): Promise<{ flow: MailFlow; sink: SmtpSink }> {
  const sink = await startSmtpSink(options);
  open.push(sink);
  const secret = encodeURIComponent(password);
  const flow = await createMailFlow({}, {
    ...Nodemailer({}),
    id: "email",
    sendMail: undefined,
    server: `smtp://user:${secret}@127.0.0.1:${sink.port}`,
  });
  return { flow, sink };
}

/** Accepted addresses of every odd kind there is. */
const addresses = [
  "ada@example.test",
  "Ada+Tag@Example.TEST",
  "o'hara@example.test",
  "!#$%&'*+/=?^_{|}~-@example.test",
  "ａda＠example．test",
  "ada@münchen.test",
  "1@2.test",
];

describe("a mail over SMTP", () => {
  for (const address of addresses) {
    it(`A11: to ${address} has one receiver, who is the stored address byte for byte`, async () => {
      const { flow, sink } = await createSmtpFlow();
      const browser = flow.createBrowser();
      await ask(browser, address);
      const [mail] = sink.mails;
      assert.ok(mail && sink.mails.length === 1);
      const [url = ""] = /https:\S+/.exec(mail.text) ?? [];
      const stored = new URL(url).searchParams.get("email");
      assert.deepEqual(mail.to, [stored]);
      assert.equal(mail.headers.to, stored);
      await openLink(browser, url);
      assert.equal((await readSession(browser))?.user?.email, stored);
    });
  }

  it("is a text and a page with the same link and code, from the configured sender", async () => {
    const { flow, sink } = await createSmtpFlow();
    await ask(flow.createBrowser());
    const [mail] = sink.mails;
    assert.ok(mail);
    assert.equal(mail.from, "sign-in@app.example");
    assert.equal(mail.headers.from, "Example <sign-in@app.example>");
    assert.equal(mail.headers.subject, "Sign in to app.example");
    const [url = ""] = /https:\S+/.exec(mail.text) ?? [];
    const [code = ""] = /\d{4} \d{4}/.exec(mail.text) ?? [];
    assert.ok(url && code);
    assert.ok(mail.html.includes(`href="${url.replaceAll("&", "&amp;")}"`));
    assert.ok(mail.html.includes(code));
  });

  const refusals: Record<string, SmtpOptions["reply"]> = {
    "does not know the password": (command) =>
      /^AUTH/.test(command) ? `535 bad password ${password}` : undefined,
    "does not want the receiver": (command) =>
      /^RCPT/.test(command) ? `550 ${password} no such person` : undefined,
    "does not want the sender": (command) =>
      /^MAIL/.test(command) ? "553 no" : undefined,
    "does not want the mail": (command) =>
      /^DATA/.test(command) ? "554 no" : undefined,
    "is full": (command) => command === "" ? "421 busy" : undefined,
  };

  for (const [what, reply] of Object.entries(refusals)) {
    it(`F30, F33: fails in words of the page when the server ${what}, and the log holds the codes and no password`, async () => {
      const { flow, sink } = await createSmtpFlow(
        reply === undefined ? {} : { reply },
      );
      const page = await ask(flow.createBrowser());
      assert.match(page.url, /error=EmailSignInError/);
      assert.match(page.text, /could not be sent/);
      assert.equal(sink.mails.length, 0);
      const log = flow.log.map(({ text }) => text).join("\n");
      assert.match(log, /code E[A-Z]+|responseCode \d+/);
      for (const secret of [password, encodeURIComponent(password)]) {
        assert.ok(!log.includes(secret), log);
        assert.ok(!log.includes(btoa(`\0user\0${secret}`)), log);
      }
    });
  }

  it("fails when nobody listens", async () => {
    const { flow, sink } = await createSmtpFlow();
    await sink.close();
    const page = await ask(flow.createBrowser());
    assert.match(page.url, /error=EmailSignInError/);
    assert.match(
      flow.log.map(({ text }) => text).join(),
      /ECONNREFUSED|ESOCKET/,
    );
  });

  it("takes a transport that the application has made", async () => {
    const { sink } = await createSmtpFlow();
    const server = createTransport({ host: "127.0.0.1", port: sink.port });
    const flow = await createMailFlow({}, { sendMail: undefined, server });
    await ask(flow.createBrowser());
    assert.equal(sink.mails.length, 1);
  });
});
