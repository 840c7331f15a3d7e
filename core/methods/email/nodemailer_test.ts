import assert from "node:assert/strict";
import { afterEach, describe, it } from "node:test";
import { createServer } from "node:http";
import type { EmailConfig } from "@latchkey/auth";
import { createTransport } from "nodemailer";
import { Nodemailer } from "@latchkey/auth/providers/nodemailer";
import { endTest } from "../../../testing/checks_testkit.ts";
import { readSession } from "../../../testing/app_testkit.ts";
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
  entry: Partial<EmailConfig> = {},
): Promise<{ flow: MailFlow; sink: SmtpSink }> {
  const sink = await startSmtpSink(options);
  open.push(sink);
  const secret = encodeURIComponent(password);
  const flow = await createMailFlow({}, {
    ...Nodemailer({}),
    id: "email",
    sendMail: undefined,
    server: `smtp://user:${secret}@127.0.0.1:${sink.port}`,
    ...entry,
  });
  return { flow, sink };
}

/** Returns the link of the only mail. */
function readLink({ mails }: SmtpSink): string {
  assert.equal(mails.length, 1);
  return /https:\S+/.exec(mails[0]?.text ?? "")?.[0] ?? assert.fail();
}

/** Valid addresses of every unusual kind. */
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
    it(`a mail to ${address} has one receiver, equal to the stored address byte for byte [A11]`, async () => {
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

  it("a mail has a text and an HTML part with the same link and code, from the configured sender", async () => {
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
    it(`if the server ${what}, the page explains the failure, and the log holds the codes and no password [F30, F33]`, async () => {
      const { flow, sink } = await createSmtpFlow(
        reply === undefined ? {} : { reply },
      );
      const page = await ask(flow.createBrowser());
      assert.match(page.url, /error=EmailSignInError(?!&code)/);
      assert.match(page.text, /couldn’t send the email/);
      assert.equal(sink.mails.length, 0);
      const log = flow.log.map(({ text }) => text).join("\n");
      assert.match(log, /code E[A-Z]+|responseCode \d+/);
      for (const secret of [password, encodeURIComponent(password)]) {
        assert.ok(!log.includes(secret), log);
        assert.ok(!log.includes(btoa(`\0user\0${secret}`)), log);
      }
    });
  }

  it("a mail that the server finally rejects leaves no link that works [4.13]", async () => {
    const { flow, sink } = await createSmtpFlow({ end: "554 no" });
    const page = await ask(flow.createBrowser());
    assert.match(page.text, /couldn’t send the email/);
    const browser = flow.createBrowser();
    await browser.submit(await openLink(browser, readLink(sink)));
    assert.equal(await readSession(browser), null);
  });

  it("a mail works if the connection is lost after it was sent [F32]", async () => {
    const { flow, sink } = await createSmtpFlow({ end: null });
    const page = await ask(flow.createBrowser());
    assert.match(page.url, /error=EmailSignInError&code=unsure/);
    assert.match(page.text, /If it arrives, it works/);
    const browser = flow.createBrowser();
    await browser.submit(await openLink(browser, readLink(sink)));
    assert.ok(await readSession(browser));
  });

  it("a mail contains no file of the server and nothing of other sites, whatever its parts are", async () => {
    const file = new URL(import.meta.url).pathname;
    const fetched: string[] = [];
    const server = createServer((request, response) => {
      fetched.push(`${request.url}`);
      response.end("something of the network");
    });
    await new Promise<void>((resolve) => server.listen(0, resolve));
    const { port } = server.address() as { port: number };
    try {
      for (
        const content of [{ path: file }, {
          href: `http://127.0.0.1:${port}/`,
        }]
      ) {
        const { flow, sink } = await createSmtpFlow({}, {
          renderMail: () => ({
            subject: "x",
            text: "x",
            html: content as unknown as string,
          }),
        });
        const page = await ask(flow.createBrowser());
        assert.match(page.url, /error=EmailSignInError/);
        assert.deepEqual([sink.mails, fetched], [[], []]);
      }
    } finally {
      server.close();
    }
  });

  /** Returns the options that nodemailer ends up with. */
  async function readOptions(
    changes: object,
    toUrl: (port: number) => string | undefined = () => undefined,
  ): Promise<Record<string, unknown>> {
    const { sink } = await createSmtpFlow();
    const seen: Record<string, unknown>[] = [];
    const server = {
      host: "127.0.0.1",
      port: sink.port,
      url: toUrl(sink.port),
      getSocket: (
        options: Record<string, unknown>,
        done: (error: null, socket: false) => void,
      ) => {
        seen.push(options);
        done(null, false);
      },
      ...changes,
    };
    const flow = await createMailFlow({}, {
      ...Nodemailer({ server }),
      id: "email",
      sendMail: undefined,
    });
    await ask(flow.createBrowser());
    assert.equal(sink.mails.length, 1);
    return seen[0] ?? assert.fail();
  }

  it("a transport given as options has time-outs, which the application may set", async () => {
    const usual = {
      connectionTimeout: 10_000,
      greetingTimeout: 10_000,
      socketTimeout: 15_000,
    };
    const pick = (options: Record<string, unknown>) =>
      Object.fromEntries(Object.keys(usual).map((one) => [one, options[one]]));
    assert.deepEqual(pick(await readOptions({})), usual);
    assert.deepEqual(
      pick(await readOptions({ socketTimeout: 2_000 })),
      { ...usual, socketTimeout: 2_000 },
    );
    const toUrl = (port: number) =>
      `smtp://127.0.0.1:${port}?connectionTimeout=3000`;
    assert.deepEqual(
      pick(await readOptions({ greetingTimeout: 4_000 }, toUrl)),
      { ...usual, connectionTimeout: 3_000, greetingTimeout: 4_000 },
    );
  });

  it("a plug-in is accepted in place of options", async () => {
    class Plugin {
      readonly name = "plug-in";
      readonly version = "1";
      readonly sent: unknown[] = [];
      send(
        mail: { data: { to: unknown } },
        done: (error: null, info: object) => void,
      ) {
        this.sent.push(mail.data.to);
        done(null, {});
      }
    }
    const server = new Plugin();
    const flow = await createMailFlow({}, {
      ...Nodemailer({ server }),
      id: "email",
      sendMail: undefined,
    });
    await ask(flow.createBrowser());
    assert.deepEqual(server.sent, [{ name: "", address: "ada@example.test" }]);
  });

  it("sending fails if no server listens", async () => {
    const { flow, sink } = await createSmtpFlow();
    await sink.close();
    const page = await ask(flow.createBrowser());
    assert.match(page.url, /error=EmailSignInError(?!&code)/);
    assert.match(
      flow.log.map(({ text }) => text).join(),
      /ECONNREFUSED|ESOCKET/,
    );
  });

  it("a transport that the application has made is accepted", async () => {
    const { sink } = await createSmtpFlow();
    const server = createTransport({ host: "127.0.0.1", port: sink.port });
    const flow = await createMailFlow({}, {
      ...Nodemailer({ server }),
      id: "email",
      sendMail: undefined,
    });
    await ask(flow.createBrowser());
    assert.equal(sink.mails.length, 1);
  });
});
