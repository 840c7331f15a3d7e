/**
 * The process that runs one case and prints its result as JSON.
 *
 * @module
 */

import process from "node:process";
import { answersCase } from "./answers.ts";
import { expressCase } from "./express_load.ts";
import { serveCase } from "./express_server.ts";
import { entriesCase } from "./entries.ts";
import { guardCase } from "./guard.ts";
import { floorsCase } from "./floors.ts";
import { memoryCase } from "./memory.ts";
import { processAppCase, processesCase } from "./processes.ts";
import {
  acceptCase,
  marksCase,
  payloadCase,
  providersCase,
  readCase,
} from "./read.ts";
import { refreshAppCase, refreshCase } from "./refresh.ts";
import { providerProcess } from "./provider_process.ts";
import { signInCase } from "./sign_in.ts";
import { signInExpressCase } from "./sign_in_express.ts";
import { signInFloorCase } from "./sign_in_floor.ts";
import { serveSignIns } from "./sign_in_server.ts";
import { tokensCase } from "./tokens.ts";

/** Runs a case by name, with its arguments as JSON. */
async function runCase(
  name: string,
  args: readonly unknown[],
): Promise<Record<string, number> | void> {
  const cases: Record<string, (...args: never[]) => Promise<unknown>> = {
    read: readCase,
    providers: providersCase,
    accept: acceptCase,
    payload: payloadCase,
    marks: marksCase,
    express: expressCase,
    "sign-in": signInCase,
    "sign-in-floor": signInFloorCase,
    "sign-in-express": signInExpressCase,
    answers: answersCase,
    tokens: tokensCase,
    refresh: refreshCase,
    memory: memoryCase,
    entries: entriesCase,
    processes: processesCase,
    guard: guardCase,
    floors: floorsCase,
  };
  const one = cases[name];
  if (one === undefined) throw new TypeError(`no case ${name}`);
  return await one(...args as never[]) as Record<string, number>;
}

const [, , name = "", ...rest] = process.argv;
if (name === "serve") {
  const [subject = "", sessions = ""] = rest;
  await serveCase(subject, Number(sessions));
} else if (name === "serve-sign-ins") {
  const [app = "", registration = "{}"] = rest;
  await serveSignIns(app, JSON.parse(registration));
} else if (name === "refresh-app") {
  const [subject = "", setting = "{}"] = rest;
  await refreshAppCase(subject, JSON.parse(setting));
} else if (name === "process-app") {
  await processAppCase(JSON.parse(rest[0] ?? "{}"));
} else if (name === "provider") {
  await providerProcess();
} else {
  const found = await runCase(name, JSON.parse(rest[0] ?? "[]"));
  process.stdout.write(`\n${JSON.stringify(found)}\n`, () => process.exit(0));
}
