import { listFiles, root } from "../scripts/command.ts";
import { measureBundle } from "../e2e/package/sizes.ts";
import { folder } from "./prepare.ts";
import { type Line, toText, toTimes } from "./table.ts";

interface Locked {
  readonly dependencies?: Record<string, string>;
  readonly optional?: boolean;
}

/**
 * Measures the size of an installation: packages and bytes on disk, and the
 * bundle.
 */
export async function measureFootprints(): Promise<Line[]> {
  const lock = JSON.parse(
    await Deno.readTextFile(`${folder}/package-lock.json`),
  );
  const locked: Record<string, Locked> = {
    ...lock.packages,
    ...await readOwn(),
  };
  const sizes: { name: string; packages: number; bytes: number }[] = [];
  for (
    const [name, roots] of Object.entries({
      "Latchkey": ["@latchkey/auth"],
      "iron-session": ["iron-session"],
      "express-session, passport": ["express-session", "passport"],
      "Auth.js": ["@auth/express"],
      "Better Auth": ["better-auth"],
    })
  ) {
    const paths = findClosure(locked, roots);
    let bytes = 0;
    for (const path of paths) bytes += await sizeOf(`${folder}/${path}`);
    sizes.push({ name, packages: paths.length, bytes });
  }
  return [
    await toBundleLine(),
    ...sizes.map(({ name, packages, bytes }) => ({
      row: "installed, without Express itself",
      subject: name,
      runtime: "npm",
      value: `${packages} packages, ${toText(bytes / 1e6, "MB")}`,
      ratio: name === "Latchkey"
        ? "1"
        : `${toTimes(bytes, sizes[0]?.bytes ?? NaN)} ours`,
    })),
  ];
}

async function toBundleLine(): Promise<Line> {
  const { entry, all } = await measureBundle(folder);
  return {
    row: "bundle of ./server, minified and compressed",
    subject: "Latchkey",
    runtime: "browser or edge",
    value: `${toText(entry / 1000, "kB")} at once, ${
      toText(all / 1000, "kB")
    } in all`,
    ratio: "1",
  };
}

/** Our package is not in the lock file, because it is the one measured. */
async function readOwn(): Promise<Record<string, Locked>> {
  const path = "node_modules/@latchkey/auth";
  const manifest = await Deno.readTextFile(`${root}bench/${path}/package.json`);
  const { dependencies } = JSON.parse(manifest);
  return { [path]: { dependencies } };
}

/** Finds the packages that these need, where Node would find them. */
function findClosure(
  locked: Readonly<Record<string, Locked>>,
  roots: readonly string[],
): string[] {
  const found = new Set(roots.map((name) => `node_modules/${name}`));
  // Iterating a Set also visits items added during the loop.
  for (const path of found) {
    for (const name of Object.keys(locked[path]?.dependencies ?? {})) {
      const place = findPlace(locked, path, name);
      if (place !== null) found.add(place);
    }
  }
  return [...found];
}

function findPlace(
  locked: Readonly<Record<string, Locked>>,
  from: string,
  name: string,
): string | null {
  for (let base = from;;) {
    const path = `${base === "" ? "" : `${base}/`}node_modules/${name}`;
    if (path in locked) return path;
    if (base === "") return null;
    base = base.slice(0, Math.max(0, base.lastIndexOf("node_modules/") - 1));
  }
}

async function sizeOf(dir: string): Promise<number> {
  let bytes = 0;
  // Nested packages are counted where they are needed.
  for (const path of await listFiles("", dir)) {
    bytes += (await Deno.stat(`${dir}/${path}`)).size;
  }
  return bytes;
}
