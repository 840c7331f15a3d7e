/** A site on a port of this machine. */

import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { SiteHandler } from "./browser_types.ts";

/**
 * Serves a site on this machine.
 *
 * @param url the origin to listen on; port 0 is any that is free
 * @throws Error with the code `EADDRINUSE` if the port is not free
 */
export async function serveOnLoopback(
  handler: SiteHandler,
  { hostname, port }: Pick<URL, "hostname" | "port">,
): Promise<Server> {
  const { createServer } = await import("node:http");
  const server = createServer((req, res) => {
    answer(handler, req, res).catch(() => res.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(Number(port), hostname, resolve);
  });
  return server;
}

async function answer(
  handler: SiteHandler,
  req: IncomingMessage,
  res: ServerResponse,
): Promise<void> {
  const response = await handler(await toRequest(req));
  for (const [name, value] of response.headers) res.setHeader(name, value);
  const cookies = response.headers.getSetCookie();
  if (cookies.length > 0) res.setHeader("set-cookie", cookies);
  res.writeHead(response.status);
  res.end(new Uint8Array(await response.arrayBuffer()));
}

async function toRequest(req: IncomingMessage): Promise<Request> {
  const { method = "GET", url = "/", rawHeaders } = req;
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  for await (const chunk of req) chunks.push(new Uint8Array(chunk));
  const headers = new Headers();
  for (let i = 0; i + 1 < rawHeaders.length; i += 2) {
    headers.append(rawHeaders[i] ?? "", rawHeaders[i + 1] ?? "");
  }
  const isBare = method === "GET" || method === "HEAD";
  const body = isBare ? null : new Blob(chunks);
  const target = new URL(url, `http://${req.headers.host}`);
  return new Request(target, { method, headers, body });
}
