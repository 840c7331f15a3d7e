import type { Rgb } from "../../../pages/theme/color_compute.ts";
import type { Theme } from "../../../config/config.ts";
import {
  grounds,
  type Scheme,
  toThemeColors,
} from "../../../pages/theme/theme_colors.ts";

/** The colours of a mail in one scheme. */
export interface MailColors {
  /** Around the card, and behind the code. */
  readonly page: string;
  readonly card: string;
  readonly ink: string;
  /** Secondary text. */
  readonly soft: string;
  readonly line: string;
  /** The button. */
  readonly key: string;
  readonly on: string;
}

const fixed = {
  light: { soft: "#5c606b", line: "#e1e2e7" },
  dark: { soft: "#a2a6b1", line: "#30333c" },
} as const;

/** The colours of the pages that a mail uses. */
export function toColors(theme: Theme, scheme: Scheme): MailColors {
  const { page, card, ink } = grounds[scheme];
  const { key, on } = toThemeColors(theme, scheme);
  return {
    ...fixed[scheme],
    page: toSixDigits(page),
    card: toSixDigits(card),
    ink: toSixDigits(ink),
    key: toSixDigits(key),
    on: toSixDigits(on),
  };
}

/** Some mail clients misread colours of three digits. */
function toSixDigits(color: Rgb): string {
  const digits = color.map((byte) => byte.toString(16).padStart(2, "0"));
  return `#${digits.join("")}`;
}
