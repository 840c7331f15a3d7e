/**
 * The keys by which attempts are counted, and their logs in the `Store`.
 *
 * @module
 */

import { toPrefix } from "../http/client_address.ts";
import {
  type AttemptLog,
  type Bucket,
  type Measure,
  readLog,
  toAge,
  writeLog,
} from "./sliding_window.ts";
import type { Context } from "../request/context.ts";
import { type DeviceContext, findDevice } from "./known_device.ts";
import type { LimitKind, LimitRule } from "../config/limit_rules.ts";
import { inspectQueue, inTurn } from "../runtime/serial_queue.ts";

/** The part of a context that the limiter needs. */
export type LimitContext =
  & DeviceContext
  & Pick<Context, "effects" | "now" | "origin">
  & { readonly request: Pick<Context["request"], "address"> };

/** One attempt to be limited. */
export interface Try {
  readonly kind: LimitKind;
  /** The account that is tried, as it was typed in; null if none is named. */
  readonly account: string | null;
  /**
   * The exact identity of that account, by which a browser is known. Null or
   * left out: browsers are not known here.
   */
  readonly person?: string | null;
}

/** The work of the limiter for one attempt. */
export type LimitWork = LimitContext & {
  readonly rule: LimitRule;
  readonly progress: Progress;
};

/** The state of that work while it waits for the store. */
export interface Progress {
  /** Whether the caller has stopped waiting for it. */
  isOver: boolean;
  /** Whether the store has accepted a change from it. */
  isServed: boolean;
  /**
   * The log whose queue it was in last, and how many changes that queue had
   * done before.
   */
  queue: { readonly key: string; readonly done: number } | null;
}

/** A log to be read. */
export interface Counter {
  readonly measure: Measure;
  readonly name: readonly string[];
  /** The account as it was typed in, if failures in a row close it. */
  readonly account?: string;
}

/** A log in the store, and the measure that applies to it. */
export interface StoredLog {
  readonly key: string;
  readonly measure: Measure;
  /** The text stored under the key. */
  readonly text: string | null;
  readonly log: AttemptLog;
}

/** Limit of write conflicts with other processes before an attempt gives up. */
const MAX_ROUNDS = 20;
/**
 * Addresses that an account has room for: each may make a share of its attempts
 * when others have slowed the account, and then one each 24 pauses. Twenty never
 * fill that room, so they do not keep the owner waiting.
 */
const ADDRESSES = 24;
/**
 * Limit of all known browsers of an account together, as a multiple of one
 * browser's.
 */
const BROWSERS = 4;

/**
 * Lists the ways to count an attempt, each with its logs. A known browser has a
 * bucket of its own; once that is full, it counts like any other.
 */
export async function listCounters(
  work: LimitWork,
  attempt: Try,
): Promise<readonly (readonly Counter[])[]> {
  const { person = null } = attempt;
  const device = person === null || work.rule.account === Infinity
    ? null
    : await findDevice(work, person);
  const usual = listUsual(work, attempt);
  return device === null
    ? usual
    : [toKnown(work.rule, attempt, device), ...usual];
}

function toKnown(
  { account: max, pause }: LimitRule,
  { kind, account }: Try,
  device: string,
): readonly Counter[] {
  const whom = foldAccount(account ?? "");
  return [
    { measure: toBucket(max, pause), name: [kind, "device", whom, device] },
    // An attacker may have collected cookies of one account.
    { measure: toBucket(BROWSERS * max, pause), name: [kind, "known", whom] },
  ];
}

/** Lists the logs of the address first, and then the one it shares with others. */
function listUsual(
  { request: { address }, rule }: LimitWork,
  { kind, account }: Try,
): readonly (readonly Counter[])[] {
  const { window, address: max, account: most, pause } = rule;
  const from: readonly Counter[] = address === null ? [] : [{
    measure: { kind: "window", window, max },
    name: [kind, "from", toPrefix(address)],
  }];
  if (account === null) return [from];
  const all = toAccountCounter(kind, rule, account);
  const slowed = { ...all, measure: { ...all.measure, max: most } };
  if (address === null) return [[slowed]];
  const own = (max: number): Counter => ({
    measure: { ...toBucket(most, ADDRESSES * pause), max },
    name: [kind, "from to", toPrefix(address, 48), foldAccount(account)],
  });
  return [[...from, own(toShare(most)), all], [...from, own(most), slowed]];
}

/** Returns the attempts of an address that do not wait for others. */
function toShare(account: number): number {
  return Math.ceil(account / 3);
}

function toBucket(max: number, pause: number): Bucket {
  return { kind: "bucket", max, room: max, pause, failures: Infinity };
}

/** Returns the counter of an account's attempts from all unknown browsers. */
export function toAccountCounter(
  kind: LimitKind,
  { account: max, pause, failures }: LimitRule,
  account: string,
): Counter {
  const bucket = toBucket(ADDRESSES * toShare(max), pause);
  const name = [kind, "account", foldAccount(account)];
  return { measure: { ...bucket, failures }, name, account };
}

