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
/** The contrast that a mark needs on its white ground (WCAG 2.2 section 1.4.11). */
const minContrast = 3;
const ink = "#1a1d21";

const cache = `${root}.cache/logos`;
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
  const logo = toLogo(svg, style?.brandColor ?? ink);
  if (logo.length > maxLogo) {
    console.log(`${id}: ${logo.length} bytes, left out`);
    continue;
  }
  const { version, license } = sets[set] ?? { version: "", license: "" };
  const title = /<title>([^<]*)</.exec(svg)?.[1];
  const own = data.find((one) => one.title === title)?.license?.type;
  await Deno.writeTextFile(
    `${root}providers/logos/${id}.ts`,
    `/** The mark of ${name}: ${set} ${version}, ${own ?? license}. */
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
  const fill = toContrast(color) < minContrast ? ink : color;
  const text =
    `<svg xmlns='http://www.w3.org/2000/svg' viewBox='${viewBox}' fill='${fill}'>${
      paths.join("")
    }</svg>`;
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

/** The contrast of a colour with white (WCAG 2.2, relative luminance). */
function toContrast(color: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const part = parseInt(color.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 1.05 / (0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05);
}
