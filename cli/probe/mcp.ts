/**
 * Speaks MCP over HTTP, as a client does.
 *
 * @module
 */

import { CannotTry } from "./cannot_try.ts";
import { admit } from "./first_answers.ts";
import type { Exchange } from "./http.ts";
import { type Knock, MCP_VERSION, type Probe } from "./probe.ts";

/** Headers that every message after the first one has. */
export function toSessionHeaders(session?: string): Record<string, string> {
  return {
    "MCP-Protocol-Version": MCP_VERSION,
    ...(session === undefined ? {} : { "Mcp-Session-Id": session }),
  };
}

/** A message of JSON-RPC; without an id, it is a notification. */
export function toMessage(method: string, id?: number): string {
  return JSON.stringify({ jsonrpc: "2.0", ...(id ? { id } : {}), method });
}

/** The request that lists tools. */
export function toToolsList(session?: string): Knock {
  return {
    headers: {
      "Content-Type": "application/json",
      ...toSessionHeaders(session),
    },
    body: toMessage("tools/list", 2),
  };
}

/** What a client knows once it may ask. */
export interface McpSession {
  /** The id of the session; undefined: the server has none. */
  readonly session: string | undefined;
  /** The answer to the notification that the client is ready. */
  readonly ready: Exchange;
}

/** Begins to speak MCP with the valid token. */
export function beginMcp(probe: Probe): Promise<McpSession> {
  return probe.once("MCP", async () => {
    const session = readSession(await admit(probe));
    const ready = await probe.knock({
      token: probe.tokens.valid,
      headers: {
        "Content-Type": "application/json",
        ...toSessionHeaders(session),
      },
      body: toMessage("notifications/initialized"),
    });
    return { session, ready };
  });
}

/** Reads the id of the session that the server has begun. */
export function readSession({ headers }: Exchange): string | undefined {
  return headers["mcp-session-id"]?.[0];
}

/**
 * Begins a session.
 *
 * @throws CannotTry if the server has none
 */
export async function beginSession(probe: Probe): Promise<string> {
  const { session } = await beginMcp(probe);
  if (session !== undefined) return session;
  throw new CannotTry("The server begins no session.");
}
