import { fileURLToPath } from "node:url";
import { defineConfig } from "vitepress";
import { theme, withClasses } from "./highlight";
import site from "./site.json";
import { slugify } from "./slug";

const [current, ...former] = site.versions;
const label = (one) => one.note ? `${one.version} (${one.note})` : one.version;

/** Returns what the search finds of a page: of the reference and of single providers, no code. */
function toSearchText(source, env, md) {
  const html = md.render(source, env);
  if (env.frontmatter?.search === false) return "";
  const isDense = /^(?:reference|providers)\//.test(env.relativePath);
  return isDense ? html.replace(/<pre[^]*?<\/pre>/g, "") : html;
}

export default defineConfig({
  title: "Latchkey",
  description: "Sign-in and sessions for server applications in TypeScript.",
  lang: "en",
  base: site.base,
  cleanUrls: true,
  // Otherwise the page gets a style of its own, which a strict policy refuses.
  appearance: { disableTransition: false },
  metaChunk: true,
  lastUpdated: false,
  head: [
    ["link", { rel: "icon", type: "image/svg+xml", href: `${site.base}key.svg` }],
    ["meta", { name: "color-scheme", content: "light dark" }],
    ["meta", { property: "og:title", content: "Latchkey" }],
    ["meta", { property: "og:image", content: `${site.base}sign-in-light.png` }],
  ],
  markdown: {
    theme,
    codeTransformers: [withClasses],
    languageAlias: { ejs: "html" },
    anchor: { slugify },
    toc: { slugify },
    headers: { slugify },
  },
  // Otherwise the space between a link and a code in the next line is lost.
  vite: {
    resolve: {
      alias: [
        // The search of the site asks better than the one that comes with it.
        { find: /^minisearch$/, replacement: fileURLToPath(new URL("./theme/search.ts", import.meta.url)) },
        { find: "minisearch-itself", replacement: fileURLToPath(new URL("../../node_modules/minisearch/dist/es/index.js", import.meta.url)) },
      ],
    },
  },
  vue: { template: { compilerOptions: { whitespace: "preserve" } } },
  themeConfig: {
    logo: { src: "/key.svg", alt: "" },
    outline: { level: [2, 3], label: "On this page" },
    search: {
      provider: "local",
      options: { detailedView: true, _render: toSearchText },
    },
    nav: [
      { text: "Start", link: "/start" },
      { text: "Providers", link: "/providers/" },
      { text: "Options", link: "/configuration" },
      { text: "FAQ", link: "/faq" },
      {
        text: label(current),
        items: [
          { text: "Changes", link: "/changes" },
          // They are sites of their own.
          ...former.map((one) => ({ text: label(one), link: one.path, target: "_self" })),
        ],
      },
    ],
    sidebar: site.sidebar,
    socialLinks: site.repository
      ? [{ icon: "github", link: site.repository }]
      : [],
    docFooter: { prev: "Before", next: "Next" },
    externalLinkIcon: true,
  },
  ignoreDeadLinks: "localhostLinks",
});
