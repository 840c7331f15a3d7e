/** Lists the members of an object other than those that are known: mistakes in spelling. */
export function without(
  value: object,
  known: readonly string[],
): readonly string[] {
  return Object.keys(value).filter((name) => !known.includes(name));
}
