// deno-lint-ignore-file no-console -- a command line tool talks to the terminal
/**
 * Makes `providers/logos/`: the mark of each provider that an icon set has, as
 * a module of its own, so that a page carries only those of the configured
 * providers. It runs by hand when `scripts/logos.json` changes; an icon set at
 * run time would be megabytes.
 *
 * @module
 */

import { root, runOrThrow } from "./command.ts";
import { npm } from "./node.ts";

/** The icon sets, with the licence of the set. */
const sets: Readonly<Record<string, { version: string; license: string }>> = {
  "simple-icons": { version: "16.37.0", license: "CC0-1.0" },
  "bootstrap-icons": { version: "1.13.2", license: "MIT" },
};
/** Bytes that a mark may add to a page. */
const maxLogo = 1500;
/** The colour of a mark without a brand colour. Pages take the colour of their text where a mark would be hard to see. */
const ink = "#1a1d21";

const cache = `${root}.cache/logos`;
/** Marks in several colours, which icon sets reduce to one; their brands ask for all of them. */
const colored: Readonly<Record<string, { source: string; paths: string }>> = {
  google: {
    source: "Google's branding guidelines",
    paths:
      "<path fill='#4285f4' d='M23.49 12.27c0-.79-.07-1.54-.19-2.27H12v4.51h6.47c-.29 1.48-1.14 2.73-2.4 3.58v3h3.86c2.26-2.09 3.56-5.17 3.56-8.82z'/><path fill='#34a853' d='M12 24c3.24 0 5.95-1.08 7.93-2.91l-3.86-3c-1.08.72-2.45 1.16-4.07 1.16-3.13 0-5.78-2.11-6.73-4.96H1.29v3.09C3.26 21.3 7.31 24 12 24z'/><path fill='#fbbc05' d='M5.27 14.29a7.2 7.2 0 0 1 0-4.58V6.62H1.29a11.86 11.86 0 0 0 0 10.76z'/><path fill='#ea4335' d='M12 4.75c1.77 0 3.35.61 4.6 1.8l3.42-3.42C17.95 1.19 15.24 0 12 0 7.31 0 3.26 2.7 1.29 6.62l3.98 3.09C6.22 6.86 8.69 4.75 12 4.75z'/>",
  },
};
const wanted: Record<string, string> = JSON.parse(
  await Deno.readTextFile(`${root}scripts/logos.json`),
);

await Deno.mkdir(cache, { recursive: true });
await Deno.writeTextFile(`${cache}/package.json`, "{}");
const packages = Object.entries(sets).map(([name, { version }]) =>
  `${name}@${version}`
);
await runOrThrow(npm, ["install", "--ignore-scripts", ...packages], {
  cwd: cache,
});
const data: readonly {
  title: string;
  slug?: string;
  license?: { type: string };
}[] = JSON.parse(
  await Deno.readTextFile(
    `${cache}/node_modules/simple-icons/data/simple-icons.json`,
  ),
);
await Deno.mkdir(`${root}providers/logos`, { recursive: true });
for (const [id, icon] of Object.entries(wanted)) {
  const [set = "", slug = ""] = icon.split("/");
  const svg = await Deno.readTextFile(
    `${cache}/node_modules/${set}/icons/${slug}.svg`,
  );
  const { default: make } = await import(`../providers/${id}.ts`);
  const { name, style } = make({});
  const logo = colored[id] === undefined
    ? toLogo(svg, style?.brandColor ?? ink)
    : toUrl(`viewBox='0 0 24 24'`, colored[id].paths);
  if (logo.length > maxLogo) {
    console.log(`${id}: ${logo.length} bytes, left out`);
    continue;
  }
  const { version, license } = sets[set] ?? { version: "", license: "" };
  const own = colored[id];
  const title = /<title>([^<]*)</.exec(svg)?.[1];
  const special = data.find((one) => one.title === title)?.license?.type;
  await Deno.writeTextFile(
    `${root}providers/logos/${id}.ts`,
    `/** The mark of ${name}: ${
      own?.source ?? `${set} ${version}, ${special ?? license}`
    }. */
export const logo: string =
  ${JSON.stringify(logo)};
`,
  );
}

/** Returns an icon as a `data:` URL in the brand's colour. */
function toLogo(svg: string, color: string): string {
  const [viewBox = "0 0 24 24"] = /(?<=viewBox=")[^"]*/.exec(svg) ?? [];
  const paths = [...svg.matchAll(/ d="([^"]*)"/g)].map(([, d]) =>
    `<path d='${shorten(d ?? "")}'/>`
  );
  return toUrl(`viewBox='${viewBox}' fill='${color}'`, paths.join(""));
}

function toUrl(attributes: string, paths: string): string {
  const text =
    `<svg xmlns='http://www.w3.org/2000/svg' ${attributes}>${paths}</svg>`;
  return `data:image/svg+xml,${
    text.replaceAll("#", "%23").replaceAll("<", "%3C").replaceAll(">", "%3E")
  }`;
}

/** Keeps two digits after each point, which is a tenth of a pixel on a button. */
function shorten(path: string): string {
  return path.replace(/\s+/g, " ").replace(
    /\.(\d{3,})/g,
    (_, digits) => `.${digits.slice(0, 2)}`,
  );
}
