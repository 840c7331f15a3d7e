/**
 * Requests over the network, with connections that are kept alive and all
 * headers of the browser: Node's `fetch` would replace `Sec-Fetch-Mode` and
 * `Host`.
 *
 * @module
 */

import type { Agent, IncomingMessage, RequestOptions } from "node:http";
import type { SiteHandler } from "../browser_types.ts";

/** The connections to an application. */
export interface Network {
  /** Sends a request to the application, under whatever origin it is for. */
  readonly send: SiteHandler;
  /** Closes the connections that are kept alive. */
  close(): void;
}

/** Milliseconds after which an application that sends nothing has failed. */
const SILENCE = 60_000;

/**
 * Opens connections to the server at an origin. A request for another origin
 * goes there, too, with that origin's host, as behind a proxy.
 */
export async function openNetwork(origin: string): Promise<Network> {
  const { Agent, request: open } = await import("node:http");
  const agent = new Agent({ keepAlive: true });
  const send: SiteHandler = async (request) => {
    const body = new Uint8Array(await request.arrayBuffer());
    const { method, url } = request;
    const options = toOptions(request, new URL(origin), agent);
    return await new Promise<Response>((resolve, reject) => {
      const outgoing = open(options, (answer) => resolve(toResponse(answer)));
      outgoing.on("error", reject);
      outgoing.setTimeout(SILENCE, () => {
        const error = `${method} ${url} is not answered`;
        outgoing.destroy(new Error(error));
      });
      request.signal.addEventListener("abort", () => outgoing.destroy());
      outgoing.end(body.length > 0 ? body : undefined);
    });
  };
  return { send, close: () => agent.destroy() };
}

function toOptions(
  { url, method, headers }: Request,
  server: URL,
  agent: Agent,
): RequestOptions {
  const { host, pathname, search } = new URL(url);
  return {
    agent,
    // Without the brackets of an address.
    host: server.hostname.replace(/^\[|\]$/g, ""),
    port: server.port || 80,
    method,
    path: pathname + search,
    headers: { host, ...Object.fromEntries(headers) },
  };
}

function toResponse(answer: IncomingMessage): Response {
  const { rawHeaders, statusCode = 500 } = answer;
  const headers = new Headers();
  for (let i = 0; i + 1 < rawHeaders.length; i += 2) {
    headers.append(rawHeaders[i] ?? "", rawHeaders[i + 1] ?? "");
  }
  if ([204, 205, 304].includes(statusCode)) {
    answer.resume();
    return new Response(null, { status: statusCode, headers });
  }
  return new Response(toStream(answer), { status: statusCode, headers });
}

/** Passes on each chunk when it arrives. */
function toStream(answer: IncomingMessage): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start: (controller) => {
      answer.on("data", (chunk) => controller.enqueue(new Uint8Array(chunk)));
      answer.on("end", () => controller.close());
      answer.on("error", (error) => controller.error(error));
      answer.on("aborted", () => controller.error(new Error("cut off")));
    },
    cancel: () => void answer.destroy(),
  });
}
