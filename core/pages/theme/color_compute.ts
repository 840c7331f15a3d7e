/**
 * Computes colours as browsers do (CSS Color 4), so that contrast can be
 * measured.
 *
 * @module
 */

import { parseColor } from "../../config/pages/color_parse.ts";
import { toDigits } from "./color_values.ts";

/** A colour in sRGB: three whole numbers from 0 to 255. */
export type Rgb = readonly [red: number, green: number, blue: number];

/** A colour, and how opaque it is, from 0 to 1. */
export interface Color {
  readonly rgb: Rgb;
  readonly alpha: number;
}

/** Computes a CSS colour; null if the text is not one. */
export function computeColor(text: string): Color | null {
  const parsed = parseColor(text);
  if (parsed === null) return null;
  if (parsed.kind === "name") return fromHex(toDigits(parsed.name));
  if (parsed.kind === "hex") return fromHex(parsed.digits);
  const [r, g, b] = parsed.components;
  return {
    rgb: [toByte(r), toByte(g), toByte(b)],
    alpha: clamp(parsed.alpha),
  };
}

function fromHex(digits: string): Color {
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

function toByte(component: number): number {
  return Math.round(clamp(component / 255) * 255);
}

function clamp(number: number): number {
  return Math.min(1, Math.max(0, number));
}
