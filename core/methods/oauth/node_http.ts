/**
 * Requests to providers through Node's HTTP client, which takes a third of the
 * CPU time that its `fetch` takes. Only for Node: this module loads the client.
 *
 * @module
 */

import { findBuiltIn } from "../../runtime/built_in.ts";
import type { ProviderAnswer } from "./answer.ts";
import { decode } from "./node_decode.ts";

/**
 * Milliseconds to keep an idle connection, as in `fetch`. Many servers close
 * theirs after five seconds, which must not happen during a request.
 */
const KEEP_ALIVE = 4000;

const TEXT = "text/plain;charset=UTF-8";
const FORM = "application/x-www-form-urlencoded;charset=UTF-8";

/**
 * Ports of other protocols, whose servers could take a request for commands of
 * theirs (Fetch Standard, "port blocking").
 */
const BLOCKED_PORTS: readonly number[] = [
  ...[1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77],
  ...[79, 87, 95, 101, 102, 103, 104, 109, 110, 111, 113, 115, 117, 119, 123],
  ...[135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515, 526],
  ...[530, 531, 532, 540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993],
  ...[995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566],
  ...[6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080],
];

type Bytes = Uint8Array<ArrayBuffer>;

interface Incoming {
  readonly complete: boolean;
  readonly statusCode: number;
  readonly rawHeaders: readonly string[];
  on(event: "data", listener: (chunk: Bytes) => void): void;
  on(event: "end", listener: () => void): void;
  on(event: "error", listener: (error: Error) => void): void;
  destroy(): void;
}

interface Outgoing {
  on(event: "response", listener: (incoming: Incoming) => void): void;
  on(event: "error", listener: (error: Error) => void): void;
  on(event: "close", listener: () => void): void;
  end(body?: string): void;
  destroy(reason: unknown): void;
}

interface NodeHttp {
  readonly Agent: new (options: object) => object;
  request(url: URL, options: object): Outgoing;
}

interface NodeGlobals {
  readonly Buffer: { concat(chunks: readonly Bytes[]): Bytes };
}

interface Client {
  readonly http: NodeHttp;
  readonly agent: object;
}

const { Buffer } = globalThis as unknown as NodeGlobals;
const clients: Readonly<Record<string, Client>> = {
  "http:": createClient("node:http"),
  "https:": createClient("node:https"),
};

function createClient(name: string): Client {
  const http = findBuiltIn<NodeHttp>(name) as NodeHttp;
  return {
    http,
    agent: new http.Agent({ keepAlive: true, timeout: KEEP_ALIVE }),
  };
}

/** A GET request, or a POST request with a text or a form. */
export interface OrdinaryRequest {
  readonly method: "GET" | "POST";
  /** By names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | URLSearchParams | null | undefined;
  readonly signal: AbortSignal;
}

/** An answer whose body may be over a limit. */
export interface CappedAnswer extends Omit<ProviderAnswer, "body"> {
  /** Null: it is over the limit. */
  readonly body: ProviderAnswer["body"] | null;
}

/**
 * Sends a request, and reads the answer up to a limit in bytes. Redirects are
 * not followed.
 *
 * @throws Error if there is no whole answer, or none that can be decoded
 */
export async function sendByNode(
  url: string,
  request: OrdinaryRequest,
  limit: number,
): Promise<CappedAnswer> {
  const { incoming, body } = await exchange(new URL(url), request, limit);
  const status = incoming.statusCode;
  const headers = toHeaders(incoming.rawHeaders);
  const codings = headers.get("content-encoding");
  headers.delete("content-length");
  if (body === null || codings === null) return { status, headers, body };
  headers.delete("content-encoding");
  return { status, headers, body: await decode(body, codings, limit) };
}

interface Received {
  readonly incoming: Incoming;
  readonly body: Bytes | null;
}

function exchange(
  url: URL,
  request: OrdinaryRequest,
  limit: number,
): Promise<Received> {
  const { http, agent } = findClient(url);
  const { method, body, signal } = request;
  // An aborted signal does not fire its event again.
  signal.throwIfAborted();
  return new Promise((resolve, reject) => {
    // Read from the module each time: tracers replace the function there.
    const outgoing = http.request(url, {
      agent,
      method,
      headers: withDefaults(request),
    });
    let answer: Incoming | undefined;
    outgoing.on("response", (incoming) => {
      answer = incoming;
      incoming.on("error", reject);
      readBody(incoming, limit, (body) => resolve({ incoming, body }));
    });
    outgoing.on("error", (error) => {
      // Bytes behind a complete answer only end the connection.
      if (!answer?.complete) reject(error);
    });
    outgoing.on("close", () => {
      // An error takes long to create, so only if it is needed.
      if (answer === undefined) reject(new Error("the connection was closed"));
    });
    signal.addEventListener("abort", () => outgoing.destroy(signal.reason));
    outgoing.end(body?.toString());
  });
}

/** @throws TypeError for a URL that `fetch` refuses, too */
function findClient(url: URL): Client {
  if (BLOCKED_PORTS.includes(Number(url.port))) {
    throw new TypeError(`port ${url.port} belongs to another protocol`);
  }
  const client = clients[url.protocol];
  if (client !== undefined && url.username === "" && url.password === "") {
    return client;
  }
  throw new TypeError(
    `a URL with ${url.protocol} or with a password cannot be asked`,
  );
}

/** Adds the headers that `fetch` would send. */
function withDefaults(
  { headers, body }: OrdinaryRequest,
): Readonly<Record<string, string>> {
  const defaults = { accept: "*/*", "accept-encoding": "gzip, br" };
  if (typeof body === "string") {
    return { ...defaults, "content-type": TEXT, ...headers };
  }
  if (body) return { ...defaults, "content-type": FORM, ...headers };
  return { ...defaults, ...headers };
}

/** @param done called with the body, or null if it is over the limit */
function readBody(
  incoming: Incoming,
  limit: number,
  done: (body: Bytes | null) => void,
): void {
  const chunks: Bytes[] = [];
  let size = 0;
  incoming.on("data", (chunk) => {
    size += chunk.length;
    chunks.push(chunk);
    if (size <= limit) return;
    done(null);
    incoming.destroy();
  });
  incoming.on("end", () => {
    const [first] = chunks;
    const isOne = first !== undefined && chunks.length === 1;
    const body = isOne ? first : Buffer.concat(chunks);
    // Some servers close the connection without a word in the answer. After two
    // turns of the event loop that is known, and the next request opens another.
    setImmediate(() => setImmediate(() => done(body)));
  });
}

function toHeaders(raw: readonly string[]): Headers {
  const headers = new Headers();
  for (let i = 0; i < raw.length; i += 2) {
    headers.append(raw[i] ?? "", raw[i + 1] ?? "");
  }
  return headers;
}
