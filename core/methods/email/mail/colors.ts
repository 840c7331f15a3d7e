import type { Theme } from "../../../config/config.ts";

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

const GROUNDS = {
  light: {
    page: "#f6f6f8",
    card: "#ffffff",
    ink: "#17181c",
    soft: "#5c606b",
    line: "#e1e2e7",
  },
  dark: {
    page: "#0d0e11",
    card: "#17181c",
    ink: "#f1f2f5",
    soft: "#a2a6b1",
    line: "#30333c",
  },
} as const;

/** The colours of a mail, with the theme's own on the button. */
export function toColors(theme: Theme, scheme: "light" | "dark"): MailColors {
  const key = theme.brandColor ?? "#1e5eff";
  return { ...GROUNDS[scheme], key, on: theme.buttonText ?? toInk(key) };
}

/** Readable text on a colour in six digits, and white on any other (WCAG 2.2 section 1.4.3). */
function toInk(color: string): string {
  if (!/^#[0-9a-f]{6}$/i.test(color)) return "#ffffff";
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const part = parseInt(color.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  const luminance = 0.2126 * r + 0.7152 * g + 0.0722 * b;
  return luminance > 0.183 ? "#17181c" : "#ffffff";
}
