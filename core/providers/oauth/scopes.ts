/**
 * Scopes as texts and as lists (RFC 6749 section 3.3).
 *
 * @module
 */

/** The parts of a scope, and what separates them. */
export interface ScopeParts {
  readonly tokens: readonly string[];
  readonly separator: string;
}

/**
 * Splits a scope into its parts. Some servers separate them with commas.
 *
 * @param separator default: the one in the text
 */
export function readScope(scope: string, separator?: string): ScopeParts {
  const split = (text: string) =>
    text.split(/\s+/).filter((token) => token !== "");
  const parts = scope.split(",").map(split);
  const hasCommas = parts.length > 1 &&
    parts.every((tokens) => tokens.length < 2);
  return (separator ?? (hasCommas ? "," : " ")) === ","
    ? { tokens: parts.flat(), separator: "," }
    : { tokens: split(scope), separator: " " };
}

/**
 * Adds scopes that a text lacks. A text that has them all stays as it is.
 *
 * @param separator default: that of the text
 */
export function addScopes(
  scope: string,
  wanted: readonly string[],
  separator?: string,
): string {
  const known = readScope(scope);
  const missing = wanted.filter((one) => !known.tokens.includes(one));
  return missing.length === 0
    ? scope
    : [...new Set([...known.tokens, ...missing])]
      .join(separator ?? known.separator);
}
