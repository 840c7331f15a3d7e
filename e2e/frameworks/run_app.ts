/**
 * For tests only: applications under the contract of hosts that run in a process
 * of their own, because their framework builds them.
 *
 * @module
 */

import type { ContractEnvironment } from "@latchkey/auth/testing/host-config";
import type { StartedHost } from "@latchkey/auth/testing/host-contract";
import { findTarball } from "../../scripts/build_npm.ts";
import { installByBun } from "../../scripts/bun.ts";
import { root, runOrThrow } from "../../scripts/command.ts";
import { findNode } from "../../scripts/node.ts";
import { findFreePort } from "../../scripts/servers.ts";

/** An application that is built. */
export interface BuiltApp {
  /** Its folder. */
  readonly dir: string;
  /** The Node that it runs on. */
  readonly node: string;
}

/** What an application starts with. */
export interface AppCommand {
  /** The arguments of Node. */
  readonly args: readonly string[];
  /** Variables beside those of the contract, `PORT` and `HOST`. */
  readonly env?: Readonly<Record<string, string>>;
  /** What it prints when it listens. Default: a text with `http://` or `ready`. */
  readonly ready?: RegExp;
}

/**
 * Copies an application into a folder of its own, installs its packages and ours
 * there, and runs its build.
 *
 * @param name the folder below `e2e/frameworks/`, which has `app/`
 * @param builds the arguments of Node for each step
 */
export async function buildApp(
  name: string,
  builds: readonly (readonly string[])[],
): Promise<BuiltApp> {
  const dir = `${root}.cache/frameworks/${name}`;
  await Deno.mkdir(dir, { recursive: true });
  const sources = new URL(`${name}/app`, import.meta.url).pathname;
  await runOrThrow("cp", ["-r", `${sources}/.`, dir]);
  await installByBun(dir, await findTarball());
  const { path: node } = await findNode(24);
  for (const args of builds) {
    await runOrThrow(node, args, { cwd: dir, env: { NODE_ENV: "production" } });
  }
  return { dir, node };
}

/** Starts an application on a free port, and waits until it listens. */
export async function runApp(
  { dir, node }: BuiltApp,
  { args, env = {}, ready = /http:\/\/|ready/i }: AppCommand,
  contract: ContractEnvironment,
): Promise<StartedHost> {
  const port = findFreePort();
  const child = new Deno.Command(node, {
    args: [...args],
    cwd: dir,
    env: {
      ...toDefined(contract),
      NODE_ENV: "production",
      HOST: "localhost",
      PORT: `${port}`,
      ...env,
    },
    stdin: "null",
    stdout: "piped",
    stderr: "inherit",
  }).spawn();
  const reader = child.stdout.getReader();
  await waitFor(reader, ready);
  const drained = drain(reader);
  return {
    origin: `http://localhost:${port}`,
    stop: async () => {
      child.kill("SIGKILL");
      await Promise.all([child.status, drained]);
    },
  };
}

function toDefined(env: ContractEnvironment): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value]]
    ),
  );
}

async function waitFor(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  pattern: RegExp,
): Promise<void> {
  const decoder = new TextDecoder();
  let text = "";
  while (!pattern.test(text)) {
    const { done, value } = await reader.read();
    if (done) throw new Error(`It ended before it listened: ${text}`);
    text += decoder.decode(value, { stream: true });
  }
}

/** Reads the rest, so that the application never waits for a reader. */
async function drain(
  reader: ReadableStreamDefaultReader<Uint8Array>,
): Promise<void> {
  while (!(await reader.read()).done);
}
