/**
 * For tests only: serves a function of `Request` and `Response` by `node:http`,
 * which Node and Deno have.
 *
 * @module
 */

import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import type { StartedHost } from "@latchkey/auth/testing/host-contract";

/** Answers a request. */
export type WebHandler = (request: Request) => Promise<Response>;

/** Serves on a free port. */
export async function serveWeb(handler: WebHandler): Promise<StartedHost> {
  const server = createServer((req, res) => {
    answer(handler, req, res).catch(() => res.destroy());
  });
  return await listen(server);
}

/** Has a server listen on a free port. */
export async function listen(server: Server): Promise<StartedHost> {
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "localhost", resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://localhost:${port}`,
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

async function answer(
  handler: WebHandler,
  req: IncomingMessage,
  res: ServerResponse,
): Promise<void> {
  const response = await handler(toRequest(req));
  const { status, headers, body } = response;
  const cookies = headers.getSetCookie();
  const others = [...headers].filter(([name]) => name !== "set-cookie");
  res.writeHead(status, {
    ...Object.fromEntries(others),
    ...(cookies.length > 0 ? { "set-cookie": cookies } : {}),
    // The unread rest of a body must not be parsed as the next request.
    ...(req.complete ? {} : { connection: "close" }),
  });
  if (req.method !== "HEAD") {
    for await (const chunk of body ?? []) res.write(chunk);
  }
  res.end();
}

function toRequest(req: IncomingMessage): Request {
  const { method = "GET", rawHeaders, url = "/" } = req;
  const headers = new Headers();
  for (let i = 0; i + 1 < rawHeaders.length; i += 2) {
    headers.append(rawHeaders[i] ?? "", rawHeaders[i + 1] ?? "");
  }
  const isBare = method === "GET" || method === "HEAD";
  return new Request(new URL(url, `http://${headers.get("host")}`), {
    method,
    headers,
    ...(isBare ? {} : {
      body: Readable.toWeb(req) as ReadableStream<Uint8Array>,
      duplex: "half",
    }),
  });
}
