/**
 * What the cases of a contract are made of: plain data that any test runner can
 * loop over, and checks that throw an ordinary Error.
 */

import type { Adapter } from "../../core/model/adapter.ts";
import type { Awaitable } from "../../core/model/model.ts";

/** Whether something that fails a case is broken, or less good than it could be. */
export type ContractLevel = "required" | "recommended";

/** One sentence of a contract. */
export interface ContractCase {
  /** What has to be true. */
  readonly name: string;
  /** Required: without it the library misbehaves. Recommended: it works, for the given reason not as well. */
  readonly level: ContractLevel;
  /** What goes wrong without a recommended case; empty for a required one. */
  readonly reason: string;
  /** Methods and flags without which the case does not apply. */
  readonly needs: readonly string[];
  /**
   * Tries the case on something new and empty.
   *
   * @returns null if it passed, else why it was skipped
   * @throws {Error} if the case failed; the message says what came instead
   */
  run(): Promise<string | null>;
}

/** How a case ended. */
export interface ContractRow {
  /** The case. */
  readonly name: string;
  /** The case's level. */
  readonly level: ContractLevel;
  /** How it ended. */
  readonly verdict: "passed" | "failed" | "skipped";
  /** Why it failed or was skipped; empty for one that passed. */
  readonly reason: string;
}

/** Runs cases one after another and notes how each ended. */
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

/** Cases that every adapter with these methods has to pass. */
export function requireCases<const K extends keyof Adapter>(
  needs: readonly K[],
  checks: Checks<K>,
): AdapterCheck[] {
  return Object.entries(checks).map(([name, check]) => ({
    name,
    level: "required",
    reason: "",
    needs,
    // The contract runs a check only with an adapter that has what it needs.
    check: (adapter) => check(adapter as Having<K>),
  }));
}

/** Cases that a good adapter passes; the reason says what is lost without. */
export function recommendCases<const K extends keyof Adapter>(
  reason: string,
  needs: readonly K[],
  checks: Checks<K>,
): AdapterCheck[] {
  return requireCases(needs, checks)
    .map((one) => ({ ...one, level: "recommended", reason }));
}

/** Fails the case unless something is true. */
export function assertTrue(value: boolean, what: string): void {
  if (!value) throw new Error(what);
}

/** Fails the case unless both are the same; dates by their time. */
export function assertSame(
  actual: unknown,
  expected: unknown,
  what: string,
): void {
  if (show(actual) === show(expected)) return;
  throw new Error(`${what}: expected ${show(expected)}, got ${show(actual)}`);
}

/** Null is what "not found" looks like: undefined is an adapter's mistake. */
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

/** Fails the case unless something throws or rejects. */
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

/** Fails the case unless a promise rejects; an exception at once would escape a `catch` of the promise. */
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

/** Does the same many times at once, and says how each ended. */
export async function race<T>(
  times: number,
  act: (i: number) => Awaitable<T>,
): Promise<PromiseSettledResult<T>[]> {
  const runs = Array.from({ length: times }, async (_, i) => await act(i));
  return await Promise.allSettled(runs);
}

/** The values of what did not throw. */
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
