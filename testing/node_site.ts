import type { AddressInfo } from "node:net";
import type {
  IncomingMessage,
  RequestListener,
  RequestOptions,
  Server,
} from "node:http";
import type { SiteHandler } from "./browser_types.ts";

/** A listener of `node:http`, such as an application of Express or Connect. */
export type NodeListener = (request: never, response: never) => unknown;

/**
 * Makes a site for `createBrowser` of an application of Express or Connect, or
 * of any listener of `node:http`. Each request goes through a server on a free
 * port of this machine, with all headers of the browser: Node's `fetch` would
 * replace `Sec-Fetch-Mode` and `Host`. Nothing has to be closed.
 *
 * The application sees `http`; for a site with `https` it also gets
 * `X-Forwarded-Proto: https`, which Express obeys if `trust proxy` is set.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import type { IncomingMessage, ServerResponse } from "node:http";
 * import { createBrowser, toSite } from "@latchkey/auth/testing";
 *
 * const app = (req: IncomingMessage, res: ServerResponse) =>
 *   res.end(`${req.headers.host} ${req.headers["sec-fetch-mode"]}`);
 * const browser = createBrowser({ "http://localhost:3000": toSite(app) });
 * const page = await browser.goto("http://localhost:3000/");
 * assert.equal(page.text, "localhost:3000 navigate");
 * ```
 *
 * @param listener the application
 */
export function toSite(listener: NodeListener): SiteHandler {
  return async (request) => {
    // The other tools of this module need no Node.
    const { createServer, request: open } = await import("node:http");
    const server = createServer(listener as RequestListener);
    await new Promise<void>((resolve, reject) => {
      server.once("error", reject);
      server.listen(0, "127.0.0.1", resolve);
    });
    try {
      const body = new Uint8Array(await request.arrayBuffer());
      const options = toOptions(request, server);
      return await new Promise<Response>((resolve, reject) => {
        const outgoing = open(options, (answer) => {
          readResponse(answer).then(resolve, reject);
        });
        outgoing.on("error", reject);
        outgoing.end(body);
      });
    } finally {
      server.close();
    }
  };
}

function toOptions(request: Request, server: Server): RequestOptions {
  const { host, pathname, protocol, search } = new URL(request.url);
  const { port } = server.address() as AddressInfo;
  return {
    // A connection of its own, which ends with the response.
    agent: false,
    host: "127.0.0.1",
    port,
    method: request.method,
    path: pathname + search,
    headers: {
      ...Object.fromEntries(request.headers),
      host,
      connection: "close",
      ...(protocol === "https:" ? { "x-forwarded-proto": "https" } : {}),
    },
  };
}

async function readResponse(answer: IncomingMessage): Promise<Response> {
  const { rawHeaders, statusCode = 500 } = answer;
  const headers = new Headers();
  for (let i = 0; i + 1 < rawHeaders.length; i += 2) {
    headers.append(rawHeaders[i] ?? "", rawHeaders[i + 1] ?? "");
  }
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  for await (const chunk of answer) chunks.push(new Uint8Array(chunk));
  const isEmpty = [204, 205, 304].includes(statusCode);
  const body = isEmpty ? null : new Blob(chunks);
  return new Response(body, { status: statusCode, headers });
}
