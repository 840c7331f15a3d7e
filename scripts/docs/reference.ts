/**
 * Makes the reference: a page for each entry of the package, with every export,
 * from the doc comments. Exports of a provider are on the provider's page.
 *
 * @module
 */

import { deno, exists, root } from "../command.ts";
import { entries, name as packageName } from "../workspace.ts";
import type { Page } from "./pages.ts";
import { type Place, readSignature } from "./signature.ts";

interface Tag {
  readonly kind: string;
  readonly name?: string;
  readonly doc?: string;
}
interface Comment {
  readonly doc?: string;
  readonly tags?: readonly Tag[];
}
interface Declaration {
  readonly kind: string;
  readonly location: Place;
  readonly jsDoc?: Comment;
  readonly def?: { readonly target?: Place };
}
interface Exported {
  readonly name: string;
  readonly declarations: readonly Declaration[];
}
interface Module {
  readonly module_doc?: Comment;
  readonly symbols: readonly Exported[];
}

/** An entry with what `deno doc` says about it. */
interface Entry extends Module {
  /** Its name, such as `@latchkey/auth/hono`. */
  readonly name: string;
  /** The path of its page. */
  readonly path: string;
}

/** Which entry describes each declaration. */
type Homes = ReadonlyMap<string, Entry>;

/** Entries that describe what others export as well: errors, then types, then the rest. */
const FIRST = ["/errors", "/types"];

/** Makes the pages of the reference, and the texts that pages of providers get. */
export async function makeReference(): Promise<Page[]> {
  const found = await readEntries();
  const homes = findHomes(found);
  const pages = found.map((entry) => ({
    path: entry.path,
    source: `docs/${entry.path}`,
    text: toPage(entry, homes),
  }));
  return [...pages, toIndex(found)];
}

function findHomes(found: readonly Entry[]): Homes {
  const toOrder = ({ name }: Entry) => {
    const at = FIRST.findIndex((end) => name.endsWith(end));
    return at < 0 ? FIRST.length : at;
  };
  const homes = new Map<string, Entry>();
  for (const entry of found.toSorted((a, b) => toOrder(a) - toOrder(b))) {
    for (const { declarations: [first] } of entry.symbols) {
      const key = first && toKey(first.location);
      if (key && !homes.has(key)) homes.set(key, entry);
    }
  }
  return homes;
}

/** Reads every entry once: other names of a provider are left out. */
async function readEntries(): Promise<Entry[]> {
  const own = Object.entries(entries).filter(([entry, path]) =>
    !entry.startsWith("./providers/") || path === `${entry}.ts`
  );
  const files = own.map(([, path]) => path);
  const { nodes }: { nodes: Record<string, Module> } = JSON.parse(
    await deno("doc", "--json", "--quiet", ...files),
  );
  const all = Object.values(nodes).flatMap(({ symbols }) => symbols)
    .flatMap(({ declarations }) => declarations)
    .filter(({ kind }) => kind !== "reference");
  const places = new Map(all.map((one) => [toKey(one.location), one]));
  const resolve = (one: Declaration): Declaration =>
    one.def?.target && places.get(toKey(one.def.target)) || one;
  return await Promise.all(own.map(async ([entry, path]) => {
    const module = nodes[new URL(path, `file://${root}`).href];
    if (module === undefined) throw new Error(`${entry} has no documentation`);
    const symbols = module.symbols.map(({ name, declarations }) => ({
      name,
      declarations: declarations.map(resolve),
    }));
    const name = entry.replace(/^\./, packageName);
    return { ...module, symbols, name, path: await toPath(entry) };
  }));
}

/** Returns the path of an entry's page. */
async function toPath(entry: string): Promise<string> {
  const short = entry.replace(/^\.\/?/, "");
  const isShown = await exists(`${root}docs/${short}.md`);
  if (short.startsWith("providers/") && isShown) return `${short}.md`;
  return `reference/${short.replaceAll("/", "-") || "auth"}.md`;
}

function toKey({ filename, line, col }: Place): string {
  return `${filename}:${line}:${col}`;
}

