import {
  type AuthError,
  ConfigurationError,
  InvalidRequest,
  PayloadTooLarge,
} from "../errors/errors.ts";
import type { Body, Incoming } from "./request_head.ts";

/** A parsed body. */
export interface Form {
  /** The text fields; without a prototype. */
  readonly fields: Readonly<Record<string, string>>;
  /** The member `data`, of any type. */
  readonly data: unknown;
  /** The body as it came; null if it could not be read. */
  readonly body: Body | null;
  /** Its media type in lower case, without parameters; empty without one. */
  readonly type: string;
}

/** The form of an empty body. */
export const EMPTY_FORM: Form = {
  fields: Object.freeze(Object.create(null)),
  data: undefined,
  body: null,
  type: "",
};

/** Limit of a body in bytes. The largest legitimate one is a few kB. */
const MAX_BODY = 65_536;

/**
 * Reads a form from urlencoded or JSON text, or from the result of the
 * application's body parser. Any other content type gives an empty form.
 *
 * @returns the form, or the error if it cannot be read
 */
export async function readForm(incoming: Incoming): Promise<Form | AuthError> {
  // The header is read before the body: Bun drops it once the Request is read.
  const type = (incoming.header("content-type") ?? "").split(";")[0]
    ?.trim().toLowerCase() ?? "";
  let body: Body;
  try {
    body = await incoming.body(MAX_BODY);
  } catch (error) {
    if (error instanceof ConfigurationError) return error;
    return new InvalidRequest("The body could not be read.", { cause: error });
  }
  if (body.kind === "too large") {
    return new PayloadTooLarge(`The body is over ${MAX_BODY} bytes.`);
  }
  try {
    return { ...toForm(readValue(body, type)), body, type };
  } catch (error) {
    return new InvalidRequest("The body is malformed.", { cause: error });
  }
}

/** Returns the value of a body, parsed here or by the application. */
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
function toForm(value: unknown): Pick<Form, "fields" | "data"> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    return EMPTY_FORM;
  }
  const fields: Record<string, string> = Object.create(null);
  const seen = new Set<string>();
  const isText = value instanceof URLSearchParams;
  for (const [key, field] of isText ? value : Object.entries(value)) {
    // Duplicate fields are dropped: parsers disagree on which one counts.
    if (seen.has(key)) delete fields[key];
    else if (typeof field === "string") fields[key] = field;
    // In JSON, the box "Remember me" is a boolean.
    else if (key === "remember" && field === true) fields[key] = "true";
    seen.add(key);
  }
  const data = !isText && Object.hasOwn(value, "data")
    ? (value as { data: unknown }).data
    : fields.data;
  return { fields, data };
}
