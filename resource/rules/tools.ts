/**
 * Scopes of the tools of an MCP server, which are all behind one URL.
 *
 * @module
 */

import { Refusal } from "../refusal.ts";

/**
 * Lists the tools that a JSON-RPC message calls (Model Context Protocol,
 * `tools/call`); a batch may call several.
 *
 * @param body null: there is none
 * @throws Refusal if the body of a POST is not a message: whoever reads it in
 * another way could find a call in it
 */
export function listTools(method: string, body: unknown): readonly string[] {
  if (method !== "POST") return [];
  if (typeof body !== "object" || body === null) {
    throw new Refusal(
      { status: 400, code: "invalid_request" },
      "The body is not a JSON-RPC message. With Express, put `express.json()` before a guard with `tools`.",
    );
  }
  const messages: readonly unknown[] = Array.isArray(body) ? body : [body];
  return messages.flatMap((one) => {
    const { method: called, params } = toObject(one);
    const { name } = toObject(params);
    return called === "tools/call" && typeof name === "string" ? [name] : [];
  });
}

function toObject(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null
    ? value as Record<string, unknown>
    : {};
}
