/**
 * Copies the documents into the npm package. Most of their readers have no
 * clone of the repository, and npm copies files as they are.
 *
 * @module
 */

import { dirname, join, normalize } from "node:path/posix";
import { repository } from "../core/errors/docs.ts";
import { listFiles, root } from "./command.ts";

/**
 * Pages about the library itself, and those of options and single providers,
 * whose texts are in the types as well.
 */
const LEFT_OUT =
  /^docs\/(?:providers\/|(?:architecture|benchmarks|configuration|index|performance|requirements|scale|screenshots)\.md$)/;

/** Writes the README, and every document for users that it leads to. */
export async function writeDocuments(dir: string): Promise<void> {
  const pages = (await listFiles("docs")).filter((path) =>
    path.endsWith(".md") && !LEFT_OUT.test(path)
  );
  const shipped = ["README.md", "CHANGELOG.md", "SECURITY.md", ...pages];
  for (const path of shipped) {
    const text = await Deno.readTextFile(`${root}${path}`);
    await Deno.mkdir(`${dir}/${dirname(path)}`, { recursive: true });
    await Deno.writeTextFile(
      `${dir}/${path}`,
      toPublished(text, { path, shipped, repository }),
    );
  }
}

/** A document in the package. */
interface Place {
  /** Its path in the package, as in the repository. */
  readonly path: string;
  /** All files that its links may lead to. */
  readonly shipped: readonly string[];
  /** Where the other files are; null: nowhere. */
  readonly repository: string | null;
}

/**
 * Converts a document for the package: links to what is not in the package point
 * to the repository. Without a repository, the text of such a link stays, and
 * pictures are removed. Tables lose the spaces that align them, a quarter of
 * the bytes.
 */
export function toPublished(text: string, place: Place): string {
  const { path, shipped, repository } = place;
  return text.replace(/<picture>[^]*?<\/picture>\n*/g, "").replace(
    /(!?)\[([^\]]*)\]\((?!https?:|#)([^)]*)\)/g,
    (link, isImage: string, label: string, target: string) => {
      const [file = "", ...fragment] = target.split(/(?=#)/);
      const found = normalize(join(dirname(path), file));
      if (shipped.includes(found)) return link;
      if (repository === null) return isImage ? "" : label;
      const view = isImage ? "raw" : "blob";
      const url = `${repository}/${view}/main/${found}${fragment.join("")}`;
      return `${isImage}[${label}](${url})`;
    },
  ).replace(
    /^\|.*\|$/gm,
    (row) => row.replace(/ {2,}/g, " ").replace(/-{4,}/g, "---"),
  );
}
