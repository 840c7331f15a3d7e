import assert from "node:assert/strict";
import { dirname, join, normalize } from "node:path/posix";
import { it } from "node:test";
import { slugify } from "../../docs/.vitepress/slug.ts";
import { exists, root } from "../command.ts";
import { readPages } from "./pages.ts";

/** Returns a page without its code blocks, whose comments and brackets are no headings and links. */
function toProse(text: string): string {
  return text.replace(/^([^\S\n]*)```[^]*?^\1```$/gm, "");
}

/** Lists the anchors of a page; a heading that is there twice has a number. */
function listAnchors(prose: string): Set<string> {
  const counts = new Map<string, number>();
  return new Set(
    [...prose.matchAll(/^#{1,6} (.*)$/gm)].map(([, heading = ""]) => {
      const anchor = slugify(heading.replace(/\[([^\]]*)\]\([^)]*\)/g, "$1"));
      const before = counts.get(anchor) ?? 0;
      counts.set(anchor, before + 1);
      return before === 0 ? anchor : `${anchor}-${before}`;
    }),
  );
}

/** Lists the targets of the links to files and headings of the repository. */
function listTargets(prose: string): string[] {
  const links = /\]\(([^)\s]+)\)|^\[[^\]]+\]: (\S+)$/gm;
  return [...prose.matchAll(links)]
    .map(([, inline, reference]) => inline ?? reference ?? "")
    .filter((target) => !/^(?:https?|mailto):/.test(target));
}

it("every link leads to a file, and to a heading that is there", async () => {
  const readme = await Deno.readTextFile(`${root}README.md`);
  const pages = new Map(
    [...await readPages(), { source: "README.md", text: readme }]
      .map(({ source, text }) => [source, toProse(text)]),
  );
  const broken: string[] = [];
  for (const [source, prose] of pages) {
    for (const target of listTargets(prose)) {
      const [file = "", anchor] = target.split("#");
      const path = file === ""
        ? source
        : normalize(join(dirname(source), file)).replace(/\/$/, "");
      const other = pages.get(path);
      const isThere = other === undefined || anchor === undefined
        ? await exists(`${root}${path}`)
        : listAnchors(other).has(anchor);
      if (!isThere) broken.push(`${source}: ${target}`);
    }
  }
  assert.deepEqual(broken, []);
});