function toPage(entry: Entry, homes: Homes): string {
  const isProvider = entry.path.startsWith("providers/");
  const toHome = ({ declarations: [first] }: Exported) =>
    first && homes.get(toKey(first.location));
  const own = entry.symbols.filter((one) =>
    toHome(one) === entry && one.name !== "default"
  );
  const others = entry.symbols.filter((one) => toHome(one) !== entry)
    .map((one) =>
      `[\`${one.name}\`](/${toHome(one)?.path}#${one.name.toLowerCase()})`
    );
  const level = isProvider ? "###" : "##";
  return [
    isProvider
      ? "## Exports"
      : `# \`${entry.name}\`\n\n${toComment(entry.module_doc)}`,
    ...own.toSorted((a, b) => toRank(a) - toRank(b))
      // The page of a provider is made from the comment of its function.
      .map((one) => toSection(one, { level, isKnown: isProvider })),
    others.length === 0 ? "" : `${level} Also exported\n\n${others.join(", ")}`,
  ].filter(Boolean).join("\n\n");
}

/** What is called comes before what it takes. */
function toRank({ declarations: [first] }: Exported): number {
  const kinds = ["function", "class", "variable", "interface"];
  const at = kinds.indexOf(first?.kind ?? "");
  return at < 0 ? kinds.length : at;
}

function toSection(
  { name, declarations }: Exported,
  { level, isKnown }: { readonly level: string; readonly isKnown: boolean },
): string {
  const texts = declarations.map(({ location }) => readSignature(location))
    .filter((text) => text !== null);
  const comments = declarations
    .map(({ kind, jsDoc }) =>
      isKnown && kind === "variable" ? "" : toComment(jsDoc)
    );
  return [
    `${level} ${name}`,
    comments[0] ?? "",
    texts.length === 0
      ? ""
      : `\`\`\`ts ignore\n${[...new Set(texts)].join("\n\n")}\n\`\`\``,
    ...comments.slice(1),
  ].filter(Boolean).join("\n\n");
}

/** Returns a comment with its parameters, errors and examples, as Markdown. */
function toComment(comment: Comment = {}): string {
  const { doc = "", tags = [] } = comment;
  const of = (kind: string) => tags.filter((tag) => tag.kind === kind);
  const params = of("param").map(({ name, doc = "" }) =>
    `- \`${name}\`: ${escape(doc)}`
  );
  const throws = of("throws").map(({ doc = "" }) =>
    `**Throws:** ${escape(doc)}`
  );
  const returns = of("return").map(({ doc = "" }) =>
    `**Returns:** ${escape(doc)}`
  );
  const examples = of("example").map(({ doc = "" }) => doc.trim());
  return [
    escape(doc),
    params.join("\n"),
    ...returns,
    ...throws,
    ...examples,
  ].filter(Boolean).join("\n\n");
}

/** Returns text of a comment as Markdown without tags of HTML. */
export function escape(text: string): string {
  const linked = text.trim()
    .replace(
      /\{@link ([^}|\s]+)(?:[|\s]+([^}]*))?\}/g,
      (_, to, label) =>
        /^https?:/.test(to) ? `[${label ?? to}](${to})` : `\`${label ?? to}\``,
    );
  return linked.split(/(```[^]*?```|`[^`]*`)/)
    .map((part, i) =>
      i % 2 === 1 ? part : part.replace(/<(?!https?:)/g, "&lt;")
    )
    .join("");
}

function toIndex(found: readonly Entry[]): Page {
  const rows = found.filter(({ path }) => path.startsWith("reference/"))
    .map((entry) => {
      const [first = ""] = escape(entry.module_doc?.doc ?? "").split(
        /(?<=[.:])\s/,
      );
      return `| [\`${entry.name}\`](/${entry.path}) | ${
        first.replace(/\s+/g, " ")
      } |`;
    });
  const text = `# Every export

Each entry of the package, with all that it exports: signature, what it does, and
an example. [The options](/configuration.md) have a page of their own, and so has
[each provider](/providers/index.md).

| Import | What it is for |
| --- | --- |
${rows.join("\n")}
`;
  return {
    path: "reference/index.md",
    source: "docs/reference/index.md",
    text,
  };
}
