/**
 * Measures what telemetry and the audit trail cost: the same work with and
 * without them, in alternating blocks of one process.
 *
 * @module
 */

import { load } from "../load.ts";
import { createLatchkey } from "../subjects/latchkey.ts";
import { createOwnParty } from "../subjects/sign_in.ts";
import { measure, median } from "./measure.ts";
import { assertReads } from "./read.ts";
import { signIn } from "./sign_in.ts";

/** The amount of work. */
export interface Extras {
  readonly sessions: number;
  readonly reads: number;
  readonly signIns: number;
  readonly blocks: number;
}

/** Measures reads and sign-ins: microseconds of CPU, and times those without. */
export async function extrasCase(
  { sessions, reads, signIns, blocks }: Extras,
): Promise<Record<string, number>> {
  const subject = createLatchkey();
  const cookies = await subject.cookies(sessions);
  await assertReads(subject, cookies);
  const { createFaultProvider } = await import("@latchkey/auth/testing");
  const op = await createFaultProvider();
  const plain = await createOwnParty(op);
  const audited = await createOwnParty(op, { audit: () => {} });
  const read = () =>
    measure(reads, (i) => subject.read(cookies[i % sessions] ?? ""));
  const enter = (party = plain) => measure(signIns, () => signIn(party, op));
  const traced = await createTelemetry();
  const [reading, entering, telling] = [
    await compare(blocks, read, () => traced(read)),
    await compare(blocks, enter, () => traced(enter)),
    await compare(blocks, enter, () => enter(audited)),
  ];
  return {
    read: reading.one,
    readTraced: reading.over,
    enter: entering.one,
    enterTraced: entering.over,
    enterAudited: telling.over,
  };
}

/** The packages of the SDK, as far as they are used. */
interface Sdk {
  readonly BasicTracerProvider: new () => object;
  readonly MeterProvider: new () => object;
  readonly AsyncLocalStorageContextManager: new () => object;
}

interface Api {
  setGlobalTracerProvider(provider: object): unknown;
  setGlobalMeterProvider(provider: object): unknown;
  setGlobalContextManager(manager: object): unknown;
  disable(): void;
}

/** Makes a function that does work while an SDK is set up, which exports nothing. */
async function createTelemetry(): Promise<
  <T>(work: () => Promise<T>) => Promise<T>
> {
  const { context, metrics, trace } = await load<
    Readonly<Record<"context" | "metrics" | "trace", Api>>
  >("@opentelemetry/api");
  const [tracing, metering, hooks] = [
    await load<Sdk>("@opentelemetry/sdk-trace-base"),
    await load<Sdk>("@opentelemetry/sdk-metrics"),
    await load<Sdk>("@opentelemetry/context-async-hooks"),
  ];
  const tracers = new tracing.BasicTracerProvider();
  const meters = new metering.MeterProvider();
  const manager = new hooks.AsyncLocalStorageContextManager();
  return async (work) => {
    context.setGlobalContextManager(manager);
    trace.setGlobalTracerProvider(tracers);
    metrics.setGlobalMeterProvider(meters);
    try {
      return await work();
    } finally {
      for (const api of [context, trace, metrics]) api.disable();
    }
  };
}

type Block = () => Promise<number>;

async function compare(
  blocks: number,
  one: Block,
  other: Block,
): Promise<{ one: number; over: number }> {
  const found: [number, number][] = [];
  // The first ones warm up.
  for (let block = -blocks; block < blocks; block++) {
    // The second one has a warmer cache, so the order alternates.
    const [first, second] = block % 2 === 0 ? [one, other] : [other, one];
    const values = [await first(), await second()];
    if (first !== one) values.reverse();
    const [a = NaN, b = NaN] = values;
    if (block >= 0) found.push([a, b]);
  }
  return {
    one: median(found.map(([a]) => a)),
    over: median(found.map(([a, b]) => b / a)),
  };
}
