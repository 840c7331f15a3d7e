/** No function with a v is one of a colour: `var()` and `env()` are not computable. */
const COLOR =
  /^(?:#[0-9a-f]{3,8}|[a-z]{3,30}|[a-uw-z]{3,6}\([0-9a-z.,%/ +-]{1,60}\))$/i;

/**
 * Whether a text is safe to write into a style sheet as a colour. Only
 * `parseColor` knows whether it is one; its table of names loads with the
 * routes.
 */
export function isColor(text: string): boolean {
  return COLOR.test(text);
}
