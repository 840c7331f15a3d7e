/**
 * Parses colours as browsers do (CSS Color 4). The pages compute with them.
 *
 * @module
 */

import { findNamedColor } from "./color_names.ts";

/** A colour as it was written. */
export type ParsedColor =
  | { readonly kind: "name"; readonly name: string }
  /** Three, four, six or eight hexadecimal digits. */
  | { readonly kind: "hex"; readonly digits: string }
  | {
    readonly kind: "rgb";
    /**
     * Red, green and blue, from 0 to 255; values outside this range are
     * clamped.
     */
    readonly components: readonly [number, number, number];
    /** The opacity, from 0 to 1; values outside this range are clamped. */
    readonly alpha: number;
  };

/** Longer than any colour that a person writes. */
const MAX_LENGTH = 100;

/**
 * Parses a CSS colour: a name, hexadecimal digits or `rgb()`; null for any other
 * text.
 */
export function parseColor(text: string): ParsedColor | null {
  if (text.length > MAX_LENGTH) return null;
  if (findNamedColor(text) > 0) return { kind: "name", name: text };
  const digits = /^#([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/i.exec(text)?.[1];
  if (digits !== undefined) return { kind: "hex", digits };
  const body = /^rgba?\(([^()]*)\)$/i.exec(text)?.[1];
  return body === undefined ? null : parseRgb(body);
}

function parseRgb(body: string): ParsedColor | null {
  const isLegacy = body.includes(",");
  const [opaque = "", ...after] = body.split("/").map((part) => part.trim());
  const listed = opaque.split(isLegacy ? "," : /\s+/).map((one) => one.trim());
  const extra = [...listed.slice(3), ...after];
  const isCount = isLegacy
    ? after.length === 0 && extra.length <= 1
    : listed.length === 3 && after.length <= 1;
  if (!isCount) return null;
  const [x = null, y = null, z = null] = listed.map((one) =>
    toNumber(one, 255)
  );
  const alpha = extra[0] === undefined ? 1 : toNumber(extra[0], 1);
  if (x === null || y === null || z === null || alpha === null) return null;
  return { kind: "rgb", components: [x, y, z], alpha };
}

/**
 * Reads a component; null for any other text.
 *
 * @param full the number that 100% stands for
 */
function toNumber(text: string, full: number): number | null {
  if (/^none$/i.test(text)) return 0;
  const [, digits, percent] =
    /^([+-]?(?:\d{1,9}(?:\.\d{1,9})?|\.\d{1,9})(?:e[+-]?\d)?)(%)?$/i
      .exec(text) ?? [];
  if (digits === undefined) return null;
  const number = Number(digits);
  return percent === undefined ? number : number / 100 * full;
}
