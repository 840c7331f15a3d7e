import type { PageModel } from "../../config/pages/page_models.ts";

/** What pages with a box to tick have besides the style sheet of all pages. */
export const CHECK_CSS: string =
  ".check{display:flex;align-items:center;gap:.625rem;font-size:.875rem;line-height:1.4}.check>input{flex:none;width:1.125rem;min-height:1.125rem;padding:0;accent-color:var(--key)}";

/** Whether a page has the box "Remember me". */
export function hasRememberBox(page: PageModel): boolean {
  return "remember" in page && typeof page.remember === "boolean";
}
