/**
 * Serves the built site as a strict host would: nothing from elsewhere, and no
 * script or style in a page itself.
 *
 * @module
 */

import { exists } from "../command.ts";
import { site } from "./place.ts";

/** What the pages may load. */
export const policy = "default-src 'self'; img-src 'self' data:";

const types: Readonly<Record<string, string>> = {
  css: "text/css",
  html: "text/html; charset=utf-8",
  js: "text/javascript",
  json: "application/json",
  md: "text/markdown; charset=utf-8",
  png: "image/png",
  svg: "image/svg+xml",
  txt: "text/plain; charset=utf-8",
  webp: "image/webp",
};

/** Returns the file of a path of the site, or null if there is none. */
export async function findFile(path: string): Promise<string | null> {
  const names = path.endsWith("/")
    ? [`${path}index.html`]
    : [path, `${path}.html`];
  for (const name of names) {
    const file = site + decodeURIComponent(name);
    if (/\.\w+$/.test(name) && await exists(file)) return file;
  }
  return null;
}

/** Answers a request for the site. */
export async function answer(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url);
  const found = await findFile(pathname);
  const file = found ?? `${site}/404.html`;
  const type = types[file.slice(file.lastIndexOf(".") + 1)];
  return new Response(await Deno.readFile(file), {
    status: found === null ? 404 : 200,
    headers: {
      "content-security-policy": policy,
      "content-type": type ?? "application/octet-stream",
    },
  });
}

/** Serves the site on a free port. */
export function serveSite(
  port = 0,
): { origin: string; close(): Promise<void> } {
  const server = Deno.serve(
    { hostname: "127.0.0.1", port, onListen: () => {} },
    answer,
  );
  return {
    origin: `http://127.0.0.1:${server.addr.port}`,
    close: () => server.shutdown(),
  };
}
