/**
 * Makes the entry for Qwik 2 of the one for Qwik 1, in the built package. The
 * two differ in the packages that they import, and Qwik's optimizer has to see
 * these imports; what differs while they run is decided by each request's event.
 * The sources do not have it: Deno would install all of Qwik 2 for its types.
 *
 * @module
 */

/** The files that import Qwik, and their copies. */
const copies: Readonly<Record<string, string>> = {
  "component.qwik.js": "qwik.qwik.js",
  "component.d.ts": "qwik.d.ts",
  "component/auth.qwik.d.ts": "qwik/auth.qwik.d.ts",
  "component/auth_types.d.ts": "qwik/auth_types.d.ts",
};

/** What differs in a copy; the first that matches applies. */
const changes: readonly (readonly [from: RegExp, to: string])[] = [
  [/@builder\.io\/qwik-city\b/g, "@qwik.dev/router"],
  [/@builder\.io\/qwik\b/g, "@qwik.dev/core"],
  [/@latchkey\/auth\/component\b/g, "@latchkey/auth/qwik"],
  [/"\.\/component\/(auth\w*(?:\.qwik)?)\.js"/g, '"./qwik/$1.js"'],
  [/"\.\/((?!auth)\w+)\.js"/g, '"../component/$1.js"'],
];

/** The entries of the package that no source has. */
export const qwik2Exports: Readonly<Record<string, unknown>> = {
  "./qwik": { types: "./qwik.d.ts", default: "./qwik.qwik.js" },
  "./qwik/vite": {
    types: "./component/vite.d.ts",
    default: "./component/vite.js",
  },
};

/** Writes the entry for Qwik 2 into the folder of the package. */
export async function writeQwik2(dir: string): Promise<void> {
  await Deno.mkdir(`${dir}/qwik`, { recursive: true });
  for (const [source, copy] of Object.entries(copies)) {
    const text = await Deno.readTextFile(`${dir}/${source}`);
    const isInside = copy.includes("/");
    const applied = isInside ? changes : changes.slice(0, -1);
    const changed = applied.reduce(
      (all, [from, to]) => all.replace(from, to),
      text,
    );
    if (changed === text) throw new Error(`${source} does not import Qwik`);
    await Deno.writeTextFile(`${dir}/${copy}`, changed);
  }
}
