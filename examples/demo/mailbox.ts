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
import { mailboxPage, mailboxPolicy, mailPolicy } from "./mailbox_page.ts";

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
  const handler = withIcon((request, response) =>
    show(sink.mails, request, response)
  );
  const page = await listenOnLoopback(handler, port)
    .catch(() => listenOnLoopback(handler, 0));
  return {
    server: `smtp://127.0.0.1:${sink.port}`,
    url: `http://localhost:${page.port}`,
    close: async () => void await Promise.all([sink.close(), page.close()]),
  };
}

/**
 * Answers with a page of the mailbox. `/mail?to=` is the last mail to an
 * address as a mail client would show it, and `/count` is how many there are.
 */
function show(
  mails: readonly ReceivedMail[],
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const { pathname, searchParams } = new URL(request.url ?? "", "http://x");
  const send = (body: string, policy: string) =>
    response.writeHead(200, {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": policy,
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
    }).end(body);
  if (pathname === "/count") return void send(`${mails.length}`, mailPolicy);
  const to = searchParams.get("to");
  const last = mails.findLast((one) => to === null || one.to.includes(to));
  if (pathname === "/mail" && last !== undefined) {
    return void send(last.html, mailPolicy);
  }
  const place = /^\d{1,6}$/.exec(searchParams.get("mail") ?? "");
  const shown = place === null ? mails.length - 1 : Number(place[0]);
  const isText = searchParams.get("view") === "text";
  send(mailboxPage({ mails, shown, isText }), mailboxPolicy);
}
