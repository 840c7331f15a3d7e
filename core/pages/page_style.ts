import { hashBase64 } from "../crypto/hash.ts";
import type { Theme } from "../model/theme.ts";
import { CSS } from "./style.ts";
import { toThemeCss } from "./theme_css.ts";

/** The style sheet of a theme, and its hash for the Content-Security-Policy. */
export interface PageStyle {
  readonly css: string;
  /** SHA-256 as base64. */
  readonly hash: string;
}

/** Only a cache: the theme of a configuration has the same style on every page. */
const known = new WeakMap<Theme, Promise<PageStyle>>();

/** Makes the style sheet of a theme, once. */
export function toStyle(theme: Theme): Promise<PageStyle> {
  const style = known.get(theme) ?? makeStyle(theme);
  known.set(theme, style);
  return style;
}

async function makeStyle(theme: Theme): Promise<PageStyle> {
  const css = toThemeCss(theme) + CSS + (theme.css ?? "");
  return { css, hash: await hashBase64(css) };
}
