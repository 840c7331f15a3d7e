/**
 * Copies the pages to where VitePress builds them, with what is made from the
 * code.
 *
 * @module
 */

import { dirname } from "node:path/posix";
import { repository } from "../../core/errors/docs.ts";
import { listFiles, root } from "../command.ts";
import { version } from "../workspace.ts";
import { linkForSite, type Page, readPages } from "./pages.ts";
import { readBase, sources } from "./place.ts";
import { makeReference } from "./reference.ts";
import { toSidebars } from "./sidebar.ts";
import { toTabs } from "./tabs.ts";
import versions from "../../docs/.vitepress/versions.json" with {
  type: "json",
};

/**
 * Writes everything that VitePress builds; files that have not changed are left
 * alone, so that a running server reloads only the others.
 *
 * @returns the pages as they are without a site: with links, and without tabs
 */
export async function stage(): Promise<Page[]> {
  const found = join(await readPages(), await makeReference());
  const known = new Set(found.map(({ path }) => path));
  const pages = found.map((page) => ({
    ...page,
    text: linkForSite(page, known),
  }));
  const files = new Map<string, string | Uint8Array>(
    pages.map(({ path, text }) => [path, toTabs(text)]),
  );
  files.set(".vitepress/site.json", toSettings(pages));
  for (const path of await listFiles("docs")) {
    const place = path.slice("docs/".length);
    if (place.startsWith(".vitepress/")) {
      const moved = place.replace(/^\.vitepress\/public\//, "public/");
      files.set(moved, await Deno.readFile(root + path));
    } else if (/\.(?:png|webp|svg)$/.test(place)) {
      // Under their own names, because the Markdown beside a page needs them too.
      files.set(`public/${place}`, await Deno.readFile(root + path));
    }
  }
  await writeChanged(files);
  return pages;
}

/** Puts texts for a page that exists at its end. */
function join(pages: readonly Page[], more: readonly Page[]): Page[] {
  const ends = new Map(more.map((page) => [page.path, page]));
  const own = pages.map((page) => {
    const end = ends.get(page.path);
    ends.delete(page.path);
    return end ? { ...page, text: `${page.text}\n${end.text}\n` } : page;
  });
  return [...own, ...ends.values()];
}

/** What the configuration of VitePress and the theme read. */
function toSettings(pages: readonly Page[]): string {
  const settings = {
    base: readBase(),
    repository,
    sidebar: toSidebars(pages),
    version,
    versions,
  };
  return JSON.stringify(settings, null, 2);
}

async function writeChanged(
  files: ReadonlyMap<string, string | Uint8Array>,
): Promise<void> {
  const encoder = new TextEncoder();
  for (const path of await listFiles("", sources)) {
    const isCache = /^\.vitepress\/(?:cache|\.temp)\//.test(path);
    if (!files.has(path) && !isCache) await Deno.remove(`${sources}/${path}`);
  }
  for (const [path, content] of files) {
    const target = `${sources}/${path}`;
    const bytes = typeof content === "string"
      ? encoder.encode(content)
      : content;
    const old = await Deno.readFile(target).catch(() => null);
    if (old !== null && isSame(old, bytes)) continue;
    await Deno.mkdir(dirname(target), { recursive: true });
    await Deno.writeFile(target, bytes);
  }
}

function isSame(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, i) => byte === b[i]);
}
