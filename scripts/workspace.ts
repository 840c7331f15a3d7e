import { root } from "./command.ts";

/** The part of deno.json that the scripts read. */
export interface Workspace {
  name: string;
  version: string;
  license: string;
  exports: Record<string, string>;
  imports: Record<string, string>;
}

/** Reads deno.json, the one place that names the package, its entries and its dependencies. */
export async function readWorkspace(): Promise<Workspace> {
  return JSON.parse(await Deno.readTextFile(`${root}deno.json`));
}

/** Turns an import map value (`npm:express@^4.22.0`) into what package.json wants for that key. */
export function toNpmRange(key: string, value: string): string {
  const match = /^npm:((?:@[^/]+\/)?[^@/]+)@(.+)$/.exec(value);
  if (match === null) {
    throw new Error(`deno.json imports: ${key} needs a version (${value})`);
  }
  const [, name = "", range = ""] = match;
  return name === key ? range : `npm:${name}@${range}`;
}
