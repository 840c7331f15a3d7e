import { mock } from "node:test";
import {
  addresses,
  findLongestDelay,
  simulate,
} from "./limits_simulation_testkit.ts";

const COUNTS = [1, 4, 8, 20, 50];
const HOUR = 3600;

/**
 * Generates the table of `docs/limits.md`: the current results of attacks on
 * the real limiter.
 */
export async function makeLockoutTable(): Promise<string> {
  mock.timers.enable({ apis: ["Date"] });
  try {
    const rows = [HEAD, HEAD.map(() => "---")];
    for (const count of COUNTS) rows.push(await makeRow(count));
    return rows.map((row) => `| ${row.join(" | ")} |`).join("\n");
  } finally {
    mock.timers.reset();
  }
}

const HEAD = [
  "Addresses that attack",
  "Wait of the owner",
  "After mistyping three times",
  "Guesses in the first hour",
];

async function makeRow(count: number): Promise<string[]> {
  const from = addresses(count);
  const { guesses } = await simulate({ from, seconds: HOUR });
  const seconds = 4 * HOUR;
  return [
    `${count}`,
    toDuration(await findLongestDelay({ from, seconds })),
    toDuration(await findLongestDelay({ from, seconds, mistakes: 3 })),
    `${guesses}`,
  ];
}

function toDuration(seconds: number): string {
  if (seconds === 0) return "none";
  if (seconds === Infinity) return "until the attack ends";
  const rest = seconds % 60;
  const parts = [
    ...(seconds >= 60 ? [`${Math.floor(seconds / 60)} min`] : []),
    ...(rest > 0 ? [`${rest} s`] : []),
  ];
  return parts.join(" ");
}
