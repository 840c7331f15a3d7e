import { isPromise } from "./maybe_promise.ts";
import type { Awaitable } from "../model/model.ts";
import {
  type Api,
  type Attributes,
  findApi,
  quietly,
  SCOPE,
  type Span,
} from "./open_telemetry.ts";

/** Adds attributes to a span; does nothing without telemetry. */
export type Annotate = (attributes: Attributes, isFault?: boolean) => void;

/** What a span says from the start. */
export interface SpanFacts {
  readonly name: string;
  /** Whether it is a request to another system. */
  readonly leaves?: boolean;
  readonly attributes?: Attributes;
}

/** The key of the active span in its context. */
const ACTIVE = Symbol.for("OpenTelemetry Context Key SPAN");
/** `SpanKind` and `SpanStatusCode` of the API. */
const [INTERNAL, CLIENT, ERROR] = [0, 2, 2];
/** The attribute that says what went wrong. */
const ERROR_TYPE = "error.type";

/**
 * Does work inside a span, whose parent is the active one. Without telemetry,
 * this only calls it. A synchronous result stays synchronous in any case.
 */
export function inSpan<T>(
  toFacts: () => SpanFacts,
  work: (annotate: Annotate) => Awaitable<T>,
): Awaitable<T> {
  const { trace } = findApi();
  return trace ? follow(trace, toFacts, work) : work(() => {});
}

function follow<T>(
  trace: NonNullable<Api["trace"]>,
  toFacts: () => SpanFacts,
  work: (annotate: Annotate) => Awaitable<T>,
): Awaitable<T> {
  const done: { take?: () => Awaitable<T> } = {};
  let isOver = false;
  quietly(() => {
    const { name, leaves = false, attributes = {} } = toFacts();
    const options = { kind: leaves ? CLIENT : INTERNAL, attributes };
    trace.getTracer(SCOPE).startActiveSpan(name, options, (span) => {
      // An SDK that calls late, or again, must not repeat the work.
      if (isOver) return span.end();
      isOver = true;
      done.take = perform(span, work);
    });
  });
  isOver = true;
  return done.take === undefined ? work(() => {}) : done.take();
}

/** Does work; returns what gives its result, or throws what it threw. */
function perform<T>(
  span: Span,
  work: (annotate: Annotate) => Awaitable<T>,
): () => Awaitable<T> {
  let isExplained = false;
  const annotate: Annotate = (attributes, isFault = false) => {
    isExplained ||= ERROR_TYPE in attributes;
    quietly(() => {
      span.setAttributes(attributes);
      if (isFault) span.setStatus({ code: ERROR });
    });
  };
  const end = () => quietly(() => span.end());
  const fail = (error: unknown) => {
    if (!isExplained) annotate({ [ERROR_TYPE]: toErrorType(error) }, true);
    end();
  };
  try {
    const result = work(annotate);
    if (!isPromise(result)) {
      end();
      return () => result;
    }
    const settled = settle(result, end, fail);
    return () => settled;
  } catch (error) {
    fail(error);
    return () => {
      throw error;
    };
  }
}

async function settle<T>(
  result: PromiseLike<T>,
  end: () => void,
  fail: (error: unknown) => void,
): Promise<T> {
  try {
    const value = await result;
    end();
    return value;
  } catch (error) {
    fail(error);
    throw error;
  }
}

/** Whether there are spans to say more about. */
export function isTraced(): boolean {
  return Boolean(findApi().trace);
}

/** Adds attributes to the active span, if there is one. */
export function annotateActive(attributes: Attributes): void {
  quietly(() =>
    findApi().context?.active().getValue(ACTIVE)?.setAttributes(attributes)
  );
}

/**
 * The name of an error, because its message may hold anything; in the words of
 * the conventions for one that says nothing.
 */
function toErrorType(error: unknown): string {
  try {
    const { name } = error as Error;
    return /^[A-Za-z]{1,40}$/.test(name) ? name : OTHER;
  } catch {
    return OTHER;
  }
}

const OTHER = "_OTHER";
