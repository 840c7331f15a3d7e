/**
 * Spans and metrics by OpenTelemetry, if the application has set it up. The API
 * is used where `@opentelemetry/api` 1.x registers it for all of its copies, so
 * nothing depends on that package, and Deno's own implementation is found as
 * well. Nothing here may break a request: a failing SDK is ignored.
 *
 * @module
 */

import type { Awaitable } from "../model/model.ts";

/** Attributes of a span or of a measurement. None may be personal data. */
export type Attributes = Readonly<Record<string, string | number>>;

/** Adds attributes to a span; does nothing without telemetry. */
export type Annotate = (attributes: Attributes, isFault?: boolean) => void;

/** What a span says from the start. */
export interface SpanFacts {
  readonly name: string;
  /** Whether it is a request to another system. */
  readonly leaves?: boolean;
  readonly attributes?: Attributes;
}

interface Span {
  setAttributes(attributes: Attributes): unknown;
  setStatus(status: { code: number }): unknown;
  end(): void;
}

interface Tracer {
  startActiveSpan(
    name: string,
    options: { kind: number; attributes: Attributes },
    work: (span: Span) => unknown,
  ): unknown;
}

type Observe = (result: {
  observe(value: number, attributes: Attributes): void;
}) => void;

interface Meter {
  createCounter(name: string, options: Description): {
    add(value: number, attributes: Attributes): void;
  };
  createObservableCounter(name: string, options: Description): {
    addCallback(observe: Observe): void;
  };
}

interface Description {
  readonly description: string;
  readonly unit: string;
}

interface MeterProvider {
  getMeter(name: string): Meter;
}

/** What an SDK has registered. */
interface Api {
  readonly trace?: { getTracer(name: string): Tracer };
  readonly metrics?: MeterProvider;
  readonly context?: {
    active(): {
      getValue(key: symbol): Pick<Span, "setAttributes"> | undefined;
    };
  };
}

/** The key of the active span in its context. */
const ACTIVE = Symbol.for("OpenTelemetry Context Key SPAN");
const API = Symbol.for("opentelemetry.js.api.1");
const SCOPE = "@latchkey/auth";
/** `SpanKind` and `SpanStatusCode` of the API. */
const [INTERNAL, CLIENT, ERROR] = [0, 2, 2];

function findApi(): Api {
  return (globalThis as { readonly [API]?: Api })[API] ?? {};
}

/**
 * Does work inside a span, whose parent is the active one. Without telemetry,
 * this only calls it, and a synchronous result stays synchronous.
 */
export function inSpan<T>(
  toFacts: () => SpanFacts,
  work: (annotate: Annotate) => Awaitable<T>,
): Awaitable<T> {
  const { trace } = findApi();
  return trace === undefined
    ? work(() => {})
    : follow(() => trace.getTracer(SCOPE), toFacts, work);
}

async function follow<T>(
  getTracer: () => Tracer,
  toFacts: () => SpanFacts,
  work: (annotate: Annotate) => Awaitable<T>,
): Promise<T> {
  let done: Promise<T> | undefined;
  quietly(() => {
    const { name, leaves = false, attributes = {} } = toFacts();
    const kind = leaves ? CLIENT : INTERNAL;
    getTracer().startActiveSpan(name, { kind, attributes }, (span) => {
      done = fill(span, work);
    });
  });
  return await (done ?? work(() => {}));
}

async function fill<T>(
  span: Span,
  work: (annotate: Annotate) => Awaitable<T>,
): Promise<T> {
  const annotate: Annotate = (attributes, isFault = false) =>
    quietly(() => {
      span.setAttributes(attributes);
      if (isFault) span.setStatus({ code: ERROR });
    });
  try {
    return await work(annotate);
  } catch (error) {
    annotate({ "error.type": toErrorType(error) }, true);
    throw error;
  } finally {
    quietly(() => span.end());
  }
}

/** Whether there are spans to say more about. */
export function isTraced(): boolean {
  return findApi().trace !== undefined;
}

/** Adds attributes to the active span, if there is one. */
export function annotateActive(attributes: Attributes): void {
  quietly(() =>
    findApi().context?.active().getValue(ACTIVE)?.setAttributes(attributes)
  );
}

/** The name of an error: its message may hold anything. */
function toErrorType(error: unknown): string {
  const { name } = error instanceof Error ? error : { name: "" };
  // The name of the conventions for one that says nothing.
  return /^[A-Za-z]{1,40}$/.test(name) ? name : "_OTHER";
}

const counters = {
  "latchkey.sign_ins": {
    description: "Sign-ins, by provider and result.",
    unit: "{sign_in}",
  },
  "latchkey.failures": {
    description: "Requests to auth routes that failed, by type of error.",
    unit: "{failure}",
  },
  "latchkey.refusals": {
    description: "Attempts that a rate limit refused.",
    unit: "{refusal}",
  },
  "latchkey.token.refreshes": {
    description: "Renewals of a provider's access tokens.",
    unit: "{refresh}",
  },
} as const;

type Instruments = Map<string, ReturnType<Meter["createCounter"]>>;

/** The instruments of each provider of meters; usually there is one. */
const known = new WeakMap<MeterProvider, Instruments>();

/** Counts one event. */
export function count(
  name: keyof typeof counters,
  attributes: Attributes,
): void {
  const { metrics } = findApi();
  if (metrics === undefined) return;
  quietly(() => {
    const instruments = findInstruments(metrics);
    const counter = instruments.get(name) ??
      metrics.getMeter(SCOPE).createCounter(name, counters[name]);
    instruments.set(name, counter);
    counter.add(1, attributes);
  });
}

/** How a read of a session ended: `invalid` had a cookie that opens no session. */
export type ReadResult = "valid" | "none" | "invalid" | "failed";

/**
 * Reads are so fast that even a counter of an SDK would be felt, so they are
 * counted in numbers that the SDK asks for.
 */
const reads: Record<ReadResult, number> = {
  valid: 0,
  none: 0,
  invalid: 0,
  failed: 0,
};

/** Whether reads are to be counted. */
export function countsReads(): boolean {
  return findApi().metrics !== undefined;
}

/** Counts a read of a session. */
export function countRead(result: ReadResult): void {
  reads[result]++;
  const { metrics } = findApi();
  if (metrics !== undefined && !known.has(metrics)) {
    quietly(() => findInstruments(metrics));
  }
}

function findInstruments(metrics: MeterProvider): Instruments {
  const found = known.get(metrics);
  if (found !== undefined) return found;
  const made: Instruments = new Map();
  known.set(metrics, made);
  metrics.getMeter(SCOPE).createObservableCounter("latchkey.session.reads", {
    description: "Reads of sessions, by result.",
    unit: "{read}",
  }).addCallback((result) => {
    for (const [name, value] of Object.entries(reads)) {
      result.observe(value, { "latchkey.session.result": name });
    }
  });
  return made;
}

/** An SDK that throws must not fail the request that it describes. */
function quietly(tell: () => void): void {
  try {
    tell();
  } catch {
    // The SDK reports its own errors.
  }
}
