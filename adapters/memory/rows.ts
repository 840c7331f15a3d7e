/** Records in maps, as the memory adapter keeps them. */

/** Adds a copy of a record whose key is new. */
export function add<T extends object>(
  rows: Map<string, T>,
  key: string,
  row: T,
): T {
  if (rows.has(key)) throw new Error("a record with this key exists");
  const own = copy(row);
  rows.set(key, own);
  return own;
}

/** Returns the record of a key that exists. */
export function find<T>(rows: ReadonlyMap<string, T>, key: string): T {
  const row = rows.get(key);
  if (row === undefined) throw new Error("there is no such record");
  return row;
}

/** Copies a record. Dates are copied too, because they are mutable. */
export function copy<T extends object>(row: T): T {
  const own = { ...row } as Record<string, unknown>;
  for (const key in own) {
    const value = own[key];
    if (value instanceof Date) own[key] = new Date(value);
  }
  return own as T;
}

/** Copies a record that may be missing. */
export function copyOrNull<T extends object>(row: T | undefined): T | null {
  return row === undefined ? null : copy(row);
}

/** Leaves out the fields that are undefined. */
export function withoutUndefined<T extends object>(row: T): T {
  return Object.fromEntries(
    Object.entries(row).filter(([, value]) => value !== undefined),
  ) as T;
}

/** Removes the records of a user. */
export function removeOwned(
  rows: Map<string, { userId: string }>,
  userId: string,
): void {
  for (const [key, row] of rows) if (row.userId === userId) rows.delete(key);
}
