const COLOR =
  /^(?:#[0-9a-f]{3,8}|[a-z]{3,30}|[a-z]{3,6}\([0-9a-z.,%/ +-]{1,60}\))$/i;

/** Whether a text is safe to write into a style sheet as a colour. */
export function isColor(text: string): boolean {
  return COLOR.test(text);
}
