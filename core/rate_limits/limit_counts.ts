/**
 * The keys by which attempts are counted, and their logs in the `Store`.
 *
 * @module
 */

import { toPrefix } from "../http/client_address.ts";
import {
  type AttemptLog,
  type Measure,
  readLog,
  toAge,
  toOwn,
  type Turns,
  writeLog,
} from "./sliding_window.ts";
import type { Context } from "../request/context.ts";
import { type DeviceContext, findDevice } from "./known_device.ts";
import type { LimitKind, LimitRule } from "../config/limit_rules.ts";
import { inTurn, lookAtLine } from "../runtime/serial_queue.ts";

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

/**
 * The logs that count an attempt: those of the address come before those it
 * shares with others.
 */
export type Count = readonly Bucket[];

/** The state of an attempt in the queue of a log. */
export interface Turn {
  /** Whether the caller has stopped waiting for it. */
  isOver: boolean;
  /** Whether the store has accepted a change from it. */
  isServed: boolean;
  /**
   * The log whose queue it was in last, and how many changes that queue had
   * done before.
   */
  line: { readonly key: string; readonly done: number } | null;
}

/** A log in the store, and the measure that applies to it. */
export interface Bucket {
  readonly key: string;
  readonly measure: Measure;
  /** The text stored under the key. */
  readonly text: string | null;
  readonly log: AttemptLog;
}

/**
 * Milliseconds until an attempt goes on uncounted, unless one call to the store
 * may take longer.
 */
export const PATIENCE = 2000;
/** Limit of write conflicts with other processes before an attempt gives up. */
const MAX_ROUNDS = 20;
/**
 * Turns at a slowed account that an address has before those that have used up
 * theirs.
 */
const FREE_TURNS = 3;
/**
 * The same for mails, each of which burdens its recipient: one, and one more if
 * it is lost.
 */
const FREE_MAILS = 2;
/**
 * Limit of all known browsers of an account together, as a multiple of one
 * browser's.
 */
const BROWSERS = 4;

/**
 * Lists the logs that an attempt may be counted in. A known browser has turns
 * of its own; once they are used up, it counts like any other.
 */
export async function listAims(
  ctx: LimitContext,
  rule: LimitRule,
  attempt: Try,
): Promise<readonly (readonly Aim[])[]> {
  const { person = null } = attempt;
  const device = person === null || rule.account === Infinity
    ? null
    : await findDevice(ctx, person);
  const usual = toUsualAims(ctx, rule, attempt);
  return device === null
    ? [usual]
    : [toKnownAims(rule, attempt, device), usual];
}

/** Reads the logs of aims in one call to the store. */
export async function readCount(
  ctx: LimitContext,
  aims: readonly Aim[],
): Promise<Count> {
  return await readBuckets(ctx, aims.filter(isCounted));
}

function isCounted({ measure, name }: Aim): boolean {
  return measure.max !== Infinity && !name.includes(null);
}

/** The logs that an attempt was counted in, and others. */
export interface Counted {
  readonly own: Count;
  readonly others: Count;
}

/**
 * Finds the logs in which an attempt was counted.
 *
 * @param moment of the attempt, in milliseconds since the epoch; NaN: it was
 * not counted
 * @param others aims that are read in the same call
 */
export async function findCounted(
  ctx: LimitContext,
  rule: LimitRule,
  { attempt, moment }: { readonly attempt: Try; readonly moment: number },
  others: readonly Aim[] = [],
): Promise<Counted> {
  let counted: Counted = { own: [], others: [] };
  for (const aims of await listAims(ctx, rule, attempt)) {
    const count = await readCount(ctx, [...aims, ...others]);
    const { length } = aims.filter(isCounted);
    counted = { own: count.slice(0, length), others: count.slice(length) };
    // The first log is the browser's own, so it has no other client's attempt
    // of that moment.
    if (counted.own[0]?.log.times.includes(moment)) break;
  }
  return counted;
}

function toKnownAims(
  { account: max, pause }: LimitRule,
  { kind, account }: Try,
  device: string,
): readonly Aim[] {
  const whom = toWhom(account);
  const failures = Infinity;
  const turns = { kind: "turns", max, pause, free: 0, failures } as const;
  return [
    { measure: turns, name: [kind, "device", whom, device] },
    // An attacker may have collected cookies of one account.
    {
      measure: { ...turns, max: BROWSERS * max },
      name: [kind, "known", whom],
    },
  ];
}

function toUsualAims(
  { request: { address } }: LimitContext,
  rule: LimitRule,
  { kind, account }: Try,
): readonly Aim[] {
  const from = address === null ? null : toPrefix(address);
  const customer = address === null ? null : toPrefix(address, 48);
  const turns = toTurns(kind, rule);
  return [
    {
      measure: { kind: "window", window: rule.window, max: rule.address },
      name: [kind, "from", from],
    },
    {
      measure: toOwn(turns),
      name: [kind, "from to", customer, toWhom(account)],
    },
    toAccountAim(kind, rule, account),
  ];
}

