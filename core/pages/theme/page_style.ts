import { hashBase64 } from "../../crypto/hash.ts";
import type { PageModel } from "../../config/pages/page_models.ts";
import type { Theme } from "../../model/theme.ts";
import { PAGE_SCRIPT } from "../page_script.ts";
import { CHECK_CSS, hasBox } from "./check_style.ts";
import { FACTOR_CSS, FACTOR_PAGES } from "./factor_style.ts";
import { CSS, toWaitStyle } from "./style.ts";
import { toThemeCss } from "./theme_css.ts";

/** The style sheet of a theme, and the hashes for the Content-Security-Policy. */
export interface PageStyle {
  readonly css: string;
  /** The SHA-256 of the style sheet, as base64. */
  readonly hash: string;
  /** The same for the script of pages with a form. */
  readonly scriptHash: string;
}

/** Only a cache: the theme of a configuration has the same style on every page. */
const known = new WeakMap<Theme, Promise<PageStyle>>();

/**
 * Makes the style sheet of a page: that of the theme, how long the page makes
 * visitors wait, and what pages with boxes or about second factors have besides.
 */
export function toPageStyle(
  theme: Theme,
  page: PageModel,
): Promise<PageStyle> {
  const seconds = page.name === "verifyRequest"
    ? page.asked?.resend.seconds ?? 0
    : 0;
  if (seconds > 0) return makeStyle(theme, toWaitStyle(seconds));
  if (hasBox(page)) return makeStyle(theme, CHECK_CSS);
  return FACTOR_PAGES.includes(page.name)
    ? makeStyle(theme, FACTOR_CSS)
    : toStyle(theme);
}

/** Makes the style sheet of a theme, once. */
export function toStyle(theme: Theme): Promise<PageStyle> {
  const style = known.get(theme) ?? makeStyle(theme);
  known.set(theme, style);
  return style;
}

async function makeStyle(theme: Theme, first = ""): Promise<PageStyle> {
  const css = first + toThemeCss(theme) + CSS + (theme.css ?? "");
  return {
    css,
    hash: await hashBase64(css),
    scriptHash: await hashBase64(PAGE_SCRIPT),
  };
}
