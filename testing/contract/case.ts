/**
 * The building blocks of contract cases: plain data that any test runner can
 * loop over, and checks that throw an ordinary Error.
 */

import type { Adapter } from "../../core/model/adapter.ts";
import type { Awaitable } from "../../core/model/model.ts";

/**
 * Whether an implementation that fails a case is broken, or only less good than
 * it could be.
 */
export type ContractLevel = "required" | "recommended";

/** One rule of a contract. */
export interface ContractCase {
  /** The rule, as a sentence. */
  readonly name: string;
  /**
   * Required: without it the library misbehaves. Recommended: the library
   * works, but less well, for the given reason.
   */
  readonly level: ContractLevel;
  /**
   * The consequence of failing a recommended case; empty for a required one.
   */
  readonly reason: string;
  /** Methods and flags that the case needs in order to apply. */
  readonly needs: readonly string[];
  /**
   * Runs the case on a new and empty instance.
   *
   * @returns null if it passed, else why it was skipped
   * @throws {Error} if the case failed; the message says what was found instead
   */
  run(): Promise<string | null>;
}

/** The outcome of a case. */
export interface ContractRow {
  /** The case. */
  readonly name: string;
  /** The case's level. */
  readonly level: ContractLevel;
  /** The outcome. */
  readonly verdict: "passed" | "failed" | "skipped";
  /** The reason if it failed or was skipped; empty if it passed. */
  readonly reason: string;
}

/** Runs cases one after another and returns the outcome of each. */
export async function runCases(
  cases: readonly ContractCase[],
): Promise<ContractRow[]> {
  const rows: ContractRow[] = [];
  for (const one of cases) rows.push(await runCase(one));
  return rows;
}

async function runCase(one: ContractCase): Promise<ContractRow> {
  const { name, level } = one;
  try {
    const reason = await one.run();
    const verdict = reason === null ? "passed" : "skipped";
    return { name, level, verdict, reason: reason ?? "" };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { name, level, verdict: "failed", reason };
  }
}

/** An adapter that has these methods and flags. */
export type Having<K extends keyof Adapter> =
  & Adapter
  & { [P in K]-?: NonNullable<Adapter[P]> };

/** A case of the adapter contract before it has an adapter. */
export interface AdapterCheck {
  readonly name: string;
  readonly level: ContractLevel;
  readonly reason: string;
  readonly needs: readonly (keyof Adapter)[];
  readonly check: (adapter: Adapter) => Promise<void>;
}

/** A group of checks that share the same needs. */
export type Checks<K extends keyof Adapter> = Readonly<
  Record<string, (adapter: Having<K>) => Promise<void>>
>;

/** Declares cases that every adapter with these methods has to pass. */
export function requireCases<const K extends keyof Adapter>(
  needs: readonly K[],
  checks: Checks<K>,
): AdapterCheck[] {
  return Object.entries(checks).map(([name, check]) => ({
    name,
    level: "required",
    reason: "",
    needs,
    // The contract runs a check only for adapters that meet its needs.
    check: (adapter) => check(adapter as Having<K>),
  }));
}

/**
 * Declares cases that a good adapter passes; the reason says what is lost
 * without them.
 */
export function recommendCases<const K extends keyof Adapter>(
  reason: string,
  needs: readonly K[],
  checks: Checks<K>,
): AdapterCheck[] {
  return requireCases(needs, checks)
    .map((one) => ({ ...one, level: "recommended", reason }));
}

/** Fails the case unless the value is true. */
export function assertTrue(value: boolean, what: string): void {
  if (!value) throw new Error(what);
}

/**
 * Fails the case unless both values are the same; dates are compared by time.
 */
export function assertSame(
  actual: unknown,
  expected: unknown,
  what: string,
): void {
  if (show(actual) === show(expected)) return;
  throw new Error(`${what}: expected ${show(expected)}, got ${show(actual)}`);
}

/**
 * Fails the case unless the value is null: "not found" is null, and undefined
 * is an adapter's mistake.
 */
export function assertNull(actual: unknown, what: string): void {
  assertSame(actual, null, what);
}

/**
 * Fails the case unless a record has these fields. An id may be of any type, and
 * an empty field may be null or absent.
 */
export function assertFields(
  record: object | null | undefined,
  expected: object,
  what: string,
): void {
  if (record === null || record === undefined) {
    throw new Error(`${what}: expected a record, got ${show(record)}`);
  }
  const fields: Readonly<Record<string, unknown>> = { ...record };
  for (const [name, value] of Object.entries(expected)) {
    const actual = fields[name] ?? null;
    const isId = name === "id" || name === "userId";
    assertSame(
      isId ? String(actual) : actual,
      isId ? String(value) : value ?? null,
      `${what}: ${name}`,
    );
  }
}

/** Fails the case unless the call throws or rejects. */
export async function assertThrows(
  act: () => Awaitable<unknown>,
  what: string,
): Promise<void> {
  try {
    await act();
  } catch {
    return;
  }
  throw new Error(`${what}: expected an error, and nothing was thrown`);
}

/**
 * Fails the case unless a promise rejects; a synchronous exception would escape
 * a `catch` of the promise.
 */
export async function assertRejects(
  act: () => Awaitable<unknown>,
  what: string,
): Promise<void> {
  let answer: Awaitable<unknown>;
  try {
    answer = act();
  } catch {
    throw new Error(`${what}: threw at once, and must reject`);
  }
  await assertThrows(() => answer, what);
}

/** Runs the same action many times concurrently, and returns each outcome. */
export async function race<T>(
  times: number,
  act: (i: number) => Awaitable<T>,
): Promise<PromiseSettledResult<T>[]> {
  const runs = Array.from({ length: times }, async (_, i) => await act(i));
  return await Promise.allSettled(runs);
}

/** Returns the values of the calls that succeeded. */
export function toValues<T>(results: readonly PromiseSettledResult<T>[]): T[] {
  return results.flatMap((one) =>
    one.status === "fulfilled" ? [one.value] : []
  );
}

function show(value: unknown): string {
  if (value instanceof Date) {
    return `Date(${Number.isNaN(+value) ? "invalid" : value.toISOString()})`;
  }
  if (Array.isArray(value)) return `[${value.map(show).join(", ")}]`;
  if (typeof value === "string") return JSON.stringify(value);
  if (typeof value !== "object" || value === null) return String(value);
  const fields = Object.entries(value).sort(([a], [b]) => a < b ? -1 : 1)
    .map(([name, field]) => `${name}: ${show(field)}`);
  return `{ ${fields.join(", ")} }`;
}
