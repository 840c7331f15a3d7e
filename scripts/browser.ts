import { exists, listFiles, root, run } from "./command.ts";

const installed = [
  // The headless shell starts faster than a whole browser, so it comes first.
  "/usr/bin/chromium-headless-shell",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "C:/Program Files/Google/Chrome/Application/chrome.exe",
];

const executable =
  /\/(?:headless_shell|chrome-headless-shell|chrome|Chromium)(?:\.exe)?$/;

/** Finds a Chromium, or gets one: from Playwright, else from the system's packages. */
export async function findBrowser(): Promise<string | null> {
  return await findInstalled() ??
    await installByPlaywright() ??
    await installByApt();
}

async function findInstalled(): Promise<string | null> {
  const wanted = Deno.env.get("CHROMIUM_PATH");
  for (const path of wanted ? [wanted] : installed) {
    if (await exists(path)) return path;
  }
  if (wanted) {
    throw new Error(`CHROMIUM_PATH names ${wanted}, which is not there`);
  }
  return await findOfPlaywright();
}

/** Playwright keeps its browsers in one folder per machine; the newest name sorts last. */
async function findOfPlaywright(): Promise<string | null> {
  const home = Deno.env.get("HOME") ?? Deno.env.get("USERPROFILE") ?? "";
  const caches = [
    Deno.env.get("PLAYWRIGHT_BROWSERS_PATH"),
    `${home}/.cache/ms-playwright`,
    `${home}/Library/Caches/ms-playwright`,
    `${home}/AppData/Local/ms-playwright`,
  ];
  for (const cache of caches) {
    if (!cache || !(await exists(cache))) continue;
    const found = (await listFiles("", cache)).filter((path) =>
      path.startsWith("chromium") && executable.test(`/${path}`)
    );
    const path = found.at(-1);
    // A browser whose system libraries are missing does not even tell its version.
    if (path !== undefined && await starts(`${cache}/${path}`)) {
      return `${cache}/${path}`;
    }
  }
  return null;
}

async function starts(path: string): Promise<boolean> {
  try {
    return (await run(path, ["--version"], { seconds: 20 })).code === 0;
  } catch {
    return false;
  }
}

async function installByPlaywright(): Promise<string | null> {
  const args = [
    "run",
    "-A",
    "npm:@playwright/test/cli",
    "install",
    "--only-shell",
    "chromium",
  ];
  const { code } = await run(Deno.execPath(), args, {
    cwd: root,
    seconds: 120,
  });
  return code === 0 ? await findOfPlaywright() : null;
}

/** Changes the machine, so only where nobody minds: as root or in continuous integration. */
async function installByApt(): Promise<string | null> {
  const isRoot = Deno.build.os === "linux" && Deno.uid() === 0;
  const isCi = Boolean(Deno.env.get("CI"));
  if (!(await exists("/usr/bin/apt-get")) || !(isRoot || isCi)) return null;
  const [command = "", ...first] = isRoot
    ? ["apt-get"]
    : ["sudo", "-n", "apt-get"];
  const env = { DEBIAN_FRONTEND: "noninteractive" };
  await run(command, [...first, "update"], { env, seconds: 120 });
  for (const name of ["chromium-headless-shell", "chromium"]) {
    const args = [...first, "install", "-y", "--no-install-recommends", name];
    const { code } = await run(command, args, { env, seconds: 300 });
    if (code === 0) return await findInstalled();
  }
  return null;
}
