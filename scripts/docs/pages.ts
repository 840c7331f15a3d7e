/**
 * The pages of the site, and where each comes from. Pages are read on GitHub as
 * well, so they stay where they are, and link to each other by file.
 *
 * @module
 */

import { dirname, join, normalize } from "node:path/posix";
import { repository } from "../../core/errors/docs.ts";
import { listFiles, root } from "../command.ts";

/** A page of the site. */
export interface Page {
  /** Its path in the site, such as `providers/github.md`. */
  readonly path: string;
  /** Its path in the repository; links count from there. */
  readonly source: string;
  /** Its text, as in the repository. */
  readonly text: string;
}

/** Pages that the repository keeps elsewhere. */
const elsewhere: Readonly<Record<string, string>> = {
  "CHANGELOG.md": "changes.md",
  "CONTRIBUTING.md": "contributing.md",
  "SECURITY.md": "security.md",
};

/** Files that stay out of the site: the front page takes the README's place. */
const replaced: Readonly<Record<string, string>> = {
  "README.md": "index.md",
};

/** Reads every page of the repository that belongs to the site. */
export async function readPages(): Promise<Page[]> {
  const own = (await listFiles("docs"))
    .filter((path) => path.endsWith(".md") && !path.includes("/."));
  return await Promise.all([...own, ...Object.keys(elsewhere)].map(
    async (source) => ({
      path: toPath(source),
      source,
      text: await Deno.readTextFile(`${root}${source}`),
    }),
  ));
}

/** Returns the place of a file of the repository in the site. */
function toPath(source: string): string {
  return elsewhere[source] ?? replaced[source] ??
    source.replace(/^docs\//, "").replace(/(^|\/)README\.md$/, "$1index.md");
}

/** Returns the text of the first heading, without its marks. */
export function toTitle({ text, path }: Page): string {
  const [, title = path] = /^# (.*)$/m.exec(text) ?? [];
  return title.replace(/`/g, "");
}

/**
 * Returns a page with links as the site needs them: from its root for pages, to
 * the repository for other files. While that is not public, only the text of
 * such a link is left.
 */
export function linkForSite(page: Page, known: ReadonlySet<string>): string {
  return mapText(
    page.text,
    (text) =>
      text.replace(/ src="\.\//g, ' src="/').replace(
        /(!?)\[((?:[^\][]|\[[^\]]*\])*)\]\((?!https?:|mailto:|#|\/)([^)\s]*)\)/g,
        (_, isImage: string, label: string, target: string) => {
          const [file = "", fragment = ""] = target.split(/(?=#)/);
          const source = normalize(join(dirname(page.source), file));
          const path = toPath(source);
          if (
            known.has(path)
          ) return `${isImage}[${label}](/${path}${fragment})`;
          if (isImage !== "" && source.startsWith("docs/")) {
            return `![${label}](/${toPath(source)})`;
          }
          if (repository === null) return label;
          const url = `${repository}/blob/main/${source}${fragment}`;
          return `[${label}](${url})`;
        },
      ),
  );
}

/** Changes the text of a page outside of its code blocks. */
export function mapText(
  page: string,
  change: (text: string) => string,
): string {
  return page.split(/(^([^\S\n]*)```[^]*?^\2```$)/m)
    // Each code block comes with its indentation.
    .map((part, i) => i % 3 === 0 ? change(part) : i % 3 === 1 ? part : "")
    .join("");
}
