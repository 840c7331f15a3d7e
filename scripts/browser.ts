/**
 * Finds the browsers of this machine for the browser tests, or installs one.
 * Playwright knows only those that it has downloaded itself.
 *
 * @module
 */

import { exists, installByApt, listFiles, run } from "./command.ts";

/** A headless shell without windows, or a complete Chromium. */
type Kind = "headless shell" | "chromium";

/** A browser that the tests can drive. */
export interface Browser {
  readonly kind: Kind;
  readonly path: string;
  /**
   * The version as reported by the browser, for example
   * `Chromium 156.0.8078.79`.
   */
  readonly version: string;
}

/** The advice if no browser is found, and none can be installed. */
export const noBrowser =
  "No browser found: run `npx playwright install --with-deps chromium`, or set CHROMIUM_PATH.";

/** The headless shell starts faster, so it comes first. */
const installed: Readonly<Record<Kind, readonly string[]>> = {
  "headless shell": ["/usr/bin/chromium-headless-shell"],
  chromium: [
    "/usr/bin/chromium",
    "/usr/bin/chromium-browser",
    "/usr/bin/google-chrome",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "C:/Program Files/Google/Chrome/Application/chrome.exe",
  ],
};

/** Describes the browser in use: its path and its version. */
export function describeBrowser({ path, version }: Browser): string {
  return `${path} (${version})`;
}

/**
 * Finds one browser of each kind, the headless shell first, or only the one
 * that CHROMIUM_PATH names. If there is none, installs the headless shell: from
 * Playwright, or else from the system's packages.
 *
 * @returns an empty list if there is none, and none can be installed
 */
export async function findBrowsers(): Promise<Browser[]> {
  const found = await findInstalled();
  return found.length > 0 ? found : await install("headless shell");
}

/**
 * Finds the browser for one run; for headed runs a complete Chromium, unless
 * CHROMIUM_PATH is set.
 *
 * @throws Error if there is none, and none can be installed
 */
export async function findBrowser(needsWindow = false): Promise<Browser> {
  const isRight = ({ kind }: Browser) =>
    !needsWindow || Deno.env.has("CHROMIUM_PATH") || kind === "chromium";
  const found = (await findBrowsers()).find(isRight) ??
    (needsWindow ? await install("chromium") : []).find(isRight);
  if (found === undefined) throw new Error(noBrowser);
  return found;
}

async function findInstalled(): Promise<Browser[]> {
  const wanted = Deno.env.get("CHROMIUM_PATH");
  if (wanted) {
    const browser = await toBrowser(wanted);
    if (browser !== null) return [browser];
    throw new Error(`CHROMIUM_PATH names ${wanted}, which does not start`);
  }
  const found: Browser[] = [];
  const downloaded = await listDownloaded();
  for (const kind of ["headless shell", "chromium"] as const) {
    const candidates = downloaded.filter((path) => kindOf(path) === kind);
    for (const path of [...installed[kind], ...candidates]) {
      const browser = await toBrowser(path);
      if (browser === null) continue;
      found.push(browser);
      break;
    }
  }
  return found;
}

/**
 * Lists Playwright's browsers, which are in one folder per machine; the newest
 * name sorts last.
 */
async function listDownloaded(): Promise<string[]> {
  const home = Deno.env.get("HOME") ?? Deno.env.get("USERPROFILE") ?? "";
  const folders = ["/.cache", "/Library/Caches", "/AppData/Local"];
  const caches = [
    Deno.env.get("PLAYWRIGHT_BROWSERS_PATH") ?? "",
    ...folders.map((folder) => `${home}${folder}/ms-playwright`),
  ].filter(Boolean);
  const executable =
    /\/chromium[^/]*\/.*\/(?:headless_shell|chrome-headless-shell|chrome|Chromium|Google Chrome for Testing)(?:\.exe)?$/;
  const lists = caches.map(async (cache) =>
    (await listFiles("", cache)).map((path) => `${cache}/${path}`).reverse()
  );
  return (await Promise.all(lists)).flat().filter((path) =>
    executable.test(path)
  );
}

/**
 * Returns null for a browser that is missing, or whose system libraries are.
 */
async function toBrowser(path: string): Promise<Browser | null> {
  if (!(await exists(path))) return null;
  const kind = kindOf(path);
  // Chrome for Windows opens a window instead of printing its version.
  if (Deno.build.os === "windows") return { kind, path, version: "Chrome" };
  const done = await run(path, ["--version"], { seconds: 20 })
    .catch(() => null);
  if (done?.code !== 0) return null;
  const [version = done.output.trim()] =
    /^.*\d+\.\d+\.\d+\.\d+/m.exec(done.output) ?? [];
  return { kind, path, version };
}

function kindOf(path: string): Kind {
  return /headless[-_]shell/.test(path) ? "headless shell" : "chromium";
}

async function install(kind: Kind): Promise<Browser[]> {
  const flag = kind === "headless shell" ? "--only-shell" : "--no-shell";
  const args = ["npm:@playwright/test/cli", "install", flag, "chromium"];
  await run(Deno.execPath(), ["run", "-A", ...args], { seconds: 120 });
  const found = await findInstalled();
  // A browser whose system libraries are missing counts as missing.
  if (found.some((browser) => browser.kind === kind)) return found;
  const isThere = kind === "headless shell" &&
      await installByApt("chromium-headless-shell") ||
    await installByApt("chromium");
  return isThere ? await findInstalled() : [];
}
