import { exists, listFiles, run } from "./command.ts";

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

/** If set, the only browser to use. */
const wanted = Deno.env.get("CHROMIUM_PATH");

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
 */
export async function findBrowser(
  needsWindow = false,
): Promise<Browser | null> {
  const browsers = await findBrowsers();
  if (!needsWindow || wanted) return browsers[0] ?? null;
  const isWhole = ({ kind }: Browser) => kind === "chromium";
  return browsers.find(isWhole) ??
    (await install("chromium")).find(isWhole) ?? null;
}

async function findInstalled(): Promise<Browser[]> {
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
  const caches = [
    Deno.env.get("PLAYWRIGHT_BROWSERS_PATH"),
    `${home}/.cache/ms-playwright`,
    `${home}/Library/Caches/ms-playwright`,
    `${home}/AppData/Local/ms-playwright`,
  ];
  const executable =
    /^chromium.*\/(?:headless_shell|chrome-headless-shell|chrome|Chromium|Google Chrome for Testing)(?:\.exe)?$/;
  const found: string[] = [];
  for (const cache of caches) {
    if (!cache) continue;
    const paths = (await listFiles("", cache)).filter((path) =>
      executable.test(path)
    );
    found.push(...paths.reverse().map((path) => `${cache}/${path}`));
  }
  return found;
}

/**
 * Returns null for a browser that is missing, or whose system libraries are.
 */
async function toBrowser(path: string): Promise<Browser | null> {
  if (!(await exists(path))) return null;
  const kind = kindOf(path);
  // Chrome for Windows opens a window instead of printing its version.
  if (Deno.build.os === "windows") return { kind, path, version: "Chrome" };
  try {
    const { code, output } = await run(path, ["--version"], { seconds: 20 });
    const version = /^.*\d+\.\d+\.\d+\.\d+/m.exec(output)?.[0] ?? output.trim();
    return code === 0 ? { kind, path, version } : null;
  } catch {
    return null;
  }
}

function kindOf(path: string): Kind {
  return /headless[-_]shell/.test(path) ? "headless shell" : "chromium";
}

async function install(kind: Kind): Promise<Browser[]> {
  const isThere = await installByPlaywright(kind) || await installByApt(kind);
  return isThere ? await findInstalled() : [];
}

async function installByPlaywright(kind: Kind): Promise<boolean> {
  const flag = kind === "headless shell" ? "--only-shell" : "--no-shell";
  const args = ["npm:@playwright/test/cli", "install", flag, "chromium"];
  const { code } = await run(Deno.execPath(), ["run", "-A", ...args], {
    seconds: 120,
  });
  // A browser whose system libraries are missing counts as missing.
  return code === 0 &&
    (await findInstalled()).some((browser) => browser.kind === kind);
}

/**
 * Installs a browser by apt. It changes the machine, so only as root or on CI.
 */
async function installByApt(kind: Kind): Promise<boolean> {
  const isRoot = Deno.build.os === "linux" && Deno.uid() === 0;
  const isCi = Boolean(Deno.env.get("CI"));
  if (!(await exists("/usr/bin/apt-get")) || !(isRoot || isCi)) return false;
  const [command = "", ...first] = isRoot
    ? ["apt-get"]
    : ["sudo", "-n", "apt-get"];
  const env = { DEBIAN_FRONTEND: "noninteractive" };
  await run(command, [...first, "update"], { env, seconds: 120 });
  const names = kind === "chromium"
    ? ["chromium"]
    : ["chromium-headless-shell", "chromium"];
  for (const name of names) {
    const args = [...first, "install", "-y", "--no-install-recommends", name];
    const { code } = await run(command, args, { env, seconds: 300 });
    if (code === 0) return true;
  }
  return false;
}
