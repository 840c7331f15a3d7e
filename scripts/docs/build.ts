// deno-lint-ignore-file no-console -- a command line tool talks to the terminal
/**
 * Builds the documentation site: `deno task docs:build`. The first time it
 * installs VitePress; after that it needs no network.
 *
 * @module
 */

import { root } from "../command.ts";
import { findFaults } from "./check_site.ts";
import { finish } from "./finish.ts";
import { writeForPrograms } from "./llms.ts";
import type { Page } from "./pages.ts";
import { site } from "./place.ts";
import { toSidebars } from "./sidebar.ts";
import { stage } from "./stage.ts";
import { buildVitePress, prepareVitePress } from "./vitepress.ts";

/** Builds the site, and returns its pages. */
export async function buildSite(): Promise<Page[]> {
  await prepareVitePress();
  const pages = await stage();
  await buildVitePress();
  await finish();
  await writeForPrograms(pages, toSidebars(pages));
  return pages;
}

if (import.meta.main) {
  const pages = await buildSite();
  const faults = await findFaults();
  if (faults.length > 0) {
    console.error(faults.join("\n"));
    Deno.exit(1);
  }
  console.log(`${pages.length} pages in ${site.slice(root.length)}`);
}
