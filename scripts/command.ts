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

/** npm is a batch file on Windows, which cannot be started by its bare name. */
export const npm: string = Deno.build.os === "windows" ? "npm.cmd" : "npm";

/** Runs a command to its end and collects its output, without colours. */
export async function run(
  command: string,
  args: string[],
  options: CommandOptions = {},
): Promise<CommandResult> {
  const { code, stdout, stderr } = await new Deno.Command(command, {
    args,
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
  return { code, output: decoder.decode(stdout) + decoder.decode(stderr) };
}

/** Like `run`, but a failing command throws an error with all its output. */
export async function runOrThrow(
  command: string,
  args: string[],
  options: CommandOptions = {},
): Promise<string> {
  const { code, output } = await run(command, args, options);
  if (code !== 0) {
    throw new Error(
      `${command} ${args.join(" ")} ended with ${code}\n${output}`,
    );
  }
  return output;
}

/** Runs a command with its output visible; returns the exit code. */
export async function runVisibly(
  command: string,
  args: string[],
  options: CommandOptions = {},
): Promise<number> {
  const child = new Deno.Command(command, {
    args,
    cwd: options.cwd ?? root,
    env: options.env ?? {},
    stdin: "null",
    stdout: "inherit",
    stderr: "inherit",
  }).spawn();
  return (await child.status).code;
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
