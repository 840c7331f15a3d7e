/**
 * Where the project and its documentation are: the one place that knows.
 *
 * @module
 */

/**
 * The URL of the source code, such as "https://github.com/owner/name"; null
 * until it is public.
 */
export const repository: string | null = null;

/**
 * The URL of the documentation site, without a slash at its end; null until it
 * is public. Until then, links lead to the pages that the package ships.
 */
export const site: string | null = null;

/** Returns the place in the documentation that explains an error or a warning. */
export function toDocs(code: string): string {
  const page = site === null ? "docs/errors.md" : `${site}/errors`;
  return `${page}#${code.toLowerCase()}`;
}
