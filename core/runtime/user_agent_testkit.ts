/**
 * For tests only: the name of another runtime.
 *
 * @module
 */

/** Replaces `navigator`, which Node 20 does not have; returns a function that restores it. */
export function replaceUserAgent(userAgent: string): () => void {
  const before = Object.getOwnPropertyDescriptor(globalThis, "navigator");
  const value = { userAgent };
  Object.defineProperty(globalThis, "navigator", { value, configurable: true });
  return () => {
    if (before === undefined) Reflect.deleteProperty(globalThis, "navigator");
    else Object.defineProperty(globalThis, "navigator", before);
  };
}
