/**
 * Scopes of the tools of an MCP server, which are all behind one URL.
 *
 * @module
 */

import { Refusal } from "../refusal.ts";

/** Methods whose requests need no body (RFC 9110 section 9.3). */
const BODILESS = ["GET", "HEAD", "OPTIONS", "DELETE"];

/**
 * Lists the tools that a JSON-RPC message calls (Model Context Protocol,
 * `tools/call`); a batch may call several.
 *
 * @param body null: there is none
 * @throws Refusal if the body is not a message, or a call does not name a tool:
 * whoever reads it in another way could find a call in it
 */
export function listTools(method: string, body: unknown): readonly string[] {
  const messages = [body].flat().map(toObject);
  // Express 4 leaves an empty object in place of a body that it has not read.
  if (messages.length === 0 || !messages.every(isMessage)) {
    if (BODILESS.includes(method) && messages.every(isEmpty)) return [];
    throw refuse(
      "The body is not a JSON-RPC message. With Express, put `express.json()` before a guard with `tools`.",
    );
  }
  return messages.filter(({ method: called }) => called === "tools/call")
    .map(({ params }) => {
      const { name } = toObject(params);
      if (typeof name === "string") return name;
      // As the key of an object, `["erase"]` is the same as `"erase"`.
      throw refuse("The message calls a tool, but its name is no text.");
    });
}

function refuse(message: string): Refusal {
  return new Refusal({ status: 400, code: "invalid_request" }, message);
}

function isEmpty(message: Message): boolean {
  return Object.keys(message).length === 0;
}

function isMessage({ method, result, error }: Message): boolean {
  return method === undefined
    ? result !== undefined || error !== undefined
    : typeof method === "string";
}

type Message = Readonly<Record<string, unknown>>;

function toObject(value: unknown): Message {
  return typeof value === "object" && value !== null ? value as Message : {};
}
