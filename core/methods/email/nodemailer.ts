import type { SendMailParams } from "../../providers/email_provider.ts";

/** What is used of the package `nodemailer`, which the application brings along. */
interface Nodemailer {
  createTransport(options: unknown): Transport;
}

interface Transport {
  sendMail(mail: object): Promise<Delivery>;
  close(): void;
}

interface Delivery {
  readonly rejected?: readonly unknown[];
  readonly pending?: readonly unknown[];
}

/** The server took the mail, but not for this person. */
class MailRefused extends Error {
  override readonly name = "MailRefused";
}

/** Milliseconds. The library gives up after that, and its sockets should, too. */
const PATIENCE = {
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 15_000,
};

/** Hands a mail to an SMTP server. */
export async function sendBySmtp(
  { mail, provider: { server }, signal }: SendMailParams,
): Promise<void> {
  const own = isTransport(server) ? null : await connect(server);
  const transport = own ?? server as Transport;
  signal.addEventListener("abort", () => own?.close());
  const { from, to, subject, text, html } = mail;
  try {
    const { rejected = [], pending = [] } = await transport.sendMail({
      from,
      // As an object, so that nobody parses it once more.
      to: { name: "", address: to },
      subject,
      text,
      html,
      // What the words of a mail are, they say themselves.
      disableFileAccess: true,
      disableUrlAccess: true,
    });
    if (rejected.length > 0 || pending.length > 0) {
      throw new MailRefused("The mail server did not accept the recipient.");
    }
  } finally {
    own?.close();
  }
}

/** A transport that the application has made keeps its connections. */
function isTransport(server: unknown): server is Transport {
  return typeof (server as Partial<Transport> | undefined)?.sendMail ===
    "function";
}

async function connect(server: unknown): Promise<Transport> {
  const { createTransport } = await loadNodemailer();
  return createTransport(
    typeof server === "string" ? toUrl(server) : toOptions(server),
  );
}

async function loadNodemailer(): Promise<Nodemailer> {
  try {
    const module: { default?: unknown } = await import("nodemailer");
    // A CommonJS module has its exports in `default`, on some run times only there.
    return (module.default ?? module) as Nodemailer;
  } catch {
    throw new MailRefused(
      "Sending by SMTP needs the package nodemailer: npm install nodemailer",
    );
  }
}

function toUrl(server: string): string {
  const url = new URL(server);
  for (const [name, milliseconds] of Object.entries(PATIENCE)) {
    if (!url.searchParams.has(name)) {
      url.searchParams.set(name, String(milliseconds));
    }
  }
  return url.href;
}

/** What the host set stays; what it set in a `url` counts more than this in any case. */
function toOptions(server: unknown): object {
  // A plug-in is the transport itself.
  if (typeof (server as { send?: unknown }).send === "function") {
    return server as object;
  }
  const options = { ...server as Record<string, unknown> };
  for (const [name, milliseconds] of Object.entries(PATIENCE)) {
    options[name] ??= milliseconds;
  }
  return options;
}
