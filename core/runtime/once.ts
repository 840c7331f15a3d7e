/**
 * Makes a value when it is first needed, and keeps it. Callers at the same time
 * make it twice: on Workers, a request must not wait for what another one has
 * begun. After a rejection, the next caller tries again.
 */
export function once<T extends object>(
  make: () => Promise<T>,
): () => Promise<T> {
  let made: T | null = null;
  return async () => made ??= await make();
}
