import { root } from "./command.ts";

/** The part of deno.json that the scripts read. */
export interface Workspace {
  name: string;
  version: string;
  license: string;
  exports: Record<string, string>;
  imports: Record<string, string>;
}

/**
 * Reads deno.json, the single source of the package's name, entries and
 * dependencies.
 */
export async function readWorkspace(): Promise<Workspace> {
  return JSON.parse(await Deno.readTextFile(`${root}deno.json`));
}

/**
 * Converts an import map value (`npm:express@^4.22.0`) to the value of that key
 * in package.json.
 */
export function toNpmRange(key: string, value: string): string {
  const match = /^npm:((?:@[^/]+\/)?[^@/]+)@(.+)$/.exec(value);
  if (match === null) {
    throw new Error(`deno.json imports: ${key} needs a version (${value})`);
  }
  const [, name = "", range = ""] = match;
  return name === key ? range : `npm:${name}@${range}`;
}
