import type { Theme } from "../model/theme.ts";

/** The custom properties of the style sheet. */
export function toThemeCss(theme: Theme): string {
  const key = theme.brandColor ?? "#1e5eff";
  return `:root{color-scheme:light dark;--bg:#f6f6f8;--card:#fff;--ink:#17181c;--soft:#5c606b;--line:#e1e2e7;--edge:#878b96;--bad:#b42318;--ok:#067647;--key:${key};--key-2:${key};--on:#fff;--ring:${key};--radius:.625rem}@media (prefers-color-scheme:dark){:root{--bg:#0d0e11;--card:#17181c;--ink:#f1f2f5;--soft:#a2a6b1;--line:#30333c;--edge:#6f7482;--bad:#ff9c92;--ok:#6fdc9f}}`;
}
