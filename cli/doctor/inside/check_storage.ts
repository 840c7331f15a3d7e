/**
 * Finds what is wrong with the store and the adapter, by asking them for what
 * nobody has.
 *
 * @module
 */

import { randomUUID } from "node:crypto";
import type { Found } from "../report.ts";
import { withoutStop } from "../sentence.ts";
import type { Store } from "@latchkey/auth";
import type { Inspected } from "@latchkey/auth/doctor";
import type { Means } from "./inspection.ts";

/** Milliseconds that a call may take before every visitor notices. */
const SLOW = 150;

/** The seconds of clocks that differ without harm. */
const MAX_SKEW = 60;

/** Where nobody stored anything. */
const NOBODY = "latchkey-doctor";

/** Finds what is wrong with the store. */
export async function checkStore(
  { store, origin, storeTimeout }: Inspected,
  means: Means,
): Promise<Found[]> {
  if (store === null) {
    if (origin?.startsWith("https:") !== true) return [];
    const seen = "No `store` is configured.";
    return [{ id: "store.missing", seen }];
  }
  const start = means.elapsed();
  try {
    const wrong = await tryStore(store);
    const time = Math.round((means.elapsed() - start) / CALLS);
    if (wrong !== null) {
      return [{ id: "store.wrong", seen: `The store's \`${wrong}.` }];
    }
    const skew = await checkClock(store, means);
    return time <= SLOW ? skew : [...skew, {
      id: "store.slow",
      seen:
        `A call to the store takes ${time} ms; it fails after ${storeTimeout} ms.`,
    }];
  } catch (error) {
    return [{
      id: "store.down",
      seen: `The store failed: ${toReason(error)}.`,
    }];
  }
}

/** Finds a server whose clock differs from the one of this process. */
async function checkClock(store: Store, means: Means): Promise<Found[]> {
  const time = await store.readClock?.();
  const skew = Math.round((Number(time ?? means.now()) - means.now()) / 1000);
  if (!(Math.abs(skew) > MAX_SKEW)) return [];
  const seen = `The store's clock is ${Math.abs(skew)} seconds ${
    skew > 0 ? "ahead of" : "behind"
  } the one of this process.`;
  return [{ id: "clock.store", seen }];
}

/** The number of calls below. */
const CALLS = 5;

/** Returns what a store does wrong, as the rest of a sentence; null: nothing. */
async function tryStore(store: Store): Promise<string | null> {
  const key = `${NOBODY}:${randomUUID()}`;
  if (await store.compareAndSet(key, null, "1", 60) !== true) {
    return "compareAndSet` did not set a key that was absent";
  }
  if (await store.compareAndSet(key, null, "2", 60) !== false) {
    return "compareAndSet` replaced a value that was not expected";
  }
  const got = await store.get([key, `${key}.`]);
  if (JSON.stringify(got) !== '["1",null]') {
    return "get` did not return what had been set";
  }
  await store.delete(key);
  const left = await store.get([key]);
  return JSON.stringify(left) === "[null]"
    ? null
    : "get` returned what had been deleted";
}

/** The calls that read, or find nothing to change. */
const READS: readonly (readonly [method: string, argument: unknown])[] = [
  ["getUserByEmail", `${NOBODY}@latchkey.invalid`],
  ["getUserByAccount", { provider: NOBODY, providerAccountId: NOBODY }],
  ["getSessionAndUser", NOBODY],
  ["useVerificationToken", { identifier: NOBODY, token: NOBODY }],
  ["getAuthenticator", NOBODY],
];

/** Finds what is wrong with the adapter. */
export async function checkAdapter(
  { adapter }: Inspected,
  means: Means,
): Promise<Found[]> {
  if (adapter === null) return [];
  const times: number[] = [];
  for (const [method, argument] of READS) {
    const read: unknown = Reflect.get(adapter, method);
    if (typeof read !== "function") continue;
    const start = means.elapsed();
    try {
      await Reflect.apply(read, adapter, [argument]);
      times.push(means.elapsed() - start);
    } catch (error) {
      const reason = toReason(error);
      const id = isLacking(reason) ? "adapter.tables" : "adapter.down";
      const seen = `The adapter's \`${method}\` failed: ${reason}.`;
      return [{ id, seen }];
    }
  }
  const slowest = Math.round(Math.max(0, ...times));
  if (slowest <= SLOW) return [];
  const seen = `A call to the adapter takes ${slowest} ms.`;
  return [{ id: "adapter.slow", seen }];
}

/** Whether a database says that a table or a column is not there. */
function isLacking(reason: string): boolean {
  if (/no such (?:table|column)|\b42P01\b|\b42703\b|NO_SUCH/.test(reason)) {
    return true;
  }
  return /\b(?:relation|table|column)\b/i.test(reason) &&
    /does(?: not|n't) exist/i.test(reason);
}

function toReason(error: unknown): string {
  const { message, code } = Object(error);
  const texts = [code, message].filter((one) => typeof one === "string");
  return withoutStop(texts.filter(Boolean).join(": ")) || String(error);
}
