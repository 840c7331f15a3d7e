/**
 * The colours that a page makes of the theme's two: readable, whatever those
 * two are (WCAG 2.2 AA).
 *
 * @module
 */

import { computeColor, type Rgb } from "./color_compute.ts";
import type { Theme } from "../../model/theme.ts";
import {
  mix,
  PARTS,
  TEXT,
  toContrast,
  toLuminance,
  toOpaque,
} from "./contrast.ts";

/** The colour schemes of a page. */
export type Scheme = "light" | "dark";

/** The colours of a scheme that come from the theme. */
export interface ThemeColors {
  /** The main button. */
  readonly key: Rgb;
  /** The main button under the pointer. */
  readonly hover: Rgb;
  /** Text on the main button. */
  readonly on: Rgb;
  /** The focus ring. */
  readonly ring: Rgb;
  /** The contrast of a `buttonText` that cannot be read; null: there is none. */
  readonly lost: number | null;
}

/** The colours of a scheme that are the same for every theme. */
interface Ground {
  readonly page: Rgb;
  readonly card: Rgb;
  readonly ink: Rgb;
}

const WHITE: Rgb = [255, 255, 255];
const BLACK: Rgb = [0, 0, 0];
const INK: Rgb = [0x17, 0x18, 0x1c];
const BLUE: Rgb = [0x1e, 0x5e, 0xff];

/** Page, card and ink of both schemes. */
export const grounds: Readonly<Record<Scheme, Ground>> = {
  light: { page: [0xf6, 0xf6, 0xf8], card: WHITE, ink: INK },
  dark: { page: [0x0d, 0x0e, 0x11], card: INK, ink: [0xf1, 0xf2, 0xf5] },
};

/** A button in the dark scheme with less contrast than this would be lost. */
const LOST = 2;
/** Channels of a grey differ less. */
const GREY = 16;
/** Luminance at which a colour can hardly get lighter, or darker. */
const NEAR_WHITE = 0.4;
const NEAR_BLACK = 0.02;

/** Computes the colours of a scheme; an invalid colour is ignored. */
export function toThemeColors(theme: Theme, scheme: Scheme): ThemeColors {
  const { page, card, ink } = grounds[scheme];
  const brand = computeColor(theme.brandColor ?? "");
  const given = brand === null ? BLUE : toOpaque(brand, card);
  const key = scheme === "dark" ? toVisible(given, grounds.dark) : given;
  const text = computeColor(theme.buttonText ?? "");
  const wish = text === null ? null : toOpaque(text, key);
  const contrast = wish === null ? null : toContrast(wish, key);
  const isLost = contrast !== null && contrast < TEXT;
  const on = wish === null || isLost ? toInk(key) : wish;
  const isRing = [card, page].every((one) => toContrast(key, one) >= PARTS);
  return {
    key,
    hover: toHover(key, on),
    on,
    ring: isRing ? key : ink,
    lost: isLost ? contrast : null,
  };
}

/** Returns the colour of readable text on a colour: white, ink or, between them, black. */
function toInk(ground: Rgb): Rgb {
  const found = [WHITE, INK].find((one) => toContrast(one, ground) >= TEXT);
  return found ?? BLACK;
}

/** Lightens a colour that the dark card would hide; a grey becomes the ink. */
function toVisible(color: Rgb, { card, ink }: Ground): Rgb {
  if (toContrast(color, card) >= LOST) return color;
  if (Math.max(...color) - Math.min(...color) < GREY) return ink;
  let share = 0;
  let lighter = color;
  while (toContrast(lighter, card) < PARTS) {
    share += 0.01;
    lighter = mix(share, WHITE, color);
  }
  return lighter;
}

/** Moves a colour away from its text, or back where it can hardly go further. */
function toHover(key: Rgb, on: Rgb): Rgb {
  const luminance = toLuminance(key);
  const away = toLuminance(on) > luminance
    ? mix(0.1, BLACK, key)
    : mix(0.1, WHITE, key);
  const candidates = [
    ...(luminance > NEAR_WHITE ? [mix(0.1, BLACK, key)] : []),
    ...(luminance < NEAR_BLACK ? [mix(0.16, WHITE, key)] : []),
    away,
  ];
  return candidates.find((one) => toContrast(one, on) >= TEXT) ?? key;
}
