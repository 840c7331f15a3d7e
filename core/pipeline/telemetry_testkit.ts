/**
 * For tests only: what an SDK of OpenTelemetry registers, with everything that
 * it was told. `e2e/package/telemetry_check.ts` uses the real one, which must not
 * be installed here: other packages change with it.
 *
 * @module
 */

import "../runtime/test_mode_testkit.ts";
import { AsyncLocalStorage } from "node:async_hooks";

type Attributes = Record<string, unknown>;

/** `SpanKind` and `SpanStatusCode` of the API. */
export const [INTERNAL, CLIENT] = [0, 2];
/** Likewise. */
export const [UNSET, ERROR] = [0, 2];

/** A span that has ended. */
export interface Recorded {
  readonly name: string;
  readonly kind: number;
  readonly attributes: Attributes;
  readonly status: { code: number };
  /** The active span when it began. */
  readonly parent: Recorded | undefined;
}

/** What was recorded. */
export interface Telemetry {
  /** Runs work inside a span of the application. */
  run<T>(name: string, work: () => Promise<T>): Promise<T>;
  /** Removes the spans that have ended, and returns them by their end. */
  takeSpans(): Recorded[];
  /**
   * Returns the counts of a metric since the last call, by attributes, as
   * `provider=op result=done`.
   */
  takeCounts(metric: string): Record<string, number>;
  /** Everything that was recorded until now, as text. */
  text(): string;
}

const API = Symbol.for("opentelemetry.js.api.1");

/** Registers what an application's SDK would; undefined: nothing any more. */
export function register(parts: object | undefined): void {
  Reflect.set(globalThis, API, parts);
}

/** Registers an SDK that works. */
export function startTelemetry(): Telemetry {
  const spans = createSpans();
  const meter = createMeter();
  register({
    trace: { getTracer: () => ({ startActiveSpan: spans.startActiveSpan }) },
    context: { active: () => ({ getValue: () => spans.findActive() }) },
    metrics: meter.provider,
  });
  return {
    run: async (name, work) =>
      await spans.startActiveSpan(name, {}, async (span) => {
        try {
          return await work();
        } finally {
          span.end();
        }
      }),
    takeSpans: spans.take,
    takeCounts: meter.take,
    text: () => [...spans.texts, ...meter.texts].join("\n"),
  };
}

interface Span extends Recorded {
  setAttributes(attributes: Attributes): void;
  setStatus(status: { code: number }): void;
  end(): void;
}

function createSpans() {
  const active = new AsyncLocalStorage<Span>();
  let ended: Recorded[] = [];
  const texts: string[] = [];
  const start = (name: string, kind: number, given: Attributes): Span => {
    const attributes = { ...given };
    const status = { code: UNSET };
    const span = {
      ...{ name, kind, attributes, status, parent: active.getStore() },
      setAttributes: (more: Attributes) => void Object.assign(attributes, more),
      setStatus: ({ code }: { code: number }) => void (status.code = code),
      end: () => {
        ended.push(span);
        texts.push(JSON.stringify({ name, attributes, status }));
      },
    };
    return span;
  };
  return {
    texts,
    findActive: () => active.getStore(),
    startActiveSpan: <T>(
      name: string,
      { kind = INTERNAL, attributes = {} }: {
        readonly kind?: number;
        readonly attributes?: Attributes;
      },
      work: (span: Span) => T,
    ): T => {
      const span = start(name, kind, attributes);
      return active.run(span, () => work(span));
    },
    take: () => {
      const taken = ended;
      ended = [];
      return taken;
    },
  };
}

type Observe = (result: {
  observe(value: number, attributes: Attributes): void;
}) => void;

function createMeter() {
  const totals = new Map<string, number>();
  const before = new Map<string, number>();
  const observers: [name: string, observe: Observe][] = [];
  const texts: string[] = [];
  const toKey = (name: string, attributes: Attributes) => {
    const parts = Object.entries(attributes)
      .map(([key, value]) => `${key.replace(/^latchkey\./, "")}=${value}`);
    return `${name} ${parts.join(" ")}`;
  };
  const meter = {
    createCounter: (name: string) => ({
      add: (value: number, attributes: Attributes) => {
        const key = toKey(name, attributes);
        totals.set(key, (totals.get(key) ?? 0) + value);
      },
    }),
    createObservableCounter: (name: string) => ({
      addCallback: (observe: Observe) => void observers.push([name, observe]),
    }),
  };
  return {
    texts,
    provider: { getMeter: () => meter },
    take: (metric: string) => {
      for (const [name, observe] of observers) {
        observe({
          observe: (value, attributes) =>
            totals.set(toKey(name, attributes), value),
        });
      }
      texts.push(JSON.stringify([...totals]));
      const counts: Record<string, number> = {};
      for (const [key, value] of totals) {
        if (!key.startsWith(`${metric} `)) continue;
        const added = value - (before.get(key) ?? 0);
        before.set(key, value);
        if (added > 0) counts[key.slice(metric.length + 1)] = added;
      }
      return counts;
    },
  };
}
