// deno-lint-ignore-file no-console -- a command line tool talks to the terminal
/**
 * `deno task scale`: the storage adapters with ten million sessions, and with
 * ten thousand. See docs/scale.md.
 *
 * @module
 */

import { parseArgs } from "node:util";
import { type ServerName, withServers } from "../../scripts/servers.ts";
import { joinServers, leaveServers } from "./cores.ts";
import { toSize } from "./data.ts";
import { compare, type Compared } from "./measure.ts";
import { operations } from "./operations.ts";
import { fillPostgres } from "./postgres.ts";
import { fillRedis } from "./redis.ts";
import { fillSqlite } from "./sqlite.ts";
import { fillLimiter } from "./limiter.ts";
import { fillMemory } from "./memory.ts";
import { measureSweep, type Swept } from "./sweep.ts";
import { type Fill, report, type Subject } from "./subject.ts";

interface Database {
  readonly fill: Fill;
  readonly servers: readonly ServerName[];
  /** Whether it is a store alone, which has no sessions. */
  readonly isStore?: boolean;
  /** Whether the end of all sessions is measured: SQLite would need hours. */
  readonly endsAll?: boolean;
}

const databases: Readonly<Record<string, Database>> = {
  postgres: { fill: fillPostgres, servers: ["PostgreSQL"], endsAll: true },
  sqlite: { fill: fillSqlite, servers: [] },
  redis: { fill: fillRedis, servers: ["Redis"] },
  memory: { fill: fillMemory, servers: [], isStore: true },
};

/** The sessions of the database that the other is compared with. */
const FEW = 10_000;

function readFlags(args: string[]) {
  const { values } = parseArgs({
    args,
    options: {
      only: { type: "string", multiple: true, default: [] },
      sessions: { type: "string", default: "10_000_000" },
    },
  });
  const sessions = Number(values.sessions.replaceAll("_", ""));
  if (!Number.isInteger(sessions) || sessions < FEW) {
    throw new TypeError(`--sessions: a whole number of at least ${FEW}`);
  }
  const unknown = values.only.find((name) => !(name in databases));
  if (unknown !== undefined) {
    const known = Object.keys(databases).join(", ");
    throw new TypeError(`--only: no ${unknown}; there are ${known}`);
  }
  return { only: values.only, sessions };
}

const { only, sessions } = readFlags(Deno.args);
for (const [name, database] of Object.entries(databases)) {
  if (only.length > 0 && !only.includes(name)) continue;
  await joinServers();
  await withServers(async () => {
    await leaveServers();
    await measure(name, database);
  }, database.servers);
}

async function measure(
  name: string,
  { fill, isStore = false, endsAll = false }: Database,
): Promise<void> {
  const small = await fill(toSize(FEW));
  const start = performance.now();
  const big = await fill(toSize(sessions));
  try {
    const seconds = ((performance.now() - start) / 1000).toFixed(0);
    if (!isStore) console.log(toTitle(name, big, seconds));
    console.log(toHead(big.size.sessions));
    const limiter = await fillLimiter([small, big]);
    for (const operation of [...isStore ? [] : operations, limiter]) {
      if (!(operation.needs?.(big) ?? true)) continue;
      report(operation.name);
      console.log(toLine(await compare(operation, small, big)));
    }
    if (big.adapter.deleteExpired !== undefined) {
      console.log(toSentence(await measureSweep(big)));
    }
    if (!endsAll) return;
    // The last measurement, since it leaves nothing to measure.
    const [few, all] = [await timeEnd(small), await timeEnd(big)];
    console.log(`\nAll sessions end, in rows: ${few}, and ${all}.`);
  } finally {
    await big.close();
    await small.close();
  }
}

function toTitle(
  name: string,
  { bytes, size: { sessions } }: Subject,
  seconds: string,
): string {
  const each = (bytes / sessions).toFixed(0);
  return `\n${name}: ${sessions} sessions, ${each} bytes each with their ` +
    `indexes, filled in ${seconds} s\n`;
}

async function timeEnd({ adapter }: Subject): Promise<string> {
  const start = performance.now();
  await adapter.deleteSessionsByUserId?.(null);
  return toTime((performance.now() - start) * 1000);
}

function toSentence({ quiet, busy, removed }: Swept): string {
  const [before, during] = [quiet, busy].map(({ median, late }) =>
    `${toTime(median)} (one of a hundred: ${toTime(late)})`
  );
  return `\nA read takes ${before}; while ${removed} expired sessions are ` +
    `removed, 1,000 at a time: ${during}.`;
}

function toHead(sessions: number): string {
  return `| Operation | ${FEW} | ${sessions} | Ratio |\n| --- | --: | --: | --: |`;
}

function toLine({ name, small, big, ratio }: Compared): string {
  const [first, second] = [small, big].map(toTime);
  return `| ${name} | ${first} | ${second} | ${ratio.toFixed(2)} |`;
}

function toTime(microseconds: number): string {
  return microseconds < 1000
    ? `${microseconds.toFixed(0)} µs`
    : `${(microseconds / 1000).toFixed(1)} ms`;
}