/**
 * Returns a name exactly as typed, except for the case of an address: a sign-in
 * under it has proved that name, and not each one that {@link foldAccount} treats
 * as equal.
 */
function toExactName(account: string): string {
  const text = account.normalize("NFC");
  return text.includes("@") ? text.toLowerCase() : text;
}

/**
 * Folds the spellings of a name that some application or database treats as the
 * same account: letters with and without case, width and accents, invisible
 * characters, blanks, and the dot at the end of a host name. Names that collide
 * by mistake merely share their waiting time.
 */
function foldAccount(account: string): string {
  return withoutEndDots(
    account.normalize("NFKD")
      .replace(/[\p{M}\p{C}\p{Z}\s\p{Default_Ignorable_Code_Point}]/gu, "")
      .toUpperCase().toLowerCase(),
  );
}

/**
 * Uses a loop, since a regular expression for dots at the end tries every run
 * of dots in between.
 */
function withoutEndDots(text: string): string {
  let end = text.length;
  while (end > 0 && ".\u3002".includes(text.charAt(end - 1))) end--;
  return text.slice(0, end);
}

/** Reads the logs of counters in one call to the store, each log once. */
export async function readLogs(
  ctx: LimitContext,
  counters: readonly Counter[],
): Promise<StoredLog[]> {
  const wanted = new Map<string, Measure>();
  for (const counter of counters.filter(isCounted)) {
    const measure = await toMeasure(ctx, counter);
    const name = await nameOf(ctx, counter.name);
    wanted.set(`${toKeyPrefix(measure)}:${name}`, measure);
  }
  if (wanted.size === 0) return [];
  const texts = await ctx.effects.store.get([...wanted.keys()]);
  return [...wanted].map(([key, measure], i) => {
    const text = texts[i] ?? null;
    return { key, measure, text, log: readLog(text, measure, ctx.now) };
  });
}

function isCounted({ measure }: Counter): boolean {
  return measure.max !== Infinity;
}

/** The logs in which an attempt was counted, and others. */
export interface Counted {
  readonly own: readonly StoredLog[];
  readonly others: readonly StoredLog[];
}

/**
 * Finds the logs in which an attempt was counted.
 *
 * @param moment of the attempt, in milliseconds since the epoch; NaN: it was
 * not counted
 * @param closed counters that are read in the same call
 */
export async function findCounted(
  work: LimitWork,
  { attempt, moment }: { readonly attempt: Try; readonly moment: number },
  closed: readonly Counter[] = [],
): Promise<Counted> {
  let found: Counted = { own: [], others: [] };
  for (const counters of await listCounters(work, attempt)) {
    const logs = await readLogs(work, [...counters, ...closed]);
    const { length } = counters.filter(isCounted);
    found = { own: logs.slice(0, length), others: logs.slice(length) };
    // The first log is the browser's own, so it has no other client's attempt
    // of that moment.
    if (found.own[0]?.log.times.includes(moment)) break;
  }
  return found;
}

/** Adds the name that was tried to a measure. */
async function toMeasure(
  ctx: LimitContext,
  { measure, account = "" }: Counter,
): Promise<Measure> {
  if (measure.kind === "window" || measure.failures === Infinity) {
    return measure;
  }
  const letters = ["letters", ctx.origin, toExactName(account)];
  return { ...measure, typed: (await nameOf(ctx, letters)).slice(0, 8) };
}

/**
 * Returns the key prefix. Failures in a row are kept long: no flood of other
 * attempts may evict them from the memory store.
 */
function toKeyPrefix(measure: Measure): string {
  return measure.kind === "bucket" && measure.failures !== Infinity
    ? "failures"
    : "limit";
}

/**
 * Returns a keyed hash of a name, so that a leaked store discloses no address
 * and no account.
 */
async function nameOf(
  { settings: { keyring } }: LimitContext,
  name: readonly string[],
): Promise<string> {
  const text = JSON.stringify(["limit", ...name]);
  const [newest = ""] = await keyring.namesOf(text);
  return newest.slice(0, 22);
}

/**
 * Changes a log atomically: changes of this process are queued, and those of
 * others are detected by compare-and-set.
 *
 * @param change returns the new log; null or the same log leaves it as it is
 * @returns the log as it is now; null if others were faster each time
 */
export async function changeLog(
  { effects: { store }, now, progress }: LimitWork,
  { key, measure, text: seen }: StoredLog,
  change: (log: AttemptLog) => AttemptLog | null,
): Promise<AttemptLog | null> {
  const { length, done } = inspectQueue(key);
  progress.queue = { key, done };
  return await inTurn(key, async () => {
    let text = seen;
    // An earlier attempt in the queue has changed it.
    if (length > 0) [text = null] = await store.get([key]);
    for (let round = 0; round < MAX_ROUNDS && !progress.isOver; round++) {
      const log = readLog(text, measure, now);
      const next = change(log);
      if (next === null || next === log) return log;
      const value = writeLog(next);
      const isKept = await store
        .compareAndSet(key, text, value, toAge(next, measure));
      progress.isServed = true;
      if (isKept) return next;
      [text = null] = await store.get([key]);
    }
    return null;
  });
}
