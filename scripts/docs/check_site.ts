/**
 * Checks the built site: every link, every anchor, and what each page has to
 * have. VitePress checks neither anchors nor links in HTML.
 *
 * @module
 */

import { listFiles } from "../command.ts";
import { readBase, site } from "./place.ts";
import { findFile } from "./serve_site.ts";

/** What is wrong with a page, in a line. */
type Fault = string;

/** What other pages may lead to. */
interface Checked {
  readonly links: readonly string[];
  readonly ids: ReadonlySet<string>;
}

/**
 * Checks all pages, and the list for programs.
 *
 * @returns what is wrong; empty if nothing is
 */
export async function findFaults(): Promise<Fault[]> {
  const files = await listFiles("", site);
  const pages = new Map<string, Checked>();
  const faults: Fault[] = [];
  for (const path of files.filter((one) => one.endsWith(".html"))) {
    const html = await Deno.readTextFile(`${site}/${path}`);
    if (path !== "404.html") {
      faults.push(...checkPage(html).map((fault) => `${path}: ${fault}`));
    }
    pages.set(path, readPage(html));
  }
  for (const [path, { links }] of pages) {
    for (const link of new Set(links)) {
      const fault = await checkLink(link, path, pages);
      if (fault !== null) faults.push(`${path}: ${fault}`);
    }
  }
  return [...faults, ...await checkPlain(files)];
}

/** Returns what a page lacks, or has twice. */
export function checkPage(html: string): Fault[] {
  const ids = [...html.matchAll(/ id="([^"]*)"/g)].map(([, id = ""]) => id);
  const twice = ids.filter((id, at) => ids.indexOf(id) !== at);
  const headings = [...html.matchAll(/<h1[ >]/g)].length;
  const pictures = [...html.matchAll(/<img [^>]*>/g)].map(([tag]) => tag);
  return [
    ...twice.map((id) => `the id ${id} is there twice`),
    ...headings === 1 ? [] : [`${headings} main headings`],
    ...pictures.filter((tag) => !/ alt/.test(tag)),
    ...[...html.matchAll(/ (?:style|on\w+)="[^"]*"(?=[^<]*>)/g)]
      .map(([text]) => `a policy refuses${text}`),
    ...[...html.matchAll(/<script(?![^>]* src=)[^>]*>/g)]
      .map(([text]) => `a policy refuses ${text}`),
  ];
}

function readPage(html: string): Checked {
  const values = (name: string) =>
    [...html.matchAll(RegExp(` ${name}="([^"]*)"`, "g"))]
      .map(([, value = ""]) => value.replaceAll("&amp;", "&"));
  return {
    links: [...values("href"), ...values("src")],
    ids: new Set(values("id")),
  };
}

async function checkLink(
  link: string,
  path: string,
  pages: ReadonlyMap<string, Checked>,
): Promise<Fault | null> {
  const here = new URL(readBase() + path, "http://site.test");
  const target = new URL(link, here);
  if (target.origin !== here.origin) return null;
  const inside = target.pathname.slice(readBase().length - 1);
  const file = await findFile(inside);
  if (file === null) return `${link} leads nowhere`;
  const page = pages.get(file.slice(site.length + 1));
  const id = decodeURIComponent(target.hash.slice(1));
  return id === "" || page === undefined || page.ids.has(id)
    ? null
    : `${link} has no such heading`;
}

/** Checks the links of the Markdown that programs read. */
async function checkPlain(files: readonly string[]): Promise<Fault[]> {
  const faults: Fault[] = [];
  for (const path of files.filter((one) => /\.(?:md|txt)$/.test(one))) {
    const text = (await Deno.readTextFile(`${site}/${path}`))
      .replace(/^```[^]*?^```$/gm, "");
    for (const [, link = ""] of text.matchAll(/\]\((\/[^)#\s]*)/g)) {
      const inside = link.slice(readBase().length - 1);
      if (await findFile(inside) === null) {
        faults.push(`${path}: ${link} leads nowhere`);
      }
    }
  }
  return faults;
}
