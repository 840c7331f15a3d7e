/** A URL that shows a picture, or one without a scheme, which is on the page's own site. */
const IMAGE = /^(?:https?:\/\/|data:image\/|[^\s:\p{Cc}]*(?:[/?#]|$))/iu;

/**
 * Drops anything that is not the URL of a picture. A page may put it into a
 * link, and providers let users choose it: `javascript:` would run as the
 * page's own.
 */
export function toImage(value: unknown): string | null {
  return typeof value === "string" && value !== "" && IMAGE.test(value)
    ? value
    : null;
}
