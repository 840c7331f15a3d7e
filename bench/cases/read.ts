import { createSubject } from "../subjects/mod.ts";
import type { Subject } from "../subjects/subject.ts";
import { createLimit } from "./limit.ts";
import { measure, measureSync, median } from "./measure.ts";

/** The amount of work. */
export interface Amount {
  /** The number of different sessions. */
  readonly sessions: number;
  /**
   * Reads before the measurement: the same for every library, or the slow ones
   * would look slower than they are.
   */
  readonly warmUp: number;
  /** Reads per block. */
  readonly reads: number;
  /** Blocks; the limit is measured between them. */
  readonly blocks: number;
}

/**
 * Measures session reads in process: microseconds of CPU with a different token
 * each time, with one token repeatedly, and of the limit in between. A block is
 * compared with the limit measured right beside it: a temporary slowdown of the
 * machine affects both.
 */
export async function readCase(
  name: string,
  { sessions, warmUp, reads, blocks }: Amount,
): Promise<Record<string, number>> {
  const subject = await createSubject(name);
  const cookies = await subject.cookies(sessions);
  await assertReads(subject, cookies);
  const limit = createLimit(2000);
  const [one = ""] = cookies;
  const distinct = (i: number) => subject.read(cookies[i % sessions] ?? "");
  const repeated = () => subject.read(one);
  // Only a library that caches tokens would be faster with one.
  const isOurs = name.startsWith("Latchkey");
  await measure(warmUp, distinct);
  measureSync(10_000, limit);
  const found: Record<"distinct" | "repeated" | "limit", number[]> = {
    distinct: [],
    repeated: [],
    limit: [],
  };
  for (let block = 0; block < blocks; block++) {
    found.limit.push(measureSync(2000, limit));
    found.distinct.push(await measure(reads, distinct));
    if (isOurs) found.repeated.push(await measure(reads, repeated));
  }
  const over = (values: readonly number[]) =>
    median(values.map((value, i) => value / (found.limit[i] ?? NaN)));
  return {
    limit: median(found.limit),
    distinct: median(found.distinct),
    distinctOver: over(found.distinct),
    ...(isOurs ? { repeated: median(found.repeated) } : {}),
    ...(isOurs ? { repeatedOver: over(found.repeated) } : {}),
  };
}

/**
 * Asserts that reads find the session: a failing read would be fast, and
 * meaningless.
 */
export async function assertReads(
  subject: Subject,
  cookies: readonly string[],
): Promise<void> {
  const people = new Set<string | undefined>();
  for (const cookie of cookies.slice(0, 10)) {
    people.add((await subject.read(cookie))?.email);
  }
  if (people.has(undefined)) throw new Error("a session was not found");
  if (people.size < Math.min(10, cookies.length)) {
    throw new Error("different tokens gave the same person");
  }
}

/** Compares one configured provider with many, in one process. */
export async function providersCase(
  name: string,
  amount: Amount,
  many: number,
): Promise<Record<string, number>> {
  const few = await createSubject(name, { providers: 1 });
  const lots = await createSubject(name, { providers: many });
  const found = await compare(few, lots, amount);
  return { few: found.one, many: found.other, over: found.over };
}

/**
 * Measures two subjects in alternating blocks: microseconds of CPU per read, and
 * how the blocks of each pair compare.
 */
async function compare(
  one: Subject,
  other: Subject,
  { sessions, warmUp, reads, blocks }: Amount,
): Promise<Record<"one" | "other" | "over", number>> {
  const cookies = await one.cookies(sessions);
  await assertReads(other, cookies);
  const found: { one: number[]; other: number[] } = { one: [], other: [] };
  const read = (subject: Subject, count = reads) =>
    measure(count, (i) => subject.read(cookies[i % sessions] ?? ""));
  for (const subject of [one, other]) await read(subject, warmUp);
  for (let block = 0; block < blocks; block++) {
    // The second one has a warmer cache, so the order alternates.
    const order = block % 2 === 0 ? [one, other] : [other, one];
    for (const subject of order) {
      found[subject === one ? "one" : "other"].push(await read(subject));
    }
  }
  const over = found.other.map((value, i) => value / (found.one[i] ?? NaN));
  return {
    one: median(found.one),
    other: median(found.other),
    over: median(over),
  };
}

/** Measures reads of sessions of a size in bytes. */
export async function payloadCase(
  name: string,
  { sessions, warmUp, reads, blocks }: Amount,
  bytes: number,
): Promise<Record<string, number>> {
  const subject = await createSubject(name);
  const cookies = await subject.cookies(sessions, bytes);
  await assertReads(subject, cookies);
  const read = (i: number) => subject.read(cookies[i % sessions] ?? "");
  await measure(warmUp, read);
  const found: number[] = [];
  for (let block = 0; block < blocks; block++) {
    found.push(await measure(reads, read));
  }
  return { micros: median(found) };
}
