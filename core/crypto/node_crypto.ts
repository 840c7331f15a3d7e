interface NodeGlobals {
  process?: { getBuiltinModule?: (name: string) => unknown };
}

/**
 * Returns `node:crypto`, of which a runtime may have only a part: Node 20.16,
 * Deno 2.1, Bun, and Workers with `nodejs_compat` have it.
 *
 * @typeParam T the functions that the caller uses
 */
export function findNodeCrypto<T>(): Partial<T> {
  const { process } = globalThis as NodeGlobals;
  const node = process?.getBuiltinModule?.("node:crypto");
  return (node ?? {}) as Partial<T>;
}
