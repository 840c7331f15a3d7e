/**
 * The demo's mail: an SMTP server on loopback that delivers nothing, and a page
 * that shows the received mail.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import {
  type ReceivedMail,
  startSmtpSink,
} from "../../core/methods/email/smtp_testkit.ts";
import { withIcon } from "./icon.ts";
import { listenOnLoopback } from "./loopback.ts";

/** A running mailbox. */
export interface Mailbox {
  /** The SMTP server for the application. */
  readonly server: string;
  /** The page that shows the mail. */
  readonly url: string;
  close(): Promise<void>;
}

/** Starts a mailbox; its page uses the port if it is free. */
export async function startMailbox(port: number): Promise<Mailbox> {
  const sink = await startSmtpSink();
  const show = (request: IncomingMessage, response: ServerResponse) => {
    const { pathname, searchParams } = new URL(request.url ?? "", "http://x");
    const to = searchParams.get("to");
    const mail = sink.mails.findLast((one) =>
      to === null || one.to.includes(to)
    );
    const isMail = pathname === "/mail" && mail !== undefined;
    response.writeHead(200, {
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-store",
    });
    response.end(isMail ? mail.html : toPage(mail));
  };
  const handler = withIcon(show);
  const page = await listenOnLoopback(handler, port)
    .catch(() => listenOnLoopback(handler, 0));
  return {
    server: `smtp://127.0.0.1:${sink.port}`,
    url: `http://localhost:${page.port}`,
    close: async () => void await Promise.all([sink.close(), page.close()]),
  };
}

function toPage(mail: ReceivedMail | undefined): string {
  const body = mail === undefined
    ? `<h1>No mail yet</h1><p>Mails of the demo are shown here and go nowhere else.</p>`
    : `<h1>${escape(mail.headers.subject ?? "")}</h1>
<p>From ${escape(mail.headers.from ?? "")} to ${escape(mail.to.join(", "))}</p>
<p><a href="/mail?to=${
      encodeURIComponent(mail.to[0] ?? "")
    }">Open the mail</a></p>
<pre>${escape(mail.text)}</pre>`;
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="refresh" content="5">
<title>The demo's mail</title>
<style>
:root{color-scheme:light dark}
body{max-width:42rem;margin:3rem auto;padding:0 1rem;font:1rem/1.5 system-ui,sans-serif}
pre{white-space:pre-wrap;overflow-wrap:anywhere;padding:1rem;border:1px solid #8886;border-radius:.6rem}
</style>
</head>
<body>
${body}
</body>
</html>
`;
}

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
