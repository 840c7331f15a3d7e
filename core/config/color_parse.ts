/**
 * Parses colours as browsers do (CSS Color 4). Pages compute them.
 *
 * @module
 */

import { findNamedColor } from "./color_names.ts";

/** Three components of a colour, in the units of its colour space. */
export type Triple = readonly [number, number, number];

/** A colour as it was written. */
export type ParsedColor =
  | { readonly kind: "name"; readonly name: string }
  /** Three, four, six or eight hexadecimal digits. */
  | { readonly kind: "hex"; readonly digits: string }
  | {
    readonly kind: "function";
    readonly space: ColorSpace;
    readonly components: Triple;
    /** How opaque it is, from 0 to 1; values outside count as the nearer end. */
    readonly alpha: number;
  };

/**
 * A percentage of each component is this number; null: the component is an
 * angle.
 */
const FULL = {
  rgb: [255, 255, 255],
  hsl: [null, 100, 100],
  hwb: [null, 100, 100],
  lab: [100, 125, 125],
  lch: [100, 150, null],
  oklab: [1, 0.4, 0.4],
  oklch: [1, 0.4, null],
} as const;

/** The colour spaces of CSS functions. */
export type ColorSpace = keyof typeof FULL;

/** Degrees of each unit of angles. */
const angles: ReadonlyMap<string, number> = new Map([
  ["deg", 1],
  ["grad", 0.9],
  ["rad", 180 / Math.PI],
  ["turn", 360],
]);

/** Longer than any colour that a person writes. */
const MAX_LENGTH = 100;

/**
 * Parses a CSS colour; null if it is none, or if only a page could compute
 * it: `var()`, `color-mix()`, `currentcolor`, `transparent` and the colours of
 * the system.
 */
export function parseColor(text: string): ParsedColor | null {
  if (text.length > MAX_LENGTH) return null;
  if (findNamedColor(text) > 0) return { kind: "name", name: text };
  const digits = /^#([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/i.exec(text)?.[1];
  if (digits !== undefined) return { kind: "hex", digits };
  const [, called = "", body = ""] = /^([a-z]+)\(([^()]*)\)$/i.exec(text) ?? [];
  return fromFunction(called.toLowerCase(), body);
}

function fromFunction(called: string, body: string): ParsedColor | null {
  const isLegacy = body.includes(",");
  // Only these have a form with commas, and `rgba` and `hsla` are other names.
  const name = called.replace(/^(rgb|hsl)a$/, "$1");
  if (!isSpace(name)) return null;
  if (isLegacy && name !== "rgb" && name !== "hsl") return null;
  const [opaque = "", ...after] = body.split("/").map((part) => part.trim());
  const listed = opaque.split(isLegacy ? "," : /\s+/).map((one) => one.trim());
  const extra = [...listed.slice(3), ...after];
  const isCount = isLegacy
    ? after.length === 0 && extra.length <= 1
    : listed.length === 3 && after.length <= 1;
  if (!isCount) return null;
  const [x = null, y = null, z = null] = FULL[name].map((full, i) =>
    toNumber(listed[i] ?? "", full)
  );
  const alpha = extra[0] === undefined ? 1 : toNumber(extra[0], 1);
  if (x === null || y === null || z === null || alpha === null) return null;
  return { kind: "function", space: name, components: [x, y, z], alpha };
}

function isSpace(name: string): name is ColorSpace {
  return Object.hasOwn(FULL, name);
}

/** Reads a component; null if it is none. */
function toNumber(text: string, full: number | null): number | null {
  if (/^none$/i.test(text)) return 0;
  const [, digits, unit = ""] =
    /^([+-]?(?:\d{1,9}(?:\.\d{1,9})?|\.\d{1,9})(?:e[+-]?\d)?)(%|[a-z]+)?$/i
      .exec(text) ?? [];
  if (digits === undefined) return null;
  const number = Number(digits);
  if (unit === "") return number;
  if (full === null) {
    const degrees = angles.get(unit.toLowerCase());
    return degrees === undefined ? null : number * degrees;
  }
  return unit === "%" ? number / 100 * full : null;
}
