/** Returns the anchor of a heading as GitHub makes it, so that a link works in both places. */
export function slugify(text: string): string {
  return text.trim().toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, "")
    .replace(/ /g, "-");
}
