import { spawn } from "node:child_process";
import process from "node:process";
import { createInterface } from "node:readline";
import { setTimeout as wait } from "node:timers/promises";
import {
  createProcessApp,
  type ProcessApp,
  type ProcessSetting,
} from "../subjects/process_app.ts";
import { median, since } from "./measure.ts";

/** Reads at the same time in each process. */
const AT_ONCE = 50;
/** Sessions that are revoked, and the milliseconds between two reads of one. */
const WATCHED = 40;
const PAUSE = 50;

/** A request to a process. */
type Order =
  | { readonly act: "load"; readonly milliseconds: number }
  | { readonly act: "meet"; readonly spread: number }
  | { readonly act: "watch" }
  | { readonly act: "revoke"; readonly from: number };

/** Its answer: numbers by name, or the moments at which it first refused. */
interface Answer {
  readonly reads?: number;
  readonly micros?: number;
  readonly messages: number;
  readonly moments: readonly number[];
}

/**
 * Starts processes of one application: reads a second of them all, CPU per
 * read, and what it takes until a revocation by the first one is seen in all.
 */
export async function processesCase(
  shared: Omit<ProcessSetting, "run">,
  processes: number,
  command: readonly string[],
): Promise<Record<string, number>> {
  // The servers outlive a run, so each run gets a number far from the others.
  const run = (crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) * 1000;
  const setting = { ...shared, run: run.toString(36) };
  const workers: Worker[] = [];
  try {
    // One after the other, because the first one creates the tables and rows.
    while (workers.length < processes) {
      workers.push(await startWorker([...command, JSON.stringify(setting)]));
    }
    const all = (order: Order) =>
      Promise.all(workers.map(({ ask }) => ask(order)));
    await all({ act: "load", milliseconds: 1000 });
    const milliseconds = 3000;
    const found = await all({ act: "load", milliseconds });
    const sum = (name: "reads" | "micros" | "messages") =>
      found.reduce((total, one) => total + (one[name] ?? 0), 0);
    return {
      perSecond: 1000 * sum("reads") / milliseconds,
      micros: sum("micros") / sum("reads"),
      messages: sum("messages") / sum("reads"),
      ...await revokeAndWatch(setting, workers),
    };
  } finally {
    for (const { stop } of workers) stop();
  }
}

async function revokeAndWatch(
  { revocationCheck, sessions }: ProcessSetting,
  workers: readonly Worker[],
): Promise<Record<string, number>> {
  // Counted while nothing else sends messages.
  const from = sessions - 2 * WATCHED;
  const quiet = await workers[0]?.ask({ act: "revoke", from });
  const spread = 1000 * Math.max(1, revocationCheck);
  const all = (order: Order) => workers.map(({ ask }) => ask(order));
  // Afterwards, each process has read each session, at moments of its own.
  await Promise.all(all({ act: "meet", spread }));
  const watched = all({ act: "watch" });
  await wait(2 * PAUSE);
  const revoked = await workers[0]?.ask({
    act: "revoke",
    from: from + WATCHED,
  });
  const seen = await Promise.all(watched);
  const delays = (revoked?.moments ?? []).map((moment, i) =>
    Math.max(...seen.map(({ moments }) => (moments[i] ?? NaN) - moment))
  );
  return {
    delay: median(delays),
    delayMax: Math.max(...delays),
    revoke: (quiet?.messages ?? NaN) / WATCHED,
  };
}

/** Another process. */
interface Worker {
  ask(order: Order): Promise<Answer>;
  stop(): void;
}

async function startWorker(
  [program = "", ...args]: readonly string[],
): Promise<Worker> {
  const child = spawn(program, args, { stdio: ["pipe", "pipe", "inherit"] });
  const waiting = new Map<number, (answer: Answer) => void>();
  let count = 0;
  await new Promise<void>((resolve, reject) => {
    child.once("exit", () => reject(new Error("a process ended")));
    createInterface(child.stdout).on("line", (line) => {
      // Log output of the library may come before.
      if (!line.startsWith("{")) return;
      const { id, answer } = JSON.parse(line);
      if (id === 0) return resolve();
      waiting.get(id)?.(answer);
      waiting.delete(id);
    });
  });
  return {
    ask: (order) =>
      new Promise((resolve) => {
        const id = ++count;
        waiting.set(id, resolve);
        child.stdin.write(`${JSON.stringify({ id, order })}\n`);
      }),
    stop: () => {
      child.removeAllListeners("exit");
      child.kill();
    },
  };
}

/** The process of one application: carries out the orders of its parent. */
export async function processAppCase(setting: ProcessSetting): Promise<void> {
  const app = await createProcessApp(setting);
  const write = (id: number, answer: Answer) =>
    process.stdout.write(`${JSON.stringify({ id, answer })}\n`);
  write(0, { messages: 0, moments: [] });
  for await (const line of createInterface(process.stdin)) {
    const { id, order } = JSON.parse(line) as { id: number; order: Order };
    carryOut(app, order, setting).then((answer) => write(id, answer));
  }
  process.exit(0);
}

async function carryOut(
  app: ProcessApp,
  order: Order,
  { sessions }: ProcessSetting,
): Promise<Answer> {
  if (order.act === "load") return await bear(app, order.milliseconds);
  const from = order.act === "revoke" ? order.from : sessions - WATCHED;
  const all = Array.from({ length: WATCHED }, (_, i) => from + i);
  if (order.act === "meet") {
    // The first refusal of a process loads code.
    if (await app.read(from - WATCHED)) throw new Error("a revoked session");
    await Promise.all(all.map((i) => meet(app, i, order.spread)));
    return { moments: [], messages: 0 };
  }
  if (order.act === "watch") {
    const moments = await Promise.all(all.map((i) => watch(app, i)));
    return { moments, messages: 0 };
  }
  const moments: number[] = [];
  const before = app.messages();
  for (const i of all) {
    await app.revoke(i);
    moments.push(Date.now());
  }
  return { moments, messages: app.messages() - before };
}

/** Reads sessions, all but the watched ones, for that long. */
async function bear(app: ProcessApp, milliseconds: number): Promise<Answer> {
  const end = performance.now() + milliseconds;
  const [start, before] = [process.cpuUsage(), app.messages()];
  let reads = 0;
  const work = async () => {
    while (performance.now() < end) {
      if (!await app.read(reads++ % 500)) throw new Error("no session");
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  const messages = app.messages() - before;
  return { reads, micros: since(start), messages, moments: [] };
}

/** Reads one session once, at a random moment within the time. */
async function meet(
  app: ProcessApp,
  index: number,
  spread: number,
): Promise<void> {
  await wait(spread * Math.random());
  if (!await app.read(index)) throw new Error("no session to watch");
}

/**
 * Reads one session until it is refused; returns that moment. The sessions are
 * not read all at the same time.
 */
async function watch(app: ProcessApp, index: number): Promise<number> {
  await wait(PAUSE * Math.random());
  while (await app.read(index)) await wait(PAUSE);
  return Date.now();
}
