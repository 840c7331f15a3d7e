import assert from "node:assert/strict";
import { createHash, createHmac } from "node:crypto";
import { afterEach, describe, it, mock } from "node:test";
import {
  type AuthConfig,
  customFetch,
  type EmailConfig,
  type ProviderInput,
} from "@latchkey/auth";
import { AmazonSES } from "@latchkey/auth/providers/amazon-ses";
import { Brevo } from "@latchkey/auth/providers/brevo";
import { ForwardEmail } from "@latchkey/auth/providers/forwardemail";
import { Loops } from "@latchkey/auth/providers/loops";
import { MailchimpTransactional } from "@latchkey/auth/providers/mailchimp-transactional";
import { MailerSend } from "@latchkey/auth/providers/mailersend";
import { Mailgun } from "@latchkey/auth/providers/mailgun";
import { Mailjet } from "@latchkey/auth/providers/mailjet";
import { Plunk } from "@latchkey/auth/providers/plunk";
import { Postmark } from "@latchkey/auth/providers/postmark";
import { Resend } from "@latchkey/auth/providers/resend";
import { SendGrid } from "@latchkey/auth/providers/sendgrid";
import { SparkPost } from "@latchkey/auth/providers/sparkpost";
import { ZeptoMail } from "@latchkey/auth/providers/zeptomail";
import { type App, createApp } from "../testing/app_testkit.ts";
import { endTest, until } from "../testing/checks_testkit.ts";
import { ask } from "../core/methods/email/email_testkit.ts";

afterEach(endTest);

const from = "Example <sign-in@mail.example>";
const to = "ada@example.test";
const key = "key-that-nobody-may-log";

type Options = Partial<EmailConfig> & Record<string, unknown>;

/** The request that a service receives; `{…}` stands for a part of the mail. */
interface Row {
  readonly make: (options: Options) => ProviderInput;
  readonly options?: Options;
  readonly url: string;
  readonly headers?: Record<string, string>;
  readonly body: unknown;
  /** A response that accepts the mail, and some that refuse it with status 200. */
  readonly yes?: unknown;
  readonly no?: readonly unknown[];
}

const sender = { email: "sign-in@mail.example", name: "Example" };
const bearer = { authorization: `Bearer ${key}` };
const basic = (text: string) => ({ authorization: `Basic ${btoa(text)}` });
const plain = {
  from,
  to,
  subject: "{subject}",
  html: "{html}",
  text: "{text}",
};

