/**
 * Bundles the modules of the npm package. `deno bundle` can only minify names
 * along with white space, and writes every letter outside ASCII as an escape.
 *
 * @module
 */

import { build, stop } from "esbuild";
import { listFiles } from "./command.ts";

/** What the bundles are made of. */
interface BundleOptions {
  /** The modules that the package exports. */
  readonly entries: readonly string[];
  /** The packages that stay imports. */
  readonly external: readonly string[];
  /** Returns a module's file name in the package. */
  readonly toBuilt: (path: string) => string;
}

/**
 * Bundles the modules of a folder into a few files, in place: Node takes about
 * half a millisecond to find and start each module. Entries share their common
 * code, so that there is one copy of every class; code that loads at sign-in
 * stays separate. The declarations are unchanged.
 *
 * White space is a fifth of the code, and goes. Names stay, so that a stack
 * trace can be read, and lines stay short, because Node prints the whole line
 * of an uncaught error.
 */
export async function bundle(
  dir: string,
  { entries, external, toBuilt }: BundleOptions,
): Promise<void> {
  const folder = `${dir}/bundle`;
  try {
    await build({
      absWorkingDir: dir,
      entryPoints: [...new Set(entries)],
      outdir: folder,
      bundle: true,
      splitting: true,
      format: "esm",
      platform: "node",
      target: "es2022",
      external: external.flatMap((name) => [name, `${name}/*`]),
      charset: "utf8",
      minifyWhitespace: true,
      lineLimit: 120,
      logLevel: "error",
    });
  } finally {
    await stop();
  }
  for (const path of await listFiles("", dir)) {
    const isModule = path.endsWith(".js") && !path.startsWith("bundle/");
    if (isModule) await Deno.remove(`${dir}/${path}`);
  }
  for (const path of await listFiles("", folder)) {
    await Deno.rename(`${folder}/${path}`, `${dir}/${toBuilt(path)}`);
  }
  await Deno.remove(folder, { recursive: true });
}
