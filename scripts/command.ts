/**
 * Commands, files and system packages: what the scripts share, and Deno has only
 * in longer words.
 *
 * @module
 */

import { fileURLToPath } from "node:url";

/** The result of a finished command: its exit code and output. */
export interface CommandResult {
  code: number;
  output: string;
}

/** The working folder and the extra environment of a command. */
export interface CommandOptions {
  cwd?: string;
  env?: Record<string, string>;
  /**
   * The timeout, so that a hanging command does not hang everything: ten
   * minutes by default.
   */
  seconds?: number;
}

/**
 * The repository root with a trailing slash, so that scripts work from any
 * folder.
 */
export const root: string = fileURLToPath(new URL("..", import.meta.url));

/** Runs a command to its end and collects its output, without colours. */
export async function run(
  command: string,
  args: readonly string[],
  options: CommandOptions = {},
): Promise<CommandResult> {
  const { code, stdout, stderr } = await new Deno.Command(command, {
    args: [...args],
    cwd: options.cwd ?? root,
    env: { NO_COLOR: "1", npm_config_update_notifier: "false", ...options.env },
    signal: AbortSignal.timeout((options.seconds ?? 600) * 1000),
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  }).output().catch((cause) => {
    throw new Error(`Cannot run ${command}: is it installed and on PATH?`, {
      cause,
    });
  });
  const decoder = new TextDecoder();
  // Test programs sum up on stdout, which therefore comes last.
  return { code, output: decoder.decode(stderr) + decoder.decode(stdout) };
}

/** Like `run`, but a failing command throws an error with all its output. */
export async function runOrThrow(
  command: string,
  args: readonly string[],
  options: CommandOptions = {},
): Promise<string> {
  const { code, output } = await run(command, args, options);
  if (code === 0) return output;
  throw new Error(`${command} ${args.join(" ")} ended with ${code}\n${output}`);
}

/** Runs this Deno; a failing command throws an error with all its output. */
export async function deno(...args: string[]): Promise<string> {
  return await runOrThrow(Deno.execPath(), args);
}

/**
 * Installs a package of the system, if that needs no confirmation: as root or
 * on CI, because it changes the machine.
 */
export async function installByApt(...names: string[]): Promise<boolean> {
  const isRoot = Deno.build.os === "linux" && Deno.uid() === 0;
  if (!(await exists("/usr/bin/apt-get"))) return false;
  if (!isRoot && !Deno.env.has("CI")) return false;
  const apt = async (...args: string[]) => {
    const command = ["apt-get", "-qq", ...args];
    const sudo = ["sudo", "-n", "--preserve-env=DEBIAN_FRONTEND"];
    const [first = "", ...rest] = isRoot ? command : [...sudo, ...command];
    const env = { DEBIAN_FRONTEND: "noninteractive" };
    return await run(first, rest, { env, seconds: 300 })
      .then(({ code }) => code === 0, () => false);
  };
  const add = () => apt("install", "-y", "--no-install-recommends", ...names);
  // A new machine has no package lists yet.
  return await add() || await apt("update") && await add();
}

/** Whether a file or folder exists. */
export async function exists(path: string): Promise<boolean> {
  try {
    await Deno.stat(path);
    return true;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}

/**
 * Lists all files below a folder, as sorted paths relative to `base`; none if
 * it does not exist.
 */
export async function listFiles(
  folder: string,
  base: string = root,
): Promise<string[]> {
  const found: string[] = [];
  const path = folder === "" ? base : `${base}/${folder}`;
  if (!(await exists(path))) return found;
  for await (const entry of Deno.readDir(path)) {
    const child = folder === "" ? entry.name : `${folder}/${entry.name}`;
    if (entry.isDirectory && entry.name !== "node_modules") {
      found.push(...await listFiles(child, base));
    } else if (entry.isFile) {
      found.push(child);
    }
  }
  return found.sort();
}