const rows: Record<string, Row> = {
  resend: {
    make: Resend,
    url: "https://api.resend.com/emails",
    headers: bearer,
    body: plain,
  },
  postmark: {
    make: Postmark,
    url: "https://api.postmarkapp.com/email",
    headers: { "x-postmark-server-token": key },
    body: {
      From: from,
      To: to,
      Subject: "{subject}",
      TextBody: "{text}",
      HtmlBody: "{html}",
      MessageStream: "outbound",
      TrackLinks: "None",
      TrackOpens: false,
    },
  },
  sendgrid: {
    make: SendGrid as Row["make"],
    url: "https://api.sendgrid.com/v3/mail/send",
    headers: bearer,
    body: {
      personalizations: [{ to: [{ email: to }] }],
      from: sender,
      subject: "{subject}",
      content: [
        { type: "text/plain", value: "{text}" },
        { type: "text/html", value: "{html}" },
      ],
      tracking_settings: {
        click_tracking: { enable: false },
        open_tracking: { enable: false },
      },
    },
  },
  mailgun: {
    make: Mailgun as Row["make"],
    options: { region: "eu" },
    url: "https://api.eu.mailgun.net/v3/mail.example/messages",
    headers: basic(`api:${key}`),
    body: { ...plain, "o:tracking-clicks": "no", "o:tracking-opens": "no" },
  },
  brevo: {
    make: Brevo,
    url: "https://api.brevo.com/v3/smtp/email",
    headers: { "api-key": key },
    body: {
      sender,
      to: [{ email: to }],
      subject: "{subject}",
      htmlContent: "{html}",
      textContent: "{text}",
    },
  },
  forwardemail: {
    make: ForwardEmail,
    url: "https://api.forwardemail.net/v1/emails",
    headers: basic(`${key}:`),
    body: plain,
  },
  loops: {
    make: Loops as unknown as Row["make"],
    options: { transactionalId: "tx-1", dataVariables: { site: "x" } },
    url: "https://app.loops.so/api/v1/transactional",
    headers: bearer,
    body: {
      transactionalId: "tx-1",
      email: to,
      addToAudience: false,
      dataVariables: { site: "x", url: "{url}", code: "{code}" },
    },
  },
  "mailchimp-transactional": {
    make: MailchimpTransactional,
    url: "https://mandrillapp.com/api/1.0/messages/send",
    body: {
      key,
      message: {
        from_email: sender.email,
        from_name: sender.name,
        to: [{ email: to }],
        subject: "{subject}",
        html: "{html}",
        text: "{text}",
        track_clicks: false,
        track_opens: false,
      },
    },
    yes: [{ status: "queued" }],
    no: [[{ status: "rejected", reject_reason: "spam" }], [], null, "sent"],
  },
  mailersend: {
    make: MailerSend,
    url: "https://api.mailersend.com/v1/email",
    headers: bearer,
    body: {
      from: sender,
      to: [{ email: to }],
      subject: "{subject}",
      html: "{html}",
      text: "{text}",
      settings: { track_clicks: false, track_opens: false },
    },
  },
  mailjet: {
    make: Mailjet as Row["make"],
    options: { apiSecret: "private" },
    url: "https://api.mailjet.com/v3.1/send",
    headers: basic(`${key}:private`),
    body: {
      Messages: [{
        From: { Email: sender.email, Name: sender.name },
        To: [{ Email: to }],
        Subject: "{subject}",
        TextPart: "{text}",
        HTMLPart: "{html}",
        TrackClicks: "disabled",
        TrackOpens: "disabled",
      }],
    },
    yes: { Messages: [{ Status: "success" }] },
    no: [{ Messages: [{ Status: "error" }] }, {}, null],
  },
  plunk: {
    make: Plunk,
    url: "https://api.useplunk.com/v1/send",
    headers: bearer,
    body: { to, subject: "{subject}", body: "{html}", from: sender.email },
    yes: { success: true },
    no: [{ success: false }, null],
  },
  sparkpost: {
    make: SparkPost as Row["make"],
    options: { region: "eu" },
    url: "https://api.eu.sparkpost.com/api/v1/transmissions",
    headers: { authorization: key },
    body: {
      recipients: [{ address: to }],
      content: {
        from,
        subject: "{subject}",
        html: "{html}",
        text: "{text}",
      },
      options: {
        transactional: true,
        click_tracking: false,
        open_tracking: false,
      },
    },
  },
  zeptomail: {
    make: ZeptoMail as Row["make"],
    options: { region: "in" },
    url: "https://api.zeptomail.in/v1.1/email",
    headers: { authorization: `Zoho-enczapikey ${key}` },
    body: {
      from: { address: sender.email, name: sender.name },
      to: [{ email_address: { address: to } }],
      subject: "{subject}",
      htmlbody: "{html}",
      textbody: "{text}",
      track_clicks: false,
      track_opens: false,
    },
  },
};

/** A site whose mail service sends a given response. */
async function createSite(
  { make, options, yes }: Pick<Row, "make" | "options" | "yes">,
  answer: Response = Response.json(yes ?? { id: "1" }),
): Promise<{ flow: App; requests: Request[] }> {
  const requests: Request[] = [];
  const provider = make({
    from,
    apiKey: key,
    ...options,
    [customFetch]: (input: RequestInfo | URL, init?: RequestInit) => {
      requests.push(new Request(input, init));
      return Promise.resolve(answer);
    },
  } as Options);
  const providers = [provider] as AuthConfig["providers"];
  const flow = await createApp({ config: {}, more: providers as [] });
  return { flow, requests };
}

/** Replaces values that differ between mails by names. */
function toShape(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toShape);
  if (typeof value === "object" && value !== null) {
    return Object.fromEntries(
      Object.entries(value).map(([name, part]) => [name, toShape(part)]),
    );
  }
  if (typeof value !== "string") return value;
  if (value === "Sign in to app.example") return "{subject}";
  if (value.startsWith("<!DOCTYPE html>")) return "{html}";
  if (/^https:\/\/app\.example\/auth\/callback\/\S+$/.test(value)) {
    return "{url}";
  }
  if (/^\d{8}$/.test(value)) return "{code}";
  return value.startsWith("Sign in to app.example\n") ? "{text}" : value;
}

async function readBody(request: Request): Promise<unknown> {
  const text = await request.text();
  return request.headers.get("content-type") === "application/json"
    ? JSON.parse(text)
    : Object.fromEntries(new URLSearchParams(text));
}

