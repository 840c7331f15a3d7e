/**
 * Computes colours as browsers do (CSS Color 4), so that contrast can be
 * measured: sRGB, with what lies outside of it clipped.
 *
 * @module
 */

import {
  type ColorSpace,
  parseColor,
  type Triple,
} from "../config/color_parse.ts";
import { toDigits } from "./color_values.ts";

/** A colour in sRGB: three whole numbers from 0 to 255. */
export type Rgb = readonly [red: number, green: number, blue: number];

/** A colour, and how opaque it is, from 0 to 1. */
export interface Color {
  readonly rgb: Rgb;
  readonly alpha: number;
}

/** Converts the components of each space to those of sRGB, from 0 to 1. */
const toSrgb: Readonly<Record<ColorSpace, (components: Triple) => Triple>> = {
  rgb: (c) => scale(c, 1 / 255),
  hsl: fromHsl,
  hwb: fromHwb,
  lab: fromLab,
  lch: (c) => fromLab(fromPolar(c)),
  oklab: fromOklab,
  oklch: (c) => fromOklab(fromPolar(c)),
};

/** Computes a CSS colour; null if it is none. */
export function computeColor(text: string): Color | null {
  const parsed = parseColor(text);
  if (parsed === null) return null;
  if (parsed.kind === "name") return fromHex(toDigits(parsed.name));
  if (parsed.kind === "hex") return fromHex(parsed.digits);
  const [r, g, b] = toSrgb[parsed.space](parsed.components);
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
