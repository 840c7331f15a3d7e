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
  const messages = [body].flat().map(toObject);
  // Express 4 leaves an empty object in place of a body that it has not read.
  if (messages.length === 0 || !messages.every(isMessage)) {
    throw new Refusal(
      { status: 400, code: "invalid_request" },
      "The body is not a JSON-RPC message. With Express, put `express.json()` before a guard with `tools`.",
    );
  }
  return messages.flatMap(({ method: called, params }) => {
    const { name } = toObject(params);
    return called === "tools/call" && typeof name === "string" ? [name] : [];
  });
}

function isMessage({ method, result, error }: Message): boolean {
  return typeof method === "string" || result !== undefined ||
    error !== undefined;
}

type Message = Readonly<Record<string, unknown>>;

function toObject(value: unknown): Message {
  return typeof value === "object" && value !== null ? value as Message : {};
}
