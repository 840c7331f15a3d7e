// deno-lint-ignore-file no-console -- a program for a terminal
/**
 * Whether the time of an answer tells who is known:
 *
 *   deno task bench:timing [rounds] [password | mail]
 *
 * Asks about somebody who is known and somebody who is not, in turns and in
 * changing order. Ends with 1 if the medians are more than 5 % apart, or if the
 * answers differ in anything but what is random in them.
 *
 * @module
 */

import process from "node:process";
import { askByPassword } from "./credentials_timing.ts";
import { askByMail } from "./email_timing.ts";

/** What is asked, and how. */
export interface Question {
  /** Asks about one of the two. */
  readonly ask: (who: Who) => Promise<Response>;
  /** Where every answer has to lead to: one that failed is no answer. */
  readonly target: RegExp;
}
/** Whom an answer is about. */
export type Who = "known" | "unknown";

const both: readonly Who[] = ["known", "unknown"];
const WARM_UP = 50;

/** Times in milliseconds, and the kinds of answer that came. */
interface Measured {
  readonly times: Readonly<Record<Who, number[]>>;
  readonly kinds: Set<string>;
}

async function measure(
  { ask, target }: Question,
  rounds: number,
): Promise<Measured> {
  const times: Record<Who, number[]> = { known: [], unknown: [] };
  const kinds = new Set<string>();
  for (let round = -WARM_UP; round < rounds; round++) {
    for (const who of round % 2 ? both : both.toReversed()) {
      const start = performance.now();
      const answer = await ask(who);
      const body = await answer.text();
      const time = performance.now() - start;
      const location = answer.headers.get("location") ?? "";
      if (!target.test(location)) {
        throw new Error(`${answer.status} instead of a redirect: ${location}`);
      }
      kinds.add(describe(answer, body));
      if (round >= 0) times[who].push(time);
    }
  }
  return { times, kinds };
}

/** What an observer sees: tokens and dates are others each time, and as long as each other. */
function describe({ status, headers }: Response, body: string): string {
  const lengths = [...headers].map(([name, value]) => [name, value.length]);
  return JSON.stringify([status, lengths, body.length]);
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? NaN;
}

/** How often an answer about somebody known took longer than one about somebody unknown: a half if the time tells nothing. */
function countSlower({ known, unknown }: Measured["times"]): number {
  const sorted = unknown.toSorted((a, b) => a - b);
  let below = 0;
  let sum = 0;
  for (const time of known.toSorted((a, b) => a - b)) {
    while (below < sorted.length && (sorted[below] ?? 0) < time) below++;
    sum += below;
  }
  return sum / (known.length * unknown.length);
}

/** @returns whether nothing can be told */
async function compare(
  name: string,
  question: Question,
  rounds: number,
): Promise<boolean> {
  const { times, kinds } = await measure(question, rounds);
  const [known = NaN, unknown = NaN] = both.map((who) => median(times[who]));
  const ratio = known / unknown;
  console.log(
    `${name}: known ${known.toFixed(3)} ms, unknown ${
      unknown.toFixed(3)
    } ms, ` +
      `ratio ${ratio.toFixed(3)}; known slower in ` +
      `${
        (100 * countSlower(times)).toFixed(1)
      } %; ${kinds.size} kind of answer`,
  );
  return Math.abs(ratio - 1) <= 0.05 && kinds.size === 1;
}

if (import.meta.main) {
  const [rounds = "2000", only] = process.argv.slice(2);
  const questions = { password: askByPassword, mail: askByMail };
  for (const [name, create] of Object.entries(questions)) {
    if (only !== undefined && only !== name) continue;
    const isSame = await compare(name, await create(), Number(rounds));
    if (!isSame) process.exitCode = 1;
  }
}
