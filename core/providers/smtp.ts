import type { SendMailParams } from "./email_provider.ts";

/** The part of the package `nodemailer` that is used; the application installs it. */
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

/** The server accepted the mail, but not for this recipient. */
class MailRefused extends Error {
  override readonly name = "MailRefused";
}

/** Milliseconds. The library gives up after that, and its sockets should, too. */
const PATIENCE = {
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 15_000,
};

/** Sends a mail by SMTP. */
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
      // Passed as an object, so that nodemailer does not parse the address again.
      to: { name: "", address: to },
      subject,
      text,
      html,
      // The content is passed as text: nothing may be loaded from a file or URL.
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

/** A transport created by the application keeps its own connections. */
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
    // A CommonJS module has its exports in `default`, in some runtimes only there.
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

/** Adds our time-outs below the application's options; what it sets in a `url` takes precedence anyway. */
function toOptions(server: unknown): object {
  // A plug-in is itself the transport.
  if (typeof (server as { send?: unknown }).send === "function") {
    return server as object;
  }
  const options = { ...server as Record<string, unknown> };
  for (const [name, milliseconds] of Object.entries(PATIENCE)) {
    options[name] ??= milliseconds;
  }
  return options;
}
