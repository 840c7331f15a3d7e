/**
 * Changes the pages that VitePress wrote so that a strict policy for content
 * allows all of them: no script and no style in a page itself.
 *
 * @module
 */

import { listFiles } from "../command.ts";
import { readBase, site } from "./place.ts";

/** A script in a page; those of VitePress are the same in all pages. */
const INLINE_SCRIPT = /<script id="[\w-]+">([^]*?)<\/script>\s*/g;

/** Moves the scripts of all pages into one file, and removes style attributes. */
export async function finish(): Promise<void> {
  const paths = (await listFiles("", site)).filter((path) =>
    path.endsWith(".html")
  );
  const scripts = new Set<string>();
  for (const path of paths) {
    const html = await Deno.readTextFile(`${site}/${path}`);
    for (const [, script = ""] of html.matchAll(INLINE_SCRIPT)) {
      scripts.add(script);
    }
    await Deno.writeTextFile(`${site}/${path}`, clean(html));
  }
  await Deno.writeTextFile(`${site}/begin.js`, `${[...scripts].join("\n")}\n`);
}

/**
 * Returns a page without scripts and styles of its own. The moved script runs
 * before the page is shown, so that a dark page does not flash.
 */
export function clean(html: string): string {
  return html.replace(INLINE_SCRIPT, "")
    .replace(/ style="[^"]*"(?=[^<]*>)/g, "")
    .replace("</head>", `<script src="${readBase()}begin.js"></script></head>`);
}
