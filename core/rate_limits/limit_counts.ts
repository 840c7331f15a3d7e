/**
 * What attempts are counted by, and the logs of them in the `Store`.
 *
 * @module
 */

import { toPrefix } from "../http/client_address.ts";
import { chain } from "../runtime/awaitable.ts";
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
import type { Awaitable } from "../model/model.ts";
import { inTurn, lookAtLine } from "../runtime/serial_queue.ts";

/** What the limiter needs to know of a request. */
export type LimitContext =
  & DeviceContext
  & Pick<Context, "effects" | "now" | "origin">
  & { readonly request: Pick<Context["request"], "address"> };

/** Something that is tried. */
export interface Try {
  readonly kind: LimitKind;
  /** Whose account is tried, as it was typed in; null where nobody is named. */
  readonly account: string | null;
  /**
   * All that says who that is, to the letter: by it a browser is known. Null or
   * left out: browsers are not known here.
   */
  readonly person?: string | null;
}

/** What a try is counted by: what is the address's own before what it shares with others. */
export type Count = readonly Bucket[];

/** How an attempt stands in the line of a log. */
export interface Turn {
  /** Whether nobody waits for this any more. */
  isOver: boolean;
  /** Whether the store has taken a change from it. */
  isServed: boolean;
  /** The log in whose line it was last, and how much of that line was done before. */
  line: { readonly key: string; readonly done: number } | null;
}

/** A log in the store, and what it is measured with. */
export interface Bucket {
  readonly key: string;
  readonly measure: Measure;
  /** What the store has under the key. */
  readonly text: string | null;
  readonly log: AttemptLog;
}

/** Milliseconds that counting an attempt may take before it goes on uncounted, or as many as one call to the store may take. */
export const PATIENCE = 2000;
/** So many processes may be quicker before an attempt gives up. */
const MAX_ROUNDS = 20;
/** Turns at a slowed account that an address has before those that have used up theirs. */
const FREE_TURNS = 3;
/** Each mail is a burden to the one who gets it: one, and one more if it is lost. */
const FREE_MAILS = 2;
/** How much more all known browsers of an account may try than one of them. */
const BROWSERS = 4;

/**
 * What a try may be counted by. A browser that is known has turns of its own; if
 * these are used up, it counts like any other.
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

/** What the store has of aims: one question. */
export async function readCount(
  ctx: LimitContext,
  aims: readonly Aim[],
): Promise<Count> {
  return await readBuckets(ctx, aims.filter(isCounted));
}

function isCounted({ measure, name }: Aim): boolean {
  return measure.max !== Infinity && !name.includes(null);
}

/** The logs that a try was counted in, and others. */
export interface Counted {
  readonly own: Count;
  readonly others: Count;
}

/**
 * Finds the logs that the try of a moment was counted in.
 *
 * @param moment milliseconds since the epoch; NaN: it was not counted
 * @param others aims that are read in the same question
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
    // The first is the browser's own: what others tried at that moment is not there.
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
    // Cookies of one account may have been collected.
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

/** The log of all that browsers which are not known tried at an account. */
export function toAccountAim(
  kind: LimitKind,
  rule: LimitRule,
  account: string | null,
): Aim {
  const name = [kind, "account", toWhom(account)];
  return { measure: toTurns(kind, rule), name, account };
}

/**
 * A name to the letter, but for the case of an address: whoever signs in under it
 * has proved that one, and not each that {@link toWhom} takes for the same.
 */
function toLetters(account: string): string {
  const text = account.normalize("NFC");
  return text.includes("@") ? text.toLowerCase() : text;
}

/**
 * Folds the spellings of a name that some application or database takes for the
 * same account: letters with and without case, width and accents, signs that
 * are not visible, blanks, and the dot at the end of a host name. Names that
 * fall together by mistake only wait for each other.
 */
export function toWhom(account: string | null): string | null {
  const folded = account?.normalize("NFKD")
    .replace(/[\p{M}\p{C}\p{Z}\s\p{Default_Ignorable_Code_Point}]/gu, "")
    .toUpperCase().toLowerCase();
  return folded === undefined ? null : withoutEndDots(folded);
}

/** A loop: an expression for dots at the end tries every run of dots in between. */
function withoutEndDots(text: string): string {
  let end = text.length;
  while (end > 0 && ".\u3002".includes(text.charAt(end - 1))) end--;
  return text.slice(0, end);
}

/** A log that is wanted. */
export interface Aim {
  readonly measure: Measure;
  readonly name: readonly (string | null)[];
  /** The account as it was typed in, where failures in a row close it. */
  readonly account?: string | null;
}

async function readBuckets(
  ctx: LimitContext,
  aims: readonly Aim[],
): Promise<Bucket[]> {
  // What is wanted for two reasons is one log.
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

/** Says in the measure under which name it is tried. */
async function toMeasure(
  ctx: LimitContext,
  { measure, account = null }: Aim,
): Promise<Measure> {
  if (measure.kind !== "turns" || measure.failures === Infinity) return measure;
  const letters = ["letters", ctx.origin, toLetters(account ?? "")];
  return { ...measure, typed: (await nameOf(ctx, letters)).slice(0, 8) };
}

/** Failures in a row last long: no flood of other attempts may push them out of the memory store. */
function toPrefixOf(measure: Measure): string {
  return measure.kind === "turns" && measure.failures !== Infinity
    ? "failures"
    : "limit";
}

/** A store that is read by somebody else tells no address and no account. */
function nameOf(
  ctx: LimitContext,
  name: readonly (string | null)[],
): Awaitable<string> {
  return chain(
    ctx.settings.keyring.namesOf(JSON.stringify(["limit", ...name])),
    ([newest = ""]) => newest.slice(0, 22),
  );
}

/**
 * Changes a log in one step, whoever else does: in this process one after the
 * other, and against others by comparing.
 *
 * @param decide gives the new log; null leaves it as it is
 * @param most so many may be in line, this one included
 * @returns the log as it is now; null if others were quicker each time, or if
 * too many are in line
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
    // Who was in line before has changed it.
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
