/**
 * Starts the demo as in a new clone, and counts what a first-time user waits
 * for.
 *
 * @module
 */

import { listFiles, root } from "../../scripts/command.ts";

/** The maximum number of packages: the demo needs 135, and 24 MB. */
const MAX_PACKAGES = 140;
const MAX_MEGABYTES = 25;
/**
 * The maximum number of lines of the first start, which users read completely.
 */
const MAX_LINES = 12;

/**
 * Starts the demo as in a new clone, with an empty Deno cache.
 *
 * @returns the size of the download
 * @throws Error if it is more than a first-time user should wait for, or the
 *   demo does not start
 */
export async function checkFirstStart(): Promise<string> {
  const cache = await Deno.makeTempDir({ prefix: "latchkey-first-start-" });
  try {
    const lines = await start(cache);
    const files = await listFiles("", cache);
    const packages = files.filter((path) =>
      /^npm\/[^/]+\/(?:@[^/]+\/)?[^/]+\/\d[^/]*\/package\.json$/.test(path)
    ).length;
    const sizes = files.map(async (path) =>
      (await Deno.stat(`${cache}/${path}`)).size
    );
    const megabytes = (await Promise.all(sizes))
      .reduce((sum, size) =>
        sum + size, 0) / 1e6;
    const found = `${packages} packages, ${megabytes.toFixed(0)} MB, ` +
      `${lines.length} lines`;
    const isSmall = packages > 0 && packages <= MAX_PACKAGES &&
      megabytes <= MAX_MEGABYTES && lines.length <= MAX_LINES;
    if (!isSmall) throw new Error(`${found}\n${lines.join("\n")}`);
    return found;
  } finally {
    await Deno.remove(cache, { recursive: true });
  }
}

/**
 * Starts the demo, waits until it is ready, stops it, and returns the lines
 * that it printed.
 */
async function start(cache: string): Promise<string[]> {
  const ports = { PORT: "0", PROVIDER_PORT: "0", MAIL_PORT: "0" };
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "-Aq", "examples/demo/start.ts"],
    cwd: root,
    env: { ...ports, DENO_DIR: cache, DATABASE: "", NO_COLOR: "1" },
    stdin: "null",
    stdout: "piped",
    stderr: "inherit",
    signal: AbortSignal.timeout(300_000),
  }).spawn();
  let text = "";
  for await (const part of child.stdout.pipeThrough(new TextDecoderStream())) {
    text += part;
    if (text.includes("Ctrl-C")) child.kill("SIGTERM");
  }
  const { code } = await child.status;
  const isReady = /^Example app +http:\/\/localhost:\d+$/m.test(text);
  if (code !== 0 || !isReady) {
    throw new Error(`It ended with ${code}.\n${text}`);
  }
  return text.split("\n").filter((line) => line !== "");
}
