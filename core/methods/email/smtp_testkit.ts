/**
 * For tests and the demo only: a mail server on loopback that keeps the mails
 * it receives and delivers none.
 *
 * @module
 */

import { createServer, type Server, type Socket } from "node:net";

/** A mail as received. */
export interface ReceivedMail {
  /** The address in `MAIL FROM`, byte for byte. */
  readonly from: string;
  /** The addresses in `RCPT TO`, byte for byte. */
  readonly to: readonly string[];
  /** The headers by lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  readonly html: string;
}

/** The behaviour of the server. */
export interface SmtpOptions {
  /** Default: a free one. */
  readonly port?: number;
  /** The reply to a command, instead of the usual one; null for none at all. */
  readonly reply?: (command: string) => string | null | undefined;
  /** The reply to a mail, which is kept in any case; null closes the connection. */
  readonly end?: string | null;
}

/** A running server. */
export interface SmtpSink {
  readonly port: number;
  /** Oldest first. */
  readonly mails: readonly ReceivedMail[];
  /** Every line received, except those of mails. */
  readonly commands: readonly string[];
  close(): Promise<void>;
}

/** Starts the server. */
export async function startSmtpSink(
  { port = 0, reply, end = "250 kept" }: SmtpOptions = {},
): Promise<SmtpSink> {
  const mails: ReceivedMail[] = [];
  const commands: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    socket.on("error", () => socket.destroy());
    serve(socket, mails, end, (command) => {
      commands.push(command);
      return reply?.(command);
    });
  });
  return {
    port: await listen(server, port),
    mails,
    commands,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", () => {
      const address = server.address();
      resolve(typeof address === "object" ? address?.port ?? 0 : 0);
    });
  });
}

/** Serves one connection (RFC 5321 section 3). */
function serve(
  socket: Socket,
  mails: ReceivedMail[],
  end: string | null,
  answer: (command: string) => string | null | undefined,
): void {
  let buffer = "";
  let from = "";
  let to: string[] = [];
  let data: string[] | null = null;
  const say = (line: string) => void socket.write(`${line}\r\n`);
  const take = (line: string) => {
    if (data !== null) {
      if (line !== ".") return void data.push(line.replace(/^\./, ""));
      mails.push({ from, to, ...readMail(data.join("\r\n")) });
      [data, to] = [null, []];
      return end === null ? void socket.destroy() : say(end);
    }
    const own = answer(line);
    if (own === null) return;
    if (own !== undefined) return say(own);
    const [, sender] = /^MAIL FROM:<([^>]*)>/i.exec(line) ?? [];
    const [, receiver] = /^RCPT TO:<([^>]*)>/i.exec(line) ?? [];
    if (sender !== undefined) from = sender;
    if (receiver !== undefined) to.push(receiver);
    if (/^EHLO/i.test(line)) return say("250-sink\r\n250 AUTH PLAIN LOGIN");
    if (/^AUTH/i.test(line)) return say("235 welcome");
    if (/^DATA/i.test(line)) {
      data = [];
      return say("354 go on");
    }
    say(/^QUIT/i.test(line) ? "221 bye" : "250 ok");
  };
  socket.setEncoding("utf8");
  socket.on("data", (chunk) => {
    buffer += chunk;
    const lines = buffer.split("\r\n");
    buffer = lines.pop() ?? "";
    for (const line of lines) take(line);
  });
  const greeting = answer("");
  if (greeting !== null) say(greeting ?? "220 sink");
}

type Parts = Pick<ReceivedMail, "headers" | "text" | "html">;

/** Parses a mail with two alternatives (RFC 2046 section 5.1.4). */
function readMail(raw: string): Parts {
  const { headers, body } = readPart(raw);
  const [, boundary] = /boundary="?([^";]+)"?/
    .exec(headers["content-type"] ?? "") ?? [];
  const parts = boundary === undefined
    ? [{ headers, body }]
    : body.split(`--${boundary}`).slice(1, -1)
      .map((part) => readPart(part.replace(/^\r\n/, "")));
  const find = (type: string) => {
    const part = parts.find(({ headers }) =>
      headers["content-type"]?.startsWith(type)
    );
    return part === undefined ? "" : decode(part).replaceAll("\r\n", "\n");
  };
  return { headers, text: find("text/plain"), html: find("text/html") };
}

interface Part {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

function readPart(raw: string): Part {
  const at = raw.indexOf("\r\n\r\n");
  const lines = raw.slice(0, at).replace(/\r\n[ \t]+/g, " ").split("\r\n");
  const headers = Object.fromEntries(lines.map((line) => {
    const colon = line.indexOf(":");
    const value = line.slice(colon + 1).trim();
    return [line.slice(0, colon).toLowerCase(), decodeWords(value)];
  }));
  return { headers, body: raw.slice(at + 4) };
}

/** Decodes encoded words of a header (RFC 2047). */
function decodeWords(text: string): string {
  return text.replace(/\?=\s+=\?/g, "?==?").replace(
    /=\?utf-8\?([bq])\?([^?]*)\?=/gi,
    (_, how, word) =>
      /b/i.test(how)
        ? new TextDecoder().decode(fromBase64(word))
        : unquote(word.replaceAll("_", " ")),
  );
}

function decode({ headers, body }: Part): string {
  const encoding = headers["content-transfer-encoding"]?.toLowerCase();
  if (encoding === "base64") {
    return new TextDecoder().decode(fromBase64(body.replace(/\s/g, "")));
  }
  return encoding === "quoted-printable"
    ? unquote(body.replace(/=\r\n/g, ""))
    : body;
}

function fromBase64(text: string): Uint8Array {
  return Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
}

function unquote(text: string): string {
  const bytes = text.replace(
    /=([0-9A-F]{2})/gi,
    (_, hex) => String.fromCharCode(parseInt(hex, 16)),
  );
  return new TextDecoder().decode(
    Uint8Array.from(bytes, (sign) => sign.charCodeAt(0)),
  );
}
