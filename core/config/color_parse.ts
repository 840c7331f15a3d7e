/**
 * Computes colours as browsers do (CSS Color 4), so that contrast can be
 * measured: sRGB, with what lies outside of it clipped.
 *
 * @module
 */

import { findNamedColor } from "./color_names.ts";

/** A colour in sRGB: three whole numbers from 0 to 255. */
export type Rgb = readonly [red: number, green: number, blue: number];

/** A colour, and how opaque it is, from 0 to 1. */
export interface Color {
  readonly rgb: Rgb;
  readonly alpha: number;
}

type Triple = readonly [number, number, number];

/** A percentage of each component is this number; null: the component is an angle. */
interface Space {
  readonly full: readonly (number | null)[];
  /** Converts to sRGB components from 0 to 1. */
  readonly toSrgb: (components: Triple) => Triple;
}

const oklab: Space = { full: [1, 0.4, 0.4], toSrgb: fromOklab };
const lab: Space = { full: [100, 125, 125], toSrgb: fromLab };
const spaces: ReadonlyMap<string, Space> = new Map(
  [
    ["rgb", { full: [255, 255, 255], toSrgb: (c) => scale(c, 1 / 255) }],
    ["hsl", { full: [null, 100, 100], toSrgb: fromHsl }],
    ["hwb", { full: [null, 100, 100], toSrgb: fromHwb }],
    ["lab", lab],
    ["lch", { full: [100, 150, null], toSrgb: (c) => fromLab(fromPolar(c)) }],
    ["oklab", oklab],
    ["oklch", { full: [1, 0.4, null], toSrgb: (c) => fromOklab(fromPolar(c)) }],
  ] satisfies [string, Space][],
);

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
 * Computes a CSS colour; null if it is none, or if only a page could compute
 * it: `var()`, `color-mix()`, `currentcolor`, `transparent` and the colours of
 * the system.
 */
export function parseColor(text: string): Color | null {
  if (text.length > MAX_LENGTH) return null;
  const name = /^[a-z]+$/i.test(text) ? findNamedColor(text) : null;
  if (name !== null) return fromHex(name);
  const hex = /^#([0-9a-f]+)$/i.exec(text)?.[1];
  if (hex !== undefined) return fromHex(hex);
  const [, called = "", body = ""] = /^([a-z]+)\(([^()]*)\)$/i.exec(text) ?? [];
  return fromFunction(called.toLowerCase(), body);
}

function fromHex(digits: string): Color | null {
  if (![3, 4, 6, 8].includes(digits.length)) return null;
  const size = digits.length < 6 ? 1 : 2;
  const [r = 0, g = 0, b = 0, a = 255] = Array.from(
    { length: digits.length / size },
    (_, i) => {
      const pair = digits.slice(i * size, (i + 1) * size);
      return parseInt(size === 1 ? pair + pair : pair, 16);
    },
  );
  return { rgb: [r, g, b], alpha: a / 255 };
}

function fromFunction(called: string, body: string): Color | null {
  const isLegacy = body.includes(",");
  // Only these have a form with commas, and `rgba` and `hsla` are other names.
  const name = called.replace(/^(rgb|hsl)a$/, "$1");
  const space = spaces.get(name);
  if (space === undefined) return null;
  if (isLegacy && name !== "rgb" && name !== "hsl") return null;
  const [opaque = "", ...after] = body.split("/").map((part) => part.trim());
  const listed = opaque.split(isLegacy ? "," : /\s+/).map((one) => one.trim());
  const extra = [...listed.slice(3), ...after];
  const isCount = isLegacy
    ? after.length === 0 && extra.length <= 1
    : listed.length === 3 && after.length <= 1;
  if (!isCount) return null;
  const [x = null, y = null, z = null] = space.full.map((full, i) =>
    toNumber(listed[i] ?? "", full)
  );
  const alpha = extra[0] === undefined ? 1 : toNumber(extra[0], 1);
  if (x === null || y === null || z === null || alpha === null) return null;
  const [r, g, b] = space.toSrgb([x, y, z]).map(toByte);
  return r === undefined || g === undefined || b === undefined
    ? null
    : { rgb: [r, g, b], alpha: clamp(alpha) };
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

function toByte(component: number): number {
  return Math.round(clamp(component) * 255);
}

function clamp(number: number): number {
  return Math.min(1, Math.max(0, number));
}

function scale([a, b, c]: Triple, by: number): Triple {
  return [a * by, b * by, c * by];
}

function fromHsl([hue, saturation, lightness]: Triple): Triple {
  const [s, l] = [clamp(saturation / 100), clamp(lightness / 100)];
  const chroma = s * Math.min(l, 1 - l);
  const at = (n: number) => {
    const k = (((n + hue / 30) % 12) + 12) % 12;
    return l - chroma * Math.max(-1, Math.min(k - 3, 9 - k, 1));
  };
  return [at(0), at(8), at(4)];
}

function fromHwb([hue, whiteness, blackness]: Triple): Triple {
  const [white, black] = [clamp(whiteness / 100), clamp(blackness / 100)];
  const sum = white + black;
  if (sum >= 1) return scale([1, 1, 1], white / sum);
  const [r, g, b] = scale(fromHsl([hue, 100, 50]), 1 - sum);
  return [r + white, g + white, b + white];
}

function fromPolar([lightness, chroma, hue]: Triple): Triple {
  const angle = hue * Math.PI / 180;
  const length = Math.max(0, chroma);
  return [lightness, length * Math.cos(angle), length * Math.sin(angle)];
}

function fromOklab([lightness, a, b]: Triple): Triple {
  const l = (clamp(lightness) + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (clamp(lightness) - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (clamp(lightness) - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    toGamma(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    toGamma(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    toGamma(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  ];
}

/** The white of CIE Lab is D50; the matrix also adapts it to the D65 of sRGB. */
function fromLab([lightness, a, b]: Triple): Triple {
  const fy = (Math.min(100, Math.max(0, lightness)) + 16) / 116;
  const x = 0.96429568 * toTristimulus(fy + a / 500);
  const y = toTristimulus(fy);
  const z = 0.82510460 * toTristimulus(fy - b / 200);
  return [
    toGamma(3.1341359 * x - 1.6173864 * y - 0.4906619 * z),
    toGamma(-0.9787955 * x + 1.9162544 * y + 0.0334427 * z),
    toGamma(0.0719554 * x - 0.2289768 * y + 1.4053860 * z),
  ];
}

function toTristimulus(f: number): number {
  return f > 6 / 29 ? f ** 3 : (116 * f - 16) / 903.2962963;
}

/** Clips before the root: a negative number has none. */
function toGamma(linear: number): number {
  const light = clamp(linear);
  return light <= 0.0031308
    ? 12.92 * light
    : 1.055 * light ** (1 / 2.4) - 0.055;
}
