/**
 * Runs the package manager.
 *
 * @module
 */

import { spawn } from "node:child_process";
import process from "node:process";

/** Returns the package manager that runs this command, or npm. */
export function findManager(agent: string | undefined): string {
  return /^(?:pnpm|yarn|bun)(?=\/)/.exec(agent ?? "")?.[0] ?? "npm";
}

/** npm would try for minutes before it says that there is no network. */
const NPM_FLAGS = [
  ...["--no-audit", "--no-fund", "--loglevel=error"],
  ...["--fetch-retry-mintimeout=500", "--fetch-retry-maxtimeout=2000"],
];

/**
 * Installs packages in a folder, and shows what the package manager says.
 *
 * @param packages without any, those that package.json names
 * @returns whether it succeeded
 */
export async function install(
  manager: string,
  folder: string,
  packages: readonly string[] = [],
): Promise<boolean> {
  const isNpm = manager === "npm";
  const verb = packages.length === 0 || isNpm ? "install" : "add";
  const flags = isNpm ? NPM_FLAGS : [];
  // npm is a batch file on Windows, which only a shell starts.
  const shell = process.platform === "win32";
  // Ctrl-C ends the package manager; this process goes on, to say what is left.
  const wait = () => {};
  process.on("SIGINT", wait);
  try {
    return await new Promise((resolve) => {
      const options = { cwd: folder, stdio: "inherit", shell } as const;
      const child = spawn(manager, [verb, ...flags, ...packages], options);
      child.on("error", () => resolve(false));
      child.on("exit", (code) => resolve(code === 0));
    });
  } finally {
    process.off("SIGINT", wait);
  }
}
