/**
 * Returns the entry of a table for a name from an application, which may be one
 * of `Object.prototype`.
 */
export function lookUp<T>(
  table: Readonly<Record<string, T>>,
  name: string,
): T | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}
