/**
 * Gives the measuring process and the servers that it starts a core each, as on
 * two machines. Without this, a round trip takes 50 or 120 µs, depending on where
 * the kernel puts both.
 *
 * @module
 */

import { run } from "../../scripts/command.ts";
import { report } from "./subject.ts";

/** Only Linux has the command. */
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
  if (code !== 0) report(`not pinned to core ${core}: ${output.trim()}`);
}
