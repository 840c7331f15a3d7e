/**
 * Contrast of colours as WCAG 2.2 measures it.
 *
 * @module
 */

import type { Color, Rgb } from "./color_compute.ts";

/** Contrast that text needs (section 1.4.3). */
export const TEXT = 4.5;
/** Contrast that parts of controls need (section 1.4.11). */
export const PARTS = 3;

/** Returns the contrast of two colours, from 1 to 21. */
export function toContrast(a: Rgb, b: Rgb): number {
  const [x, y] = [toLuminance(a), toLuminance(b)];
  return (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05);
}

/** Returns the relative luminance of a colour, from 0 to 1. */
export function toLuminance(color: Rgb): number {
  const [r = 0, g = 0, b = 0] = color.map((byte) => {
    const part = byte / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** Mixes a share of one colour into another, which gets the rest. */
export function mix(share: number, from: Rgb, into: Rgb): Rgb {
  const at = (i: 0 | 1 | 2) =>
    Math.round(into[i] + (from[i] - into[i]) * share);
  return [at(0), at(1), at(2)];
}

/** Returns a colour as it looks on an opaque one. */
export function toOpaque({ rgb, alpha }: Color, ground: Rgb): Rgb {
  return mix(alpha, rgb, ground);
}

/** Writes a colour in as few characters as possible. */
export function toHexColor(color: Rgb): string {
  const isShort = color.every((byte) => byte % 17 === 0);
  const digits = color.map((byte) => byte.toString(16).padStart(2, "0"));
  return `#${digits.map((pair) => isShort ? pair[0] : pair).join("")}`;
}
