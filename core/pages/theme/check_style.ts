import type { PageModel } from "../../config/pages/page_models.ts";

/** What pages with a box to tick have besides the style sheet of all pages. */
export const CHECK_CSS: string =
  ".check{display:flex;align-items:center;gap:.625rem;font-size:.875rem;line-height:1.4}.check>input{flex:none;width:1.125rem;min-height:1.125rem;padding:0;accent-color:var(--key)}noscript{grid-column:1/-1}";

/** Whether a page has a box to tick: "Remember me", or a field of a new user. */
export function hasBox(page: PageModel): boolean {
  const hasFields = "fields" in page &&
    (page.name === "signUp" || page.name === "newPassword");
  if (hasFields && page.fields?.some(({ type }) => type === "checkbox")) {
    return true;
  }
  return "remember" in page && typeof page.remember === "boolean";
}
