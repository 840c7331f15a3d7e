/**
 * Starts the demo as in a new clone, and counts what a first-time user waits
 * for.
 *
 * @module
 */

import { listFiles, root } from "../../scripts/command.ts";

/** The maximum number of packages: the demo needs 132, and 29 MB. */
const MAX_PACKAGES = 140;
const MAX_MEGABYTES = 30;
/**
 * The maximum number of lines of the first start, which users read completely.
 */
const MAX_LINES = 12;

/**
 * The maximum number of starts, and the milliseconds of one. Deno has no time
 * limit for a download, so a connection that the registry leaves open holds it
 * up. A user starts it again, which goes on with the packages that are there.
 */
const MAX_STARTS = 3;
const MAX_TIME = 120_000;

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
    const { lines, starts } = await startUntilReady(cache);
    const files = await listFiles("", cache);
    const packages = countPackages(files);
    const sizes = files.map(async (path) =>
      (await Deno.stat(`${cache}/${path}`)).size
    );
    const megabytes = (await Promise.all(sizes))
      .reduce((sum, size) => sum + size, 0) / 1e6;
    const found = `${packages} packages, ${megabytes.toFixed(0)} MB, ` +
      `${lines.length} lines${starts > 1 ? `, at start ${starts}` : ""}`;
    const isSmall = packages > 0 && packages <= MAX_PACKAGES &&
      megabytes <= MAX_MEGABYTES && lines.length <= MAX_LINES;
    if (!isSmall) throw new Error(`${found}\n${lines.join("\n")}`);
    return found;
  } finally {
    await Deno.remove(cache, { recursive: true });
  }
}

function countPackages(files: readonly string[]): number {
  const pattern = /^npm\/[^/]+\/(?:@[^/]+\/)?[^/]+\/\d[^/]*\/package\.json$/;
  return files.filter((path) => pattern.test(path)).length;
}

/** Starts the demo again if its download took too long. */
async function startUntilReady(cache: string) {
  for (let starts = 1;; starts++) {
    const { code, text } = await start(cache);
    const isReady = /^Example app +http:\/\/localhost:\d+$/m.test(text);
    if (code === 0 && isReady) {
      return { starts, lines: text.split("\n").filter((line) => line !== "") };
    }
    const isDownloading = code === 143 && !text.trim().includes("\n");
    if (isDownloading && starts < MAX_STARTS) continue;
    const packages = countPackages(await listFiles("", cache));
    throw new Error(
      `Start ${starts} ended with ${code}, with ${packages} packages.\n${text}`,
    );
  }
}

/**
 * Starts the demo, and stops it when it is ready. Returns its exit code and the
 * text that it printed.
 */
async function start(cache: string): Promise<{ code: number; text: string }> {
  const ports = { PORT: "0", PROVIDER_PORT: "0", MAIL_PORT: "0" };
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "-Aq", "examples/demo/start.ts"],
    cwd: root,
    env: { ...ports, DENO_DIR: cache, DATABASE: "", NO_COLOR: "1" },
    stdin: "null",
    stdout: "piped",
    stderr: "inherit",
    signal: AbortSignal.timeout(MAX_TIME),
  }).spawn();
  let text = "";
  for await (const part of child.stdout.pipeThrough(new TextDecoderStream())) {
    text += part;
    if (text.includes("Ctrl-C")) child.kill("SIGTERM");
  }
  return { code: (await child.status).code, text };
}
