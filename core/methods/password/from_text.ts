import type { UserFieldType } from "../../model/user_fields.ts";

/**
 * Converts what a visitor typed to the type of a field; undefined if it cannot
 * be. A ticked box sends `on`, and a program may send `true` or `false`.
 */
export function fromText(type: UserFieldType, text: string): unknown {
  switch (type) {
    case "string":
      return text;
    case "number":
      return toNumber(text);
    case "boolean":
      if (text === "on" || text === "true") return true;
      return text === "false" ? false : undefined;
    case "json":
      return toValue(text);
  }
}

function toNumber(text: string): number | undefined {
  const value = text.trim() === "" ? NaN : Number(text);
  return Number.isFinite(value) ? value : undefined;
}

/** Escapes of characters that databases cannot store: U+0000, and half of a pair. */
const UNSTORABLE = /\\u(?:0000|d[89a-f])/i;

function toValue(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return UNSTORABLE.test(JSON.stringify(value)) ? undefined : value;
  } catch {
    return undefined;
  }
}
