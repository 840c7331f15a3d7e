import type { Incoming } from "./request_head.ts";

/** The part of a request that tells what its client is. */
export type Client = Pick<Incoming, "header">;

/**
 * Whether the client can show a page: browsers accept HTML by name, scripts do
 * not.
 */
export function acceptsHtml(client: Client): boolean {
  return /\btext\/html\b/i.test(client.header("accept") ?? "");
}

/**
 * Reads the format in which the client wants redirects and errors: as such, as
 * `{ url }`, or as JSON.
 */
export function readWants(client: Client): "html" | "url" | "json" {
  if (client.header("x-auth-return-redirect") !== null) return "url";
  const accept = client.header("accept") ?? "";
  return /\bapplication\/json\b/i.test(accept) && !acceptsHtml(client)
    ? "json"
    : "html";
}

/** Whether this is a browser navigation, rather than a request of a script or a program. */
export function isNavigation(client: Client): boolean {
  const mode = client.header("sec-fetch-mode");
  // Browsers without Fetch Metadata still accept HTML by name.
  return mode === null ? acceptsHtml(client) : mode === "navigate";
}

const MAX_USER_AGENT = 512;

/**
 * Reads the User-Agent header for lists of sessions: printable characters only,
 * and limited in length.
 */
export function readUserAgent({ header }: Client): string | null {
  const text = (header("user-agent") ?? "").replace(/[^\x20-\x7e]/g, "").trim();
  return text === "" ? null : text.slice(0, MAX_USER_AGENT);
}
