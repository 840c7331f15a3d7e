interface NodeGlobals {
  process?: { getBuiltinModule?: (name: string) => unknown };
}

/**
 * Returns a module of Node, of which another runtime may have only a part;
 * undefined if this runtime has no such module, or no function to ask for it:
 * Node 20.16, Deno 2.1, Bun, and Workers with `nodejs_compat` have one.
 *
 * @typeParam T the members that the caller uses
 * @param name with its scheme, for example `node:crypto`
 */
export function findBuiltIn<T>(name: string): T | undefined {
  const { process } = globalThis as NodeGlobals;
  return process?.getBuiltinModule?.(name) as T | undefined;
}
