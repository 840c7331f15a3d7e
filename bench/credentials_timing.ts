// deno-lint-ignore-file no-console -- a program for a terminal
/**
 * Whether the time of an answer tells who exists:
 *
 *   deno task bench:timing [rounds]
 *
 * Signs in with a wrong password, for a name that somebody has and for one that
 * nobody has, in turns and in changing order, and compares the medians. Ends
 * with 1 if they are more than 5 % apart.
 *
 * @module
 */

import { Auth, type AuthConfig, skipCSRFCheck } from "@latchkey/auth";
import { hashPassword, verifyPassword } from "@latchkey/auth/password";
import { Credentials } from "@latchkey/auth/providers/credentials";
import process from "node:process";

const names = ["somebody", "nobody"] as const;
type Name = typeof names[number];

/** As cheap as it gets: what is around the hash must not drown in it. */
const cheap = { cost: 14 };
const rounds = Number(process.argv[2] ?? 1000);
const hash = await hashPassword("the right one", cheap);

const config: AuthConfig = {
  secret: "a random text of at least 32 characters",
  origin: "https://app.example",
  skipCSRFCheck,
  providers: [Credentials({
    credentials: { username: {}, password: { type: "password" } },
    async authorize({ username, password }) {
      const stored = username === "somebody" ? hash : null;
      const isRight = await verifyPassword(password, stored, cheap);
      return isRight ? { id: "1" } : null;
    },
  })],
};

/** Milliseconds, and everything about the answer that could differ. */
async function signIn(username: Name): Promise<[number, string]> {
  const request = new Request("https://app.example/auth/callback/credentials", {
    method: "POST",
    body: new URLSearchParams({ username, password: "a wrong one" }),
  });
  const start = performance.now();
  const answer = await Auth(request, config);
  const body = await answer.text();
  const time = performance.now() - start;
  return [time, JSON.stringify([answer.status, [...answer.headers], body])];
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? NaN;
}

const times: Record<Name, number[]> = { somebody: [], nobody: [] };
const answers = new Set<string>();
for (let round = -20; round < rounds; round++) {
  for (const name of round % 2 ? names : names.toReversed()) {
    const [time, answer] = await signIn(name);
    answers.add(answer);
    if (round >= 0) times[name].push(time);
  }
}
const [known, unknown] = names.map((name) => median(times[name]));
const ratio = (known ?? NaN) / (unknown ?? NaN);
console.log(
  `known ${known?.toFixed(2)} ms, unknown ${unknown?.toFixed(2)} ms: ` +
    `${ratio.toFixed(3)}; ${answers.size} kind of answer`,
);
process.exitCode = Math.abs(ratio - 1) <= 0.05 && answers.size === 1 ? 0 : 1;
