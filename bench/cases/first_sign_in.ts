// deno-lint-ignore-file no-console -- the parent process reads the output
/**
 * A process that signs in once, and prints what that took as JSON. It imports
 * nothing that an application would load itself.
 *
 * @module
 */

import process from "node:process";
import type { RelyingParty } from "../subjects/relying_party.ts";
import type { Registration } from "../subjects/sketch.ts";
import { origin } from "../subjects/subject.ts";
import { since } from "./measure.ts";
import { measureParty } from "./party.ts";
import { startProvider } from "./provider_spawn.ts";

/** Times a piece of work: milliseconds of CPU, and milliseconds. */
async function time<T>(work: () => Promise<T>) {
  const start = performance.now();
  const cpu = process.cpuUsage();
  const result = await work();
  const taken = { cpu: since(cpu) / 1000, wall: performance.now() - start };
  return { result, ...taken };
}

async function start(name: string, op: Registration): Promise<RelyingParty> {
  return name === "Latchkey"
    ? (await import("../subjects/own.ts")).createOwn(op)
    : await (await import("../subjects/sketch.ts")).createSketch(op);
}

/** The time before a sign-in, in milliseconds. */
interface Before {
  /** Between the start and the visitor. */
  readonly idle: number;
  /** For which the visitor reads the sign-in page; 0: it is not shown. */
  readonly pause: number;
}

async function signInFirst(
  name: string,
  { idle, pause }: Before,
  command: readonly string[],
): Promise<Record<string, number>> {
  const op = await startProvider(command);
  // Opens the connection to the provider.
  await op.authorize([]);
  const begun = await time(() => start(name, op));
  if (idle > 0) await sleep(idle);
  if (pause > 0) {
    const headers = { accept: "text/html" };
    const page = new Request(`${origin}/auth/signin`, { headers });
    await (await begun.result.handler(page)).text();
    await sleep(pause);
  }
  const { cpu, wall } = await time(() => measureParty(begun.result, op, 1));
  op.stop();
  return { start: begun.cpu, cpu, wall, sum: begun.cpu + cpu };
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

const [, , name = "", idle = "0", pause = "0", ...command] = process.argv;
const before = { idle: Number(idle), pause: Number(pause) };
console.log(JSON.stringify(await signInFirst(name, before, command)));
process.exit(0);
