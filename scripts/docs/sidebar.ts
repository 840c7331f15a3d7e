/**
 * The order of the pages: what a newcomer needs first, then by what one wants to
 * do.
 *
 * @module
 */

import { type Page, toTitle } from "./pages.ts";

/** A line of the sidebar; `items` makes it a group. */
export interface SidebarItem {
  readonly text: string;
  readonly link?: string;
  readonly items?: readonly SidebarItem[];
  readonly collapsed?: boolean;
}

/** The sidebars by the beginning of the paths that they are for. */
export type Sidebars = Readonly<Record<string, readonly SidebarItem[]>>;

/** The groups, and their pages without `.md`; `folder/*` stands for the others of a folder, and `*` for all others. */
const groups: Readonly<Record<string, string>> = {
  Start: `start express qwik next nuxt sveltekit astro react-router tanstack
    tanstack-start nest nestjs more-frameworks web workers starters
    screenshots`,
  Concepts: `concepts users callbacks configuration`,
  "Ways to sign in": `providers passwords email passkeys second-factor
    credentials silent step-up enterprise`,
  "How-to": `how-to/* pages client logout tokens parameters resume limits`,
  "Mobile, APIs and MCP": `personal-tokens apis mcp probe fapi`,
  "In production":
    `deployment previews audit telemetry testing doctor explain rehearse
    support cli cli/* troubleshooting errors`,
  Reference: `reference/index routes errors requirements`,
  "Moving in": `migrate/index migrate/* differences`,
  Security: `security frameworks`,
  Performance: `performance benchmarks scale`,
  More: `faq changes SKILL architecture contributing *`,
};

/** Shorter words for the sidebar than a page's heading. */
const names: Readonly<Record<string, string>> = {
  configuration: "Every option",
  security: "Security and threat model",
  "migrate/index": "From another library",
  "reference/index": "Every export",
  "providers/index": "All providers by name",
  SKILL: "For coding agents",
  changes: "Changes",
  contributing: "Contributing",
};

/** Folders with a sidebar of their own, because they have many pages. */
const folders: Readonly<Record<string, string>> = {
  providers: "Providers",
  reference: "Reference",
};

/** Returns the sidebars of all pages. */
export function toSidebars(pages: readonly Page[]): Sidebars {
  const byName = new Map(pages.map((page) => [toName(page), page]));
  const placed = new Set(
    Object.keys(folders).flatMap((folder) =>
      [...byName.keys()].filter((name) => name.startsWith(`${folder}/`))
    ),
  );
  placed.add("index");
  const named = Object.values(groups).flatMap((list) => list.split(/\s+/));
  for (const name of named) placed.add(name);
  const others = [...byName.keys()].filter((name) => !placed.has(name));
  const expand = (name: string): string[] =>
    name.endsWith("/*")
      ? others.filter((one) => one.startsWith(name.slice(0, -1)))
      : name === "*"
      ? others.filter((one) => !one.includes("/"))
      : byName.has(name)
      ? [name]
      : [];
  const toItem = (name: string): SidebarItem => {
    const page = byName.get(name);
    const text = names[name] ?? (page ? toTitle(page) : name);
    return { text, link: toLink(name) };
  };
  const own = Object.entries(groups).map(([text, list]) => ({
    text,
    items: list.split(/\s+/).flatMap(expand).map(toItem),
  })).filter(({ items }) => items.length > 0);
  const ofFolders = Object.entries(folders).map(([folder, text]) => {
    const inside = [...byName.keys()].filter((name) =>
      name.startsWith(`${folder}/`) && name !== `${folder}/index`
    );
    const items = [`${folder}/index`, ...inside].map(toItem);
    return [`/${folder}/`, [{ text: "← All pages", link: "/start" }, {
      text,
      items,
    }]];
  });
  return { ...Object.fromEntries(ofFolders), "/": own };
}

/** Returns the names of pages that no sidebar has. */
export function findUnplaced(
  pages: readonly Page[],
  sidebars: Sidebars,
): string[] {
  const placed = new Set(Object.values(sidebars).flatMap(listLinks));
  return pages.map(toName)
    .filter((name) => name !== "index" && !placed.has(toLink(name)));
}

function listLinks(items: readonly SidebarItem[]): string[] {
  return items.flatMap(({ link, items = [] }) => [
    ...link === undefined ? [] : [link],
    ...listLinks(items),
  ]);
}

function toName({ path }: Page): string {
  return path.replace(/\.md$/, "");
}

function toLink(name: string): string {
  return `/${name.replace(/(^|\/)index$/, "$1")}`;
}
