/**
 * Reads the built site as a newcomer does: by links, and by the search.
 *
 * @module
 */

import { options, toTerms } from "../../docs/.vitepress/theme/question.ts";
import { listFiles } from "../command.ts";
import { readBase, site, workshop } from "./place.ts";
import { findFile } from "./serve_site.ts";

/** The part of MiniSearch that is used here. */
interface Index {
  search(query: string, how: typeof options): readonly { id: string }[];
}

/** Returns the paths of the pages that a page links to. */
export async function readLinks(path: string): Promise<Set<string>> {
  const file = await findFile(path);
  const html = file === null ? "" : await Deno.readTextFile(file);
  const here = new URL(path, "http://site.test");
  const targets = [...html.matchAll(/<a [^>]*?href="([^"]*)"/g)]
    .map(([, link = ""]) => new URL(link, here))
    .filter(({ origin }) => origin === here.origin)
    .map(({ pathname }) => `/${pathname.slice(readBase().length)}`);
  return new Set(targets);
}

/** Returns the pages that two clicks from the front page lead to. */
export async function readNear(): Promise<Set<string>> {
  const first = await readLinks("/");
  const second = await Promise.all([...first].map(readLinks));
  return new Set([...first, ...second.flatMap((one) => [...one])]);
}

/** Returns a function that asks the index of the site's search, and gives the pages found, the best first. */
export async function openSearch(): Promise<(question: string) => string[]> {
  const chunks = await listFiles("assets/chunks", site);
  const chunk = chunks.find((path) => path.includes("@localSearchIndexroot"));
  const { default: json } = await import(`file://${site}/${chunk}`);
  const { default: MiniSearch } = await import(
    `file://${workshop}/node_modules/minisearch/dist/es/index.js`
  );
  const index: Index = MiniSearch.loadJSON(json, {
    fields: ["title", "titles", "text"],
    storeFields: ["title", "titles"],
  });
  return (question) => {
    const found = index.search(toTerms(question).join(" "), options);
    const paths = found.map(({ id }) => id.split("#")[0] ?? "")
      .map((path) => `/${path.slice(readBase().length)}`);
    return [...new Set(paths)];
  };
}