function toTurns(kind: LimitKind, rule: LimitRule): Turns {
  const { account: max, pause, failures } = rule;
  const free = kind === "email" ? FREE_MAILS : FREE_TURNS;
  return { kind: "turns", max, pause, free, failures };
}

/** Returns the log of an account's attempts from all unknown browsers. */
export function toAccountAim(
  kind: LimitKind,
  rule: LimitRule,
  account: string | null,
): Aim {
  const name = [kind, "account", toWhom(account)];
  return { measure: toTurns(kind, rule), name, account };
}

/**
 * Returns a name exactly as typed, except for the case of an address: a sign-in
 * under it has proved that name, and not each one that {@link toWhom} treats as
 * equal.
 */
function toLetters(account: string): string {
  const text = account.normalize("NFC");
  return text.includes("@") ? text.toLowerCase() : text;
}

/**
 * Folds the spellings of a name that some application or database treats as the
 * same account: letters with and without case, width and accents, invisible
 * characters, blanks, and the dot at the end of a host name. Names that collide
 * by mistake merely share their waiting time.
 */
function toWhom(account: string | null): string | null {
  const folded = account?.normalize("NFKD")
    .replace(/[\p{M}\p{C}\p{Z}\s\p{Default_Ignorable_Code_Point}]/gu, "")
    .toUpperCase().toLowerCase();
  return folded === undefined ? null : withoutEndDots(folded);
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

/** A log to be read. */
export interface Aim {
  readonly measure: Measure;
  readonly name: readonly (string | null)[];
  /** The account as it was typed in, if failures in a row close it. */
  readonly account?: string | null;
}

async function readBuckets(
  ctx: LimitContext,
  aims: readonly Aim[],
): Promise<Bucket[]> {
  // Two aims with the same key share one log.
  const wanted = new Map<string, Measure>();
  const names = await Promise.all(aims.map(({ name }) => nameOf(ctx, name)));
  for (const [i, aim] of aims.entries()) {
    const measure = await toMeasure(ctx, aim);
    wanted.set(`${toPrefixOf(measure)}:${names[i]}`, measure);
  }
  if (wanted.size === 0) return [];
  const texts = await ctx.effects.store.get([...wanted.keys()]);
  return [...wanted].map(([key, measure], i) => {
    const text = texts[i] ?? null;
    return { key, measure, text, log: readLog(text, measure, ctx.now) };
  });
}

/** Adds the name that was tried to a measure. */
async function toMeasure(
  ctx: LimitContext,
  { measure, account = null }: Aim,
): Promise<Measure> {
  if (measure.kind !== "turns" || measure.failures === Infinity) return measure;
  const letters = ["letters", ctx.origin, toLetters(account ?? "")];
  return { ...measure, typed: (await nameOf(ctx, letters)).slice(0, 8) };
}

/**
 * Returns the key prefix. Failures in a row are kept long: no flood of other
 * attempts may evict them from the memory store.
 */
function toPrefixOf(measure: Measure): string {
  return measure.kind === "turns" && measure.failures !== Infinity
    ? "failures"
    : "limit";
}

/**
 * Returns a keyed hash of a name, so that a leaked store discloses no address
 * and no account.
 */
async function nameOf(
  { settings: { keyring } }: LimitContext,
  name: readonly (string | null)[],
): Promise<string> {
  const text = JSON.stringify(["limit", ...name]);
  const [newest = ""] = await keyring.namesOf(text);
  return newest.slice(0, 22);
}

/**
 * Changes a log atomically: changes of this process are queued, and those of
 * others are detected by compare-and-set.
 *
 * @param decide returns the new log; null leaves it as it is
 * @param most limit of the queue, this attempt included
 * @returns the log as it is now; null if others were faster each time, or if
 * the queue is too long
 */
export async function changeLog(
  ctx: LimitContext,
  { key, measure, text: seen }: Bucket,
  decide: (log: AttemptLog) => AttemptLog | null,
  turn: Turn,
  most = Infinity,
): Promise<AttemptLog | null> {
  const { store } = ctx.effects;
  const { length, done } = lookAtLine(key);
  if (length >= most) return null;
  turn.line = { key, done };
  return await inTurn(key, async () => {
    let text = seen;
    // An earlier attempt in the queue has changed it.
    if (length > 0) [text = null] = await store.get([key]);
    for (let round = 0; round < MAX_ROUNDS && !turn.isOver; round++) {
      const log = readLog(text, measure, ctx.now);
      const next = decide(log);
      if (next === null) return log;
      const value = writeLog(next);
      const age = toAge(next, measure);
      const isKept = await store.compareAndSet(key, text, value, age);
      turn.isServed = true;
      if (isKept) return next;
      [text = null] = await store.get([key]);
    }
    return null;
  });
}
