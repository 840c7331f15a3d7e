// deno-lint-ignore-file no-console -- a program for a terminal
/**
 * Checks that the response time reveals no secret:
 *
 *   deno task bench:timing [rounds] [name of a question]
 *
 * Sends requests for the two sides of each question, such as a known and an
 * unknown user, in turns and in changing order. Exits with 1 if the medians are
 * more than 5 % apart, or if the responses differ in anything but their random
 * parts.
 *
 * @module
 */

import process from "node:process";
import { askByPassword } from "./credentials_timing.ts";
import { askByComparison, askByCsrf } from "./csrf_timing.ts";
import { askByMail } from "./email_timing.ts";
import { askByNearSession, askBySession } from "./session_timing.ts";

/** A question, and how to ask it. */
export interface Question {
  /** The subjects of the two responses. */
  readonly sides: readonly [string, string];
  /** Sends a request for one of the two. */
  readonly ask: (side: string) => Promise<Response>;
  /**
   * The status of every response, and its required target: a failed response
   * does not count.
   */
  readonly target: RegExp;
  /**
   * True if the client needs the secret in order to ask: it is measured, but
   * not judged.
   */
  readonly isOpen?: true;
}

const WARM_UP = 50;

/** Times in milliseconds of both sides, and the kinds of responses received. */
interface Measured {
  readonly times: readonly [number[], number[]];
  readonly kinds: Set<string>;
}

async function measure(
  { sides, ask, target }: Question,
  rounds: number,
): Promise<Measured> {
  const times: Measured["times"] = [[], []];
  const kinds = new Set<string>();
  for (let round = -WARM_UP; round < rounds; round++) {
    for (const i of round % 2 ? [0, 1] as const : [1, 0] as const) {
      const start = performance.now();
      const answer = await ask(sides[i]);
      const body = await answer.text();
      const time = performance.now() - start;
      const end = `${answer.status} ${answer.headers.get("location") ?? ""}`;
      if (!target.test(end)) throw new Error(`another answer: ${end}`);
      kinds.add(describe(answer, body));
      if (round >= 0) times[i].push(time);
    }
  }
  return { times, kinds };
}

/**
 * Describes a response as an observer sees it: tokens and dates differ each
 * time, but not in length.
 */
function describe({ status, headers }: Response, body: string): string {
  const lengths = [...headers].map(([name, value]) => [name, value.length]);
  return JSON.stringify([status, lengths, body.length]);
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? NaN;
}

/**
 * Returns how often a response for the first side took longer than one for the
 * second: a half if the time reveals nothing.
 */
function countSlower([first, second]: Measured["times"]): number {
  const sorted = second.toSorted((a, b) => a - b);
  let below = 0;
  let sum = 0;
  for (const time of first.toSorted((a, b) => a - b)) {
    while (below < sorted.length && (sorted[below] ?? 0) < time) below++;
    sum += below;
  }
  return sum / (first.length * second.length);
}

/** @returns whether the two sides are indistinguishable */
async function compare(
  name: string,
  question: Question,
  rounds: number,
): Promise<boolean> {
  const { times, kinds } = await measure(question, rounds);
  const [first, second] = question.sides;
  const [one = NaN, other = NaN] = times.map(median);
  const ratio = one / other;
  console.log(
    `${name}: ${first} ${one.toFixed(3)} ms, ${second} ${
      other.toFixed(3)
    } ms, ` +
      `ratio ${ratio.toFixed(3)}; ${first} slower in ` +
      `${
        (100 * countSlower(times)).toFixed(1)
      } %; ${kinds.size} kind of answer`,
  );
  const isSame = Math.abs(ratio - 1) <= 0.05 || question.isOpen === true;
  return isSame && kinds.size === 1;
}

if (import.meta.main) {
  const [rounds = "2000", only] = process.argv.slice(2);
  const questions: Record<string, () => Question | Promise<Question>> = {
    password: askByPassword,
    mail: askByMail,
    csrf: askByCsrf,
    comparison: askByComparison,
    "near-memory": askByNearSession("memory"),
    "near-sqlite": askByNearSession("sqlite"),
    "session-memory": askBySession("memory"),
    "session-sqlite": askBySession("sqlite"),
  };
  for (const [name, create] of Object.entries(questions)) {
    if (only !== undefined && only !== name) continue;
    const isSame = await compare(name, await create(), Number(rounds));
    if (!isSame) process.exitCode = 1;
  }
}
