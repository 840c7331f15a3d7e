/**
 * Sends requests to one origin. It is `node:http`, because `fetch` follows
 * redirects, tidies paths and sends no header twice.
 *
 * @module
 */

import {
  Agent as HttpAgent,
  type IncomingMessage,
  request as httpRequest,
  type RequestOptions,
} from "node:http";
import { Agent as HttpsAgent, request as httpsRequest } from "node:https";
import { isIP } from "node:net";
import type { ConnectionOptions } from "node:tls";

/** A request to the server under test. */
export interface Sent {
  readonly method: string;
  /** The path with its query, sent as it is. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly body?: string;
  /** Whether the body of the answer does not matter: it may be endless. */
  readonly headersOnly?: boolean;
  /** The tokens in it, which no output may show. */
  readonly secrets: readonly string[];
  /** What is special about it, for people. */
  readonly note: string;
}

/** A request and its answer. */
export interface Exchange {
  readonly sent: Sent;
  /** 0: there was no answer. */
  readonly status: number;
  readonly headers: Readonly<Record<string, readonly string[] | undefined>>;
  readonly body: string;
  /** The reason why there was no answer; empty: there was one. */
  readonly failure: string;
}

/** Sends requests to one origin, a few at a time. */
export interface Client {
  send(sent: Sent): Promise<Exchange>;
  close(): void;
}

/** The most requests at the same time. */
const MAX_REQUESTS = 4;

/** The most characters that are read of a body. */
const MAX_BODY = 262_144;

/** The failure of a request that took too long. */
export const TIMED_OUT = "no answer in time";

/** How connections are made, where the URL does not say it. */
export interface Connection {
  /** The address to connect to. Default: that of the URL. */
  readonly address?:
    | { readonly host: string; readonly port: number }
    | null
    | undefined;
  /** Certificates of authorities to trust in place of those of the runtime. */
  readonly ca?: readonly string[];
  /** Whether a certificate that is not trusted is accepted. Default: no. */
  readonly isLax?: boolean;
}

/** Creates a client for an origin; the limit is in milliseconds. */
export function createClient(
  origin: URL,
  limit: number,
  connection: Connection = {},
): Client {
  const { agent, start } = connect(origin, connection);
  return {
    send: (sent) =>
      new Promise((resolve) => {
        const { method, path, body } = sent;
        const headers = toHeaders(sent, origin);
        const request = start({ method, path, headers });
        let timer: ReturnType<typeof setTimeout> | undefined;
        const end = (exchange: Omit<Exchange, "sent">) => {
          clearTimeout(timer);
          resolve({ sent, ...exchange });
        };
        const fail = (failure: string) =>
          end({ status: 0, headers: {}, body: "", failure });
        // Not from the beginning: it may wait for its turn.
        request.once("socket", () => {
          timer = setTimeout(
            () => request.destroy(new Error(TIMED_OUT)),
            limit,
          );
        });
        request.once("error", (error) => fail(toReason(error)));
        request.once("response", (response) => {
          readBody(response, sent).then((body) => {
            const { statusCode: status = 0, headersDistinct: headers } =
              response;
            end({ status, headers, body, failure: "" });
            request.destroy();
          }, (error) => fail(toReason(error)));
        });
        request.end(body);
      }),
    close: () => agent.destroy(),
  };
}

function connect(origin: URL, connection: Connection) {
  const isSecure = origin.protocol === "https:";
  const agent = new (isSecure ? HttpsAgent : HttpAgent)({
    maxSockets: MAX_REQUESTS,
  });
  const target = { agent, ...toTarget(origin, connection) };
  const request = isSecure ? httpsRequest : httpRequest;
  return {
    agent,
    start: (options: RequestOptions) => request({ ...target, ...options }),
  };
}

/** Where to connect, and whom to trust there. */
export function toTarget(
  origin: URL,
  { address, ca = [], isLax = false }: Connection,
): ConnectionOptions {
  const host = origin.hostname.replace(/^\[|\]$/g, "");
  const standard = origin.protocol === "https:" ? 443 : 80;
  return {
    host: address?.host ?? host,
    port: address?.port ?? Number(origin.port || standard),
    ...(isIP(host) === 0 ? { servername: host } : {}),
    ...(ca.length > 0 ? { ca: [...ca] } : {}),
    rejectUnauthorized: !isLax,
  };
}

function toHeaders(
  { headers, body }: Sent,
  { host }: URL,
): Record<string, string | string[]> {
  const length = body === undefined
    ? {}
    : { "Content-Length": `${new TextEncoder().encode(body).length}` };
  const own = Object.entries(headers).map(([name, value]) => [
    name,
    typeof value === "string" ? value : [...value],
  ]);
  return { Host: host, ...length, ...Object.fromEntries(own) };
}

async function readBody(
  response: IncomingMessage,
  { headersOnly = false }: Sent,
): Promise<string> {
  if (headersOnly) return "";
  const [type = ""] = response.headersDistinct["content-type"] ?? [];
  const isStream = type.startsWith("text/event-stream");
  response.setEncoding("utf8");
  let body = "";
  try {
    for await (const part of response) {
      body += part;
      if (body.length > MAX_BODY || (isStream && hasEvent(body))) break;
    }
  } catch (error) {
    // A stream may stay open without an event.
    if (!isStream) throw error;
  }
  return body;
}

/** Whether a stream has brought an event with data, and the end of it. */
function hasEvent(text: string): boolean {
  return text.split(/\r?\n\r?\n/).slice(0, -1)
    .some((event) => /^data: *\S/m.test(event));
}

function toReason(error: unknown): string {
  const { code = "", message = "" } = error as NodeJS.ErrnoException;
  return message === TIMED_OUT ? message : code || message;
}

/** The values of a header as one text; empty: there is none. */
export function readHeader({ headers }: Exchange, name: string): string {
  return (headers[name] ?? []).join(", ");
}
