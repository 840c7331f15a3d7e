/**
 * The process that runs one case and prints its result as JSON.
 *
 * @module
 */

import process from "node:process";
import { apiCase } from "./api.ts";
import { expressCase } from "./express_load.ts";
import { serveCase } from "./express_server.ts";
import { entriesCase } from "./entries.ts";
import { guardCase } from "./guard.ts";
import type { extrasCase } from "./extras.ts";
import { floorsCase } from "./floors.ts";
import { memoryCase } from "./memory.ts";
import { payloadCase, providersCase, readCase } from "./read.ts";
import { providerProcess } from "./provider_process.ts";
import { signInCase } from "./sign_in.ts";
import { signInFloorCase } from "./sign_in_floor.ts";
import { tokensCase } from "./tokens.ts";

/** Runs a case by name, with its arguments as JSON. */
async function runCase(
  name: string,
  args: readonly unknown[],
): Promise<Record<string, number> | void> {
  const cases: Record<string, (...args: never[]) => Promise<unknown>> = {
    read: readCase,
    providers: providersCase,
    payload: payloadCase,
    express: expressCase,
    "sign-in": signInCase,
    "sign-in-floor": signInFloorCase,
    tokens: tokensCase,
    memory: memoryCase,
    entries: entriesCase,
    api: apiCase,
    guard: guardCase,
    floors: floorsCase,
    // Other processes must not have the SDK.
    extras: async (...args: Parameters<typeof extrasCase>) =>
      await (await import("./extras.ts")).extrasCase(...args),
  };
  const one = cases[name];
  if (one === undefined) throw new TypeError(`no case ${name}`);
  return await one(...args as never[]) as Record<string, number>;
}

const [, , name = "", ...rest] = process.argv;
if (name === "serve") {
  const [subject = "", sessions = ""] = rest;
  await serveCase(subject, Number(sessions));
} else if (name === "provider") {
  await providerProcess();
} else {
  const found = await runCase(name, JSON.parse(rest[0] ?? "[]"));
  process.stdout.write(`\n${JSON.stringify(found)}\n`, () => process.exit(0));
}
