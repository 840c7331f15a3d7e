import { installFresh, maxPackages } from "./consumer.ts";
import { root, runOrThrow } from "./command.ts";

/** What the library may cost those who install or bundle it. */
const budgets = {
  /** `./server` with everything it imports, minified and compressed. */
  bundleBytes: 30_000,
  /** All files of a fresh installation. */
  installedBytes: 2_500_000,
  packages: maxPackages,
};

/** Measures the package against the budgets; gives a sentence with the numbers, or throws. */
export async function checkSizes(tarball: string): Promise<string> {
  const bundle = await measureBundle();
  const { packages, bytes } = await installFresh(tarball);
  const numbers =
    `bundle ${toKb(bundle)} kB gzip, installed ${toKb(bytes)} kB, ` +
    `${packages.length} packages`;
  const fits = bundle <= budgets.bundleBytes &&
    bytes <= budgets.installedBytes &&
    packages.length <= budgets.packages;
  if (!fits) {
    throw new Error(
      `over budget: ${numbers} (allowed: ${JSON.stringify(budgets)})`,
    );
  }
  return numbers;
}

async function measureBundle(): Promise<number> {
  const path = `${root}.cache/server.bundle.js`;
  const flags = [
    "--quiet",
    "--minify",
    "--platform",
    "browser",
    "--format",
    "esm",
  ];
  await runOrThrow(Deno.execPath(), [
    "bundle",
    ...flags,
    "-o",
    path,
    "server.ts",
  ]);
  const file = await Deno.open(path);
  const compressed = file.readable.pipeThrough(new CompressionStream("gzip"));
  return (await new Response(compressed).arrayBuffer()).byteLength;
}

function toKb(bytes: number): string {
  return (bytes / 1000).toFixed(1);
}
