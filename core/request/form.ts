import {
  type AuthError,
  InvalidRequest,
  PayloadTooLarge,
} from "../errors/errors.ts";
import type { Body, Incoming } from "./request_head.ts";

/** What a body says. */
export interface Form {
  /** The text fields; without a prototype. */
  readonly fields: Readonly<Record<string, string>>;
  /** The member `data`, whatever it is. */
  readonly data: unknown;
  /** The body as it came; null: there is none that could be read. */
  readonly body: Body | null;
}

/** A body that says nothing. */
export const EMPTY_FORM: Form = {
  fields: Object.freeze(Object.create(null)),
  data: undefined,
  body: null,
};

/** Bytes of a body that are read. The biggest honest one is a few kB. */
const MAX_BODY = 65_536;

/**
 * Reads a form, from urlencoded or JSON text or from what a parser of the host
 * made of them. Another content type says nothing.
 *
 * @returns the form, or why it cannot be read
 */
export async function readForm(incoming: Incoming): Promise<Form | AuthError> {
  // Before the body: Bun forgets the header of a Request once it is read.
  const type = (incoming.header("content-type") ?? "").split(";")[0]
    ?.trim().toLowerCase() ?? "";
  let body: Body;
  try {
    body = await incoming.body(MAX_BODY);
  } catch (error) {
    return new InvalidRequest("The body could not be read.", { cause: error });
  }
  if (body.kind === "too large") {
    return new PayloadTooLarge(`The body is over ${MAX_BODY} bytes.`);
  }
  try {
    return { ...toForm(readValue(body, type)), body };
  } catch (error) {
    return new InvalidRequest("The body is malformed.", { cause: error });
  }
}

/** What a body says, whoever parses it. */
function readValue(
  body: Exclude<Body, { kind: "too large" }>,
  type: string,
): unknown {
  if (body.kind === "parsed") return body.value;
  if (type === "application/x-www-form-urlencoded") {
    return new URLSearchParams(decode(body.bytes));
  }
  return /^application\/(?:[\w.-]+\+)?json$/.test(type)
    ? JSON.parse(decode(body.bytes))
    : null;
}

function decode(bytes: Uint8Array): string {
  return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
}

/** Keeps the text fields; anything else counts as missing, never as an object. */
function toForm(value: unknown): Omit<Form, "body"> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    return EMPTY_FORM;
  }
  const fields: Record<string, string> = Object.create(null);
  const seen = new Set<string>();
  const isText = value instanceof URLSearchParams;
  for (const [key, field] of isText ? value : Object.entries(value)) {
    // What is said twice is said by nobody: readers disagree on which one counts.
    if (seen.has(key)) delete fields[key];
    else if (typeof field === "string") fields[key] = field;
    seen.add(key);
  }
  const data = !isText && Object.hasOwn(value, "data")
    ? (value as { data: unknown }).data
    : fields.data;
  return { fields, data };
}
