/**
 * Speaks MCP over HTTP, as a client does.
 *
 * @module
 */

import { CannotTry } from "./cannot_try.ts";
import { admit } from "./first_answers.ts";
import type { Exchange } from "./http.ts";
import {
  MCP_VERSIONS,
  type McpMessage,
  type McpVersion,
  toMessage,
} from "./mcp_messages.ts";
import type { Probe } from "./probe.ts";

/** The version that the server speaks. */
function getVersion({ target }: Probe): McpVersion {
  return target.mcp ?? MCP_VERSIONS[0];
}

/** The request that lists tools. */
export function toToolsList(
  probe: Probe,
  options: { readonly session?: string | undefined; readonly named?: string } =
    {},
): McpMessage {
  return toMessage(getVersion(probe), "tools/list", { id: 2, ...options });
}

/** The headers of a request without a message. */
export function toMcpHeaders(
  probe: Probe,
  session?: string,
): Readonly<Record<string, string>> {
  const version = getVersion(probe);
  return {
    "MCP-Protocol-Version": version,
    ...(session === undefined ? {} : { "Mcp-Session-Id": session }),
  };
}

/**
 * Reads the answer to `initialize`.
 *
 * @throws CannotTry if the version has no such request
 */
export async function readInitialized(probe: Probe): Promise<Exchange> {
  if (getVersion(probe) === "2025-11-25") return await admit(probe);
  throw new CannotTry("This version of MCP has no `initialize`.");
}

/** Says that the client is ready, and returns the answer. */
export function notify(probe: Probe): Promise<Exchange> {
  return probe.once("ready", async () => {
    const session = readSession(await readInitialized(probe));
    const method = "notifications/initialized";
    return await probe.knock({
      token: probe.tokens.valid,
      ...toMessage(getVersion(probe), method, { session }),
    });
  });
}

/** Finds the id of a session of the valid token; undefined: there are none. */
export async function findSession(probe: Probe): Promise<string | undefined> {
  if (getVersion(probe) !== "2025-11-25") return undefined;
  await notify(probe);
  return readSession(await admit(probe));
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
  const session = await findSession(probe);
  if (session !== undefined) return session;
  throw new CannotTry("The server begins no session.");
}
