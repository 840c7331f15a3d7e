import {
  type Attributes,
  findApi,
  type Meter,
  type MeterProvider,
  quietly,
  SCOPE,
} from "./open_telemetry.ts";

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

/** What has been counted. */
interface Counts {
  /** The instruments of each provider of meters; usually there is one. */
  readonly known: WeakMap<MeterProvider, Instruments>;
  /**
   * Reads are so fast that even a counter of an SDK would be felt, so they are
   * counted in numbers that the SDK asks for.
   */
  readonly reads: Record<ReadResult, number>;
}

/** How a read of a session ended: `invalid` had a cookie that opens no session. */
export type ReadResult = "valid" | "none" | "invalid" | "failed";

const COUNTS = Symbol.for("@latchkey/auth counts 1");

/** A process may have several copies of this library, whose numbers are one metric. */
function findCounts(): Counts {
  const place = globalThis as { [COUNTS]?: Counts };
  return place[COUNTS] ??= {
    known: new WeakMap(),
    reads: { valid: 0, none: 0, invalid: 0, failed: 0 },
  };
}

/** Counts one event. */
export function count(
  name: keyof typeof counters,
  attributes: Attributes,
): void {
  const { metrics } = findApi();
  if (!metrics) return;
  quietly(() => {
    const instruments = findInstruments(metrics);
    const counter = instruments.get(name) ??
      metrics.getMeter(SCOPE).createCounter(name, counters[name]);
    instruments.set(name, counter);
    counter.add(1, attributes);
  });
}

/** Whether reads are to be counted. */
export function countsReads(): boolean {
  return Boolean(findApi().metrics);
}

/** Counts a read of a session. */
export function countRead(result: ReadResult): void {
  const { metrics } = findApi();
  const { known, reads } = findCounts();
  reads[result]++;
  if (metrics && !known.has(metrics)) quietly(() => findInstruments(metrics));
}

function findInstruments(metrics: MeterProvider): Instruments {
  const { known, reads } = findCounts();
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
