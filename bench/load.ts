import manifest from "./package.json" with { type: "json" };

/**
 * Loads a package that the library is compared with: on Node from this folder's
 * `node_modules`, on Deno in the version that `package.json` pins. The caller
 * declares the types that it uses.
 */
export async function load<T>(name: string): Promise<T> {
  if (!("Deno" in globalThis)) return await import(name);
  const packages: Record<string, string> = manifest.dependencies;
  const [own] = Object.keys(packages)
    .filter((one) => name === one || name.startsWith(`${one}/`));
  if (own === undefined) throw new TypeError(`${name} is not pinned`);
  return await import(`npm:${own}@${packages[own]}${name.slice(own.length)}`);
}
