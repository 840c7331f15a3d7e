/**
 * What programs read: each page as Markdown beside it, a list of all pages, and
 * all pages in one file.
 *
 * @module
 */

import { dirname } from "node:path/posix";
import { type Page, toTitle } from "./pages.ts";
import { readBase, site } from "./place.ts";
import type { SidebarItem, Sidebars } from "./sidebar.ts";

const INTRODUCTION = `# Latchkey

> Sign-in and sessions for server applications in TypeScript: OAuth and OpenID
> Connect with 160 providers, passkeys, passwords, links by email, second
> factors, guards for APIs and MCP servers. The package is \`@latchkey/auth\`.

Each page is Markdown. [A skill for coding agents](BASESKILL.md) says how to add
Latchkey to an application; [all pages in one file](BASEllms-full.txt).
`;

/** Writes the files for programs. */
export async function writeForPrograms(
  pages: readonly Page[],
  sidebars: Sidebars,
): Promise<void> {
  const base = readBase();
  const own = pages.filter(({ path }) => path !== "index.md");
  for (const page of own) {
    const file = `${site}/${page.path}`;
    await Deno.mkdir(dirname(file), { recursive: true });
    await Deno.writeTextFile(file, toPlain(page, base));
  }
  await Deno.writeTextFile(`${site}/llms.txt`, toIndex(own, sidebars, base));
  const whole = own.filter(isForReaders).map((page) => toPlain(page, base));
  await Deno.writeTextFile(
    `${site}/llms-full.txt`,
    [INTRODUCTION.replaceAll("BASE", base), ...whole].join("\n---\n\n"),
  );
}

/** Single providers and the generated reference would fill nine tenths of one file. */
function isForReaders({ path }: Page): boolean {
  return !/^(?:providers|reference)\/(?!index)|^(?:requirements|benchmarks|scale|contributing|architecture)\.md$/
    .test(path);
}

/**
 * Returns the text of a page without the marks of its source and the spaces that
 * align tables, and with links below the base.
 */
export function toPlain({ text }: Page, base: string): string {
  // A skill begins with its name.
  return text.replace(/^---\n(?!name:)[^]*?\n---\n+/, "")
    .replace(/^<!--[^]*?-->\n*/gm, "")
    .replace(/\]\(\/(?!\/)/g, `](${base}`)
    .replace(
      /^\|.*\|$/gm,
      (row) => row.replace(/ {2,}/g, " ").replace(/-{4,}/g, "---"),
    );
}

function toIndex(
  pages: readonly Page[],
  sidebars: Sidebars,
  base: string,
): string {
  const byLink = new Map(
    pages.map((
      page,
    ) => [page.path.replace(/(?:(^|\/)index)?\.md$/, "$1"), page]),
  );
  const toLine = ({ link = "" }: SidebarItem): string => {
    const page = byLink.get(link.slice(1));
    if (page === undefined) return "";
    const first = toSummary(page);
    return `- [${toTitle(page)}](${base}${page.path})${first && `: ${first}`}`;
  };
  const chapters = (sidebars["/"] ?? []).map(({ text, items = [] }) =>
    [`## ${text}`, "", ...items.map(toLine).filter(Boolean)].join("\n")
  );
  const optional = ["## Optional", ""].concat(
    Object.entries(sidebars).filter(([path]) => path !== "/")
      .flatMap(([, [, group]]) => group?.items ?? [])
      .map(toLine).filter(Boolean),
  );
  return [
    INTRODUCTION.replaceAll("BASE", base),
    ...chapters,
    optional.join("\n"),
  ]
    .join("\n\n") + "\n";
}

/** Returns the first sentence of a page, as plain text. */
function toSummary({ text }: Page): string {
  const [, body = ""] = text.split(/^# .*\n+/m);
  const paragraph =
    body.split("\n\n").find((part) => /^[\w*“"[`]/.test(part)) ?? "";
  const plain = paragraph.replace(/\s+/g, " ").replace(
    /\[([^\]]*)\]\([^)]*\)/g,
    "$1",
  );
  const [sentence = ""] = /^.*?[.:](?= |$)/.exec(plain) ?? [];
  return sentence.replace(/:$/, ".");
}
