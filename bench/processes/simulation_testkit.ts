/**
 * For tests only: a process that reads sessions at given moments, and prints
 * the number of its messages to the store and the reads that it accepted.
 *
 * @module
 */

import process from "node:process";
import { mock } from "node:test";
import { getSession, type ServerAuthConfig } from "@latchkey/auth/server";
import type { Fleet, Read } from "./simulation.ts";
import { toProviders, toRequest, toToken } from "../subjects/latchkey.ts";
import { origin, repeat, secret } from "../subjects/subject.ts";

/** A task for the process. */
export interface ReadOrders {
  readonly fleet: Fleet;
  /** The reads of this process, with their indexes among all. */
  readonly reads: readonly (Read & { readonly index: number })[];
  readonly revokedAt: number;
}

/** The result of a task. */
export interface ReadReport {
  readonly messages: number;
  readonly accepted: readonly number[];
}

const NOON = Date.UTC(2026, 5, 15, 12);

async function readAll(
  { fleet, reads, revokedAt }: ReadOrders,
): Promise<ReadReport> {
  mock.timers.enable({ apis: ["Date"], now: NOON });
  const cookies = await repeat(
    fleet.sessions,
    async (i) => `__Host-latchkey.session=${await toToken(i)}`,
  );
  let messages = 0;
  const toMark = (key: string) =>
    key.startsWith("revoked:session:") && Date.now() >= NOON + revokedAt
      ? String(Date.now())
      : null;
  const config = {
    origin,
    secret,
    providers: toProviders(1),
    session: { revocationCheck: fleet.check },
    // Another process ended the sessions, so this one learns it from here only.
    store: {
      get: async (keys) => {
        messages++;
        return await Promise.resolve(keys.map(toMark));
      },
      set: () => {},
      compareAndSet: () => true,
      delete: () => {},
    },
  } satisfies ServerAuthConfig;
  const accepted: number[] = [];
  for (const { at, session, index } of reads) {
    mock.timers.setTime(NOON + at);
    const req = toRequest(cookies[session] ?? "");
    if (await getSession(req, config) !== null) accepted.push(index);
  }
  return { messages, accepted };
}

if (import.meta.main) {
  const report = await readAll(JSON.parse(process.argv[2] ?? "{}"));
  process.stdout.write(`${JSON.stringify(report)}\n`);
}
