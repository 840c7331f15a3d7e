/**
 * What attempts are counted by, and the logs of them in the `Store`.
 *
 * @module
 */

import { toPrefix } from "./address.ts";
import { chain } from "./awaitable.ts";
import {
  type AttemptLog,
  MAX_DOUBLINGS,
  type Measure,
  readLog,
  writeLog,
} from "./attempt_log.ts";
import type { Context } from "./context.ts";
import { type DeviceContext, findDevice } from "./device.ts";
import {
  type LimitKind,
  type LimitRule,
  MAX_PAUSE,
  MAX_WINDOW,
} from "./limit_rules.ts";
import type { Awaitable } from "./model.ts";
import { inTurn, lookAtLine } from "./shared_work.ts";

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
/**
 * How much longer one address pauses than all together: whoever hammers an
 * account leaves most of its turns to others, of whom one is the owner.
 */
const FAIRNESS = 20;
/** How much more all known browsers of an account may try than one of them. */
const BROWSERS = 4;

/** What a try is counted by, and what the store has of it: one question. */
export async function readCount(
  ctx: LimitContext,
  rule: LimitRule,
  { kind, account, person = null }: Try,
): Promise<Count> {
  const { address } = ctx.request;
  const from = address === null ? null : toPrefix(address);
  const customer = address === null ? null : toPrefix(address, 48);
  const whom = toWhom(account);
  const device = person === null || rule.account === Infinity
    ? null
    : await findDevice(ctx, person);
  const pauses = (max: number, factor = 1): Measure => {
    const pause = Math.min(rule.pause * factor, MAX_PAUSE);
    // Whoever rests until a log is forgotten must not gain by it.
    const window = factor === 1
      ? Math.max(rule.window, 2 * pause)
      : Math.max(rule.window, (max + MAX_DOUBLINGS) * pause);
    return { kind: "pause", max, pause, window: Math.min(window, MAX_WINDOW) };
  };
  const max = rule.account;
  const { window } = rule;
  const aims: Aim[] = device === null
    ? [
      {
        measure: { kind: "window", window, max: rule.address },
        name: [kind, "from", from],
      },
      {
        measure: pauses(max, FAIRNESS),
        name: [kind, "from to", customer, whom],
      },
      { measure: pauses(max), name: [kind, "account", whom] },
    ]
    : [
      { measure: pauses(max), name: [kind, "device", whom, device] },
      // Cookies of one account may have been collected.
      { measure: pauses(BROWSERS * max), name: [kind, "known", whom] },
    ];
  return await readBuckets(
    ctx,
    aims.filter(({ measure, name }) =>
      measure.max !== Infinity && !name.includes(null)
    ),
  );
}

/** Spellings of one account are one account; others that fall together only wait. */
function toWhom(account: string | null): string | null {
  return account?.normalize("NFKC").trim().toLowerCase() ?? null;
}

/** A log that is wanted. */
interface Aim {
  readonly measure: Measure;
  readonly name: readonly (string | null)[];
}

async function readBuckets(
  ctx: LimitContext,
  aims: readonly Aim[],
): Promise<Bucket[]> {
  if (aims.length === 0) return [];
  const keys = await Promise.all(
    aims.map(async ({ name }) => `limit:${await nameOf(ctx, name)}`),
  );
  const texts = await ctx.effects.store.get(keys);
  return aims.map(({ measure }, i) => {
    const text = texts[i] ?? null;
    const log = readLog(text, measure, ctx.now);
    return { key: keys[i] ?? "", measure, text, log };
  });
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
      const { window } = measure;
      const isKept = await store.compareAndSet(key, text, value, window);
      turn.isServed = true;
      if (isKept) return next;
      [text = null] = await store.get([key]);
    }
    return null;
  });
}
