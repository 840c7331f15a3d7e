/**
 * Bun: a runtime that the package is tested on, and the program that fills
 * folders with packages for tests. It takes a tenth of npm's time.
 *
 * @module
 */

import { exists, root, runOrThrow } from "./command.ts";
import { install, makeApplication } from "./node.ts";

const version = "1.4.4";

/**
 * Returns the path of Bun, which npm has as one package per platform.
 *
 * @throws Error if there is none for this machine
 */
export async function findBun(): Promise<string> {
  const { os, arch } = Deno.build;
  const name = `@oven/bun-${os}-${arch === "aarch64" ? "aarch64" : "x64"}`;
  const dir = `${root}.cache/bun/${version}`;
  const program = os === "windows" ? "bun.exe" : "bun";
  const path = `${dir}/node_modules/${name}/bin/${program}`;
  if (!(await exists(path))) {
    // Another process may be here, too.
    const own = `${dir}-${crypto.randomUUID()}`;
    await install(own, `${name}@${version}`);
    await Deno.rename(own, dir)
      .catch(() => Deno.remove(own, { recursive: true }));
  }
  return path;
}

/**
 * Installs packages for a test that is not about their installation, or what the
 * folder's package.json names. Packages are hoisted, as npm does.
 */
export async function installByBun(
  dir: string,
  ...packages: readonly string[]
): Promise<void> {
  const bun = await findBun();
  await makeApplication(dir);
  // It would keep the packages at the versions of last time.
  await Deno.remove(`${dir}/bun.lock`).catch(() => {});
  const verb = packages.length > 0 ? "add" : "install";
  const flags = ["--ignore-scripts", "--linker=hoisted", "--no-progress"];
  await runOrThrow(bun, [verb, ...flags, ...packages], { cwd: dir });
}
