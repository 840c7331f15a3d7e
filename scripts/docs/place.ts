/**
 * The folders of the documentation site, and the version of what builds it.
 * VitePress looks for its configuration beside the pages, and for itself above
 * them: so the pages are copied below a folder that has it.
 *
 * @module
 */

import { root } from "../command.ts";

/** The folder with the packages that build the site. */
export const workshop: string = `${root}.cache/docs`;

/** The pages as VitePress gets them. */
export const sources: string = `${workshop}/src`;

/** The site. */
export const site: string = `${workshop}/dist`;

/** What builds the site: one version, so that it looks the same tomorrow. */
export const packages: readonly string[] = ["vitepress@1.6.4"];

/** The path below which the site is served, with a slash at both ends. */
export function readBase(): string {
  const base = Deno.env.get("DOCS_BASE") ?? "/";
  if (!/^\/(?:[\w.-]+\/)*$/.test(base)) {
    throw new Error(`DOCS_BASE has to begin and end with a slash: ${base}`);
  }
  return base;
}