for (const [id, row] of Object.entries(rows)) {
  describe(`the mail service ${id}`, () => {
    it("the service gets one mail to one address, in its own format, without tracking", async () => {
      const { flow, requests } = await createSite(row);
      const page = await ask(flow.createBrowser(), to, { id });
      assert.equal(new URL(page.url).pathname, "/auth/verify-request");
      const [request] = requests;
      assert.ok(request && requests.length === 1);
      assert.equal(request.method, "POST");
      assert.equal(request.url, row.url);
      for (const [name, value] of Object.entries(row.headers ?? {})) {
        assert.equal(request.headers.get(name), value);
      }
      assert.deepEqual(toShape(await readBody(request)), row.body);
      assert.equal(request.redirect, "error");
    });

    it("a mail counts as failed with another status, and the service's answer is not logged", async () => {
      const refusal = Response.json({ message: `bad key ${key}` }, {
        status: 401,
      });
      const { flow } = await createSite(row, refusal);
      const page = await ask(flow.createBrowser(), to, { id });
      const { searchParams } = new URL(page.url);
      assert.equal(searchParams.get("error"), "EmailSignInError");
      assert.match(page.text, /couldn’t send the email/);
      const log = flow.log.map(({ text }) => text).join("\n");
      assert.match(log, /The mail service answered 401/);
      assert.ok(!log.includes(key));
    });

    for (const [i, no] of (row.no ?? []).entries()) {
      it(`a mail counts as failed although the status is 200 (${i + 1})`, async () => {
        const { flow } = await createSite(row, Response.json(no));
        const page = await ask(flow.createBrowser(), to, { id });
        assert.match(page.url, /error=EmailSignInError/);
        assert.match(page.text, /couldn’t send the email/);
      });
    }

    it("a mail counts as sent if the status says so, although the rest cannot be read [F32]", async () => {
      const broken = () =>
        new ReadableStream({
          pull: () => Promise.reject(new Error("the connection was reset")),
          cancel: () => Promise.reject(new Error("the connection was reset")),
        });
      for (const body of ["", "<html>", '{"Messages":[', broken()]) {
        const { flow } = await createSite(row, new Response(body));
        const page = await ask(flow.createBrowser(), to, { id });
        assert.equal(new URL(page.url).pathname, "/auth/verify-request");
      }
    });
  });
}

describe("a request to a mail service", () => {
  /** A site whose requests to the service use the given function. */
  const createFailing = async (send: (request: Request) => Promise<Response>) =>
    await createApp({
      config: {},
      more: [
        Resend({
          from,
          apiKey: key,
          [customFetch]: (input, init) => send(new Request(input, init)),
        }),
      ],
    });

  it("a request that fails without an answer may have sent the mail [F32]", async () => {
    const flow = await createFailing(() =>
      Promise.reject(new TypeError("the connection was reset"))
    );
    const page = await ask(flow.createBrowser(), to, { id: "resend" });
    assert.match(page.url, /error=EmailSignInError&code=unsure/);
  });

  it("a request that takes too long is given up", async () => {
    mock.timers.enable({ apis: ["setTimeout"] });
    let sent: Request | undefined;
    const flow = await createFailing((request) => {
      sent = request;
      return new Promise(() => {});
    });
    const asking = ask(flow.createBrowser(), to, { id: "resend" });
    await until(() => sent !== undefined);
    assert.equal(sent?.signal.aborted, false);
    mock.timers.tick(15_000);
    assert.match((await asking).url, /code=late/);
    assert.equal(sent?.signal.aborted, true);
  });
});

describe("the mail service amazon-ses", () => {
  it("the request is signed with the access key", async () => {
    const now = Date.UTC(2026, 0, 2, 3, 4, 5);
    mock.timers.enable({ apis: ["Date"], now });
    const { flow, requests } = await createSite({
      make: AmazonSES as unknown as Row["make"],
      options: { region: "eu-west-1", apiKey: "AKID:the-access-key" },
    });
    await ask(flow.createBrowser(), to, { id: "amazon-ses" });
    const [request] = requests;
    assert.ok(request);
    const host = "email.eu-west-1.amazonaws.com";
    assert.equal(request.url, `https://${host}/v2/email/outbound-emails`);
    const body = await request.text();
    assert.deepEqual(toShape(JSON.parse(body)), {
      FromEmailAddress: from,
      Destination: { ToAddresses: [to] },
      Content: {
        Simple: {
          Subject: { Data: "{subject}" },
          Body: { Text: { Data: "{text}" }, Html: { Data: "{html}" } },
        },
      },
    });
    const sha = (text: string) =>
      createHash("sha256").update(text).digest("hex");
    const hmac = (key: string | Uint8Array, text: string) =>
      createHmac("sha256", key).update(text).digest();
    const canonical =
      `POST\n/v2/email/outbound-emails\n\ncontent-type:application/json\nhost:${host}\nx-amz-date:20260102T030405Z\n\ncontent-type;host;x-amz-date\n${
        sha(body)
      }`;
    const scope = "20260102/eu-west-1/ses/aws4_request";
    const derived = scope.split("/").reduce<string | Uint8Array>(
      hmac,
      "AWS4the-access-key",
    );
    const signature = hmac(
      derived,
      `AWS4-HMAC-SHA256\n20260102T030405Z\n${scope}\n${sha(canonical)}`,
    ).toString("hex");
    assert.equal(request.headers.get("x-amz-date"), "20260102T030405Z");
    assert.equal(
      request.headers.get("authorization"),
      `AWS4-HMAC-SHA256 Credential=AKID/${scope}, SignedHeaders=content-type;host;x-amz-date, Signature=${signature}`,
    );
  });
});
