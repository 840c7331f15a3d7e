/**
 * What of OpenTelemetry is used, and where it is found: `@opentelemetry/api` 1.x
 * registers an SDK for all of its copies, so nothing depends on that package,
 * and Deno's own implementation is found as well. Nothing here may break a
 * request: a failing SDK is ignored.
 *
 * @module
 */

/** Attributes of a span or of a measurement. None may be personal data. */
export type Attributes = Readonly<Record<string, string | number>>;

/** A span that has begun. */
export interface Span {
  setAttributes(attributes: Attributes): unknown;
  setStatus(status: { code: number }): unknown;
  end(): void;
}

/** Begins spans. */
export interface Tracer {
  startActiveSpan(
    name: string,
    options: { kind: number; attributes: Attributes },
    work: (span: Span) => unknown,
  ): unknown;
}

/** Reads numbers when they are exported. */
type Observe = (result: {
  observe(value: number, attributes: Attributes): void;
}) => void;

/** Makes instruments. */
export interface Meter {
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

/** Makes meters. */
export interface MeterProvider {
  getMeter(name: string): Meter;
}

/** What an SDK has registered. */
export interface Api {
  readonly trace?: { getTracer(name: string): Tracer } | undefined;
  readonly metrics?: MeterProvider | undefined;
  readonly context?: {
    active(): {
      getValue(key: symbol): Pick<Span, "setAttributes"> | undefined;
    };
  } | undefined;
}

/** The attribute that names a provider, if there is one. */
export function toProvider(id: string | null | undefined): Attributes {
  return id ? { "latchkey.provider": id } : {};
}

const API = Symbol.for("opentelemetry.js.api.1");
/** The name of this library's tracer and meter. */
export const SCOPE = "@latchkey/auth";

/** Finds what is registered now. */
export function findApi(): Api {
  try {
    const { trace, metrics, context } =
      (globalThis as { readonly [API]?: Api })[API] ?? {};
    return { trace, metrics, context };
  } catch {
    return {};
  }
}

/** An SDK that throws must not fail the request that it describes. */
export function quietly(tell: () => void): void {
  try {
    tell();
  } catch {
    // The SDK reports its own errors.
  }
}
