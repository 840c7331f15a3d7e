/**
 * Writes messages of an MCP client.
 *
 * @module
 */

/** The versions of MCP that the probe speaks, the first by default. */
export const MCP_VERSIONS = ["2025-11-25", "2026-07-28"] as const;

/** A version of MCP. The second one has no sessions, and nothing before the first question. */
export type McpVersion = typeof MCP_VERSIONS[number];

/** A message, as it is sent. */
export interface McpMessage {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** What a message has beside its method. */
interface MessageOptions {
  /** Without one, it is a notification. */
  readonly id?: number;
  readonly session?: string | undefined;
  readonly params?: Readonly<Record<string, unknown>>;
  /** The version that it names, if not the one that it is of. */
  readonly named?: string;
}

const CLIENT = { name: "latchkey-probe", version: "1" };

/** Writes a message. */
export function toMessage(
  version: McpVersion,
  method: string,
  { id, session, params, named = version }: MessageOptions = {},
): McpMessage {
  const isStateless = version === "2026-07-28";
  const meta = {
    "io.modelcontextprotocol/protocolVersion": named,
    "io.modelcontextprotocol/clientInfo": CLIENT,
    "io.modelcontextprotocol/clientCapabilities": {},
  };
  const all = isStateless ? { ...params, _meta: meta } : params;
  return {
    headers: {
      "Content-Type": "application/json",
      ...(method === "initialize" ? {} : { "MCP-Protocol-Version": named }),
      ...(isStateless ? { "Mcp-Method": method } : {}),
      ...(session === undefined ? {} : { "Mcp-Session-Id": session }),
    },
    body: JSON.stringify({
      jsonrpc: "2.0",
      ...(id === undefined ? {} : { id }),
      method,
      ...(all === undefined ? {} : { params: all }),
    }),
  };
}

/** Writes the request by which a client finds out whether it may ask. */
export function toOrdinaryMessage(version: McpVersion): McpMessage {
  if (version === "2026-07-28") {
    return toMessage(version, "tools/list", { id: 1 });
  }
  const params = {
    protocolVersion: version,
    capabilities: {},
    clientInfo: CLIENT,
  };
  return toMessage(version, "initialize", { id: 1, params });
}
