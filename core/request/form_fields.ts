import {
  ConfigurationError,
  InvalidRequest,
  PayloadTooLarge,
} from "../errors/errors.ts";
import type { Incoming } from "./request_head.ts";

/** A field by its name; null for a file input that was left empty. */
export type FormField = readonly [name: string, value: string | null];

/** A form as its page sent it: every field, in order. */
export interface SentForm {
  /** The encoding (HTML section 4.10.21.8). */
  readonly type: FormType;
  readonly fields: readonly FormField[];
}

/** The encodings of forms that have a boundary between fields. */
export type FormType =
  | "application/x-www-form-urlencoded"
  | "multipart/form-data";

/** Limit of all names and values together, in bytes. */
const MAX_FIELDS = 16_384;
/** Limit of a body in bytes: an encoding makes up to three bytes of one. */
const MAX_BODY = 4 * MAX_FIELDS;
/** Limit of brackets in a name; body parsers follow fewer. */
const MAX_DEPTH = 32;

/**
 * Reads all fields of a form, so that the same form can be sent again. Unlike
 * `readForm`, it accepts nothing that would be changed or left out.
 *
 * @throws PayloadTooLarge if it is too large or has files; InvalidRequest if it
 * is not a form, or not in UTF-8; ConfigurationError if other code has read it
 */
export async function readFields(
  incoming: Pick<Incoming, "header" | "body">,
): Promise<SentForm> {
  const header = incoming.header("content-type") ?? "";
  const type = header.split(";")[0]?.trim().toLowerCase() ?? "";
  if (!isFormType(type)) {
    throw new InvalidRequest("The body is not a form with separate fields.");
  }
  try {
    const fields = await readAll(incoming, type, header);
    assertComplete(fields);
    return { type, fields };
  } catch (error) {
    const isTold = error instanceof PayloadTooLarge ||
      error instanceof ConfigurationError;
    if (isTold) throw error;
    throw new InvalidRequest("The form could not be read.", { cause: error });
  }
}

function isFormType(type: string): type is FormType {
  return type === "application/x-www-form-urlencoded" ||
    type === "multipart/form-data";
}

async function readAll(
  { body: read }: Pick<Incoming, "body">,
  type: FormType,
  header: string,
): Promise<readonly FormField[]> {
  const body = await read(MAX_BODY);
  if (body.kind === "too large") {
    throw new PayloadTooLarge(`The form is over ${MAX_BODY} bytes.`);
  }
  const isMultipart = type === "multipart/form-data";
  if (body.kind === "bytes") {
    return isMultipart
      ? await readMultipart(body.bytes, header)
      : [...new URLSearchParams(decode(body.bytes))];
  }
  // Parsers put files in a place of their own.
  if (isMultipart) throw new PayloadTooLarge("The form may have files.");
  return flatten(body.value);
}

function decode(bytes: Uint8Array): string {
  return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
}

async function readMultipart(
  bytes: Uint8Array,
  type: string,
): Promise<readonly FormField[]> {
  const [, boundary = ""] = /\bboundary="?([^";]+)/i.exec(type) ?? [];
  // Some parsers accept a body that was cut off (RFC 2046 section 5.1.1).
  const end = new TextDecoder().decode(bytes.subarray(-boundary.length - 8));
  if (!end.trimEnd().endsWith(`--${boundary}--`)) {
    throw new TypeError("the last part is missing");
  }
  const form = await new Request("http://localhost", {
    method: "POST",
    headers: { "content-type": type },
    body: new Uint8Array(bytes),
  }).formData();
  return [...form].map(([name, value]): FormField => {
    if (typeof value === "string") return [name, value];
    // This is how a browser sends a file input without a file.
    if (value.size === 0 && value.name === "") return [name, null];
    throw new PayloadTooLarge("The form has files.");
  });
}

/**
 * Returns the fields from which a body parser made a value: those of one name
 * together, and names with brackets for what is nested, as `qs` reads them.
 */
function flatten(value: unknown, name = "", depth = 0): FormField[] {
  if (typeof value === "string" && depth > 0) return [[name, value]];
  if (typeof value !== "object" || value === null || depth > MAX_DEPTH) {
    throw new TypeError("a value that no form has");
  }
  const toName = (key: string) => depth === 0 ? key : `${name}[${key}]`;
  if (!Array.isArray(value)) {
    return Object.entries(value)
      .flatMap(([key, one]) => flatten(one, toName(key), depth + 1));
  }
  // Fields of one name, which every parser reads as a list if there are two.
  const isRepeated = value.length > 1 &&
    value.every((one) => typeof one === "string");
  return value.flatMap((one, i) =>
    flatten(one, isRepeated ? name : toName(`${i}`), depth + 1)
  );
}

/** Makes sure that sending the fields again sends the same, and that they are few. */
function assertComplete(fields: readonly FormField[]): void {
  const text = fields.flat().join("");
  // Bytes that are not UTF-8 were replaced by this character.
  if (text.includes("\ufffd")) throw new TypeError("not in UTF-8");
  if (new TextEncoder().encode(text).length > MAX_FIELDS) {
    throw new PayloadTooLarge(`The fields have over ${MAX_FIELDS} bytes.`);
  }
}
