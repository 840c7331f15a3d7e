/**
 * Gives the measuring process and the servers a core each, as on two machines.
 * Otherwise the kernel puts both on one core or on two as it likes, and a round
 * trip takes 50 µs or 120.
 *
 * @module
 */

import { run } from "../../scripts/command.ts";

/** Whether both have a core; elsewhere than on Linux they share all. */
const canPin = Deno.build.os === "linux" && navigator.hardwareConcurrency > 1;

/** Moves this process to the core of the servers, which start there. */
export async function joinServers(): Promise<void> {
  if (canPin) await pin(1);
}

/** Moves this process to a core of its own. */
export async function leaveServers(): Promise<void> {
  if (canPin) await pin(0);
}

async function pin(core: number): Promise<void> {
  const args = ["--all-tasks", "--cpu-list", "--pid", `${core}`, `${Deno.pid}`];
  const { code, output } = await run("taskset", args);
  if (code !== 0) throw new Error(output);
}
