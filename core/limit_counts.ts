/**
 * What attempts are counted by, and the logs of them in the `Store`.
 *
 * @module
 */

import { toPrefix } from "./address.ts";
import { chain } from "./awaitable.ts";
import {
  type AttemptLog,
  type Measure,
  readLog,
  writeLog,
} from "./attempt_log.ts";
import { isPromise } from "./awaitable.ts";
import type { Context } from "./context.ts";
import { type DeviceContext, findDevice } from "./device.ts";
import { type LimitKind, type LimitRule, MAX_PAUSE } from "./limit_rules.ts";
import type { Awaitable } from "./model.ts";
import { inTurn } from "./shared.ts";
import { limitTime } from "./time_limit.ts";

/** What the limiter needs to know of a request. */
export type LimitContext =
  & DeviceContext
  & Pick<Context, "effects" | "now">
  & { readonly request: Pick<Context["request"], "address"> };

/** Something that is tried. */
export interface Try {
  readonly kind: LimitKind;
  /** Whose account is tried, as it was typed in; null where nobody is named. */
  readonly account: string | null;
}

/** What a try is counted by. */
export interface Count {
  /** What is the address's own before what it shares with others. */
  readonly buckets: readonly Bucket[];
  /** Whether this browser signed in to the account before. */
  readonly isKnown: boolean;
}

/** A log in the store, and what it is measured with. */
export interface Bucket {
  readonly key: string;
  readonly measure: Measure;
  /** What the store has under the key. */
  readonly text: string | null;
  readonly log: AttemptLog;
}

/** Milliseconds that the store may take before an attempt goes on uncounted. */
export const PATIENCE = 2000;
/** So many processes may be quicker before an attempt gives up. */
const MAX_ROUNDS = 20;
/**
 * How much longer one address pauses than all together: whoever hammers an
 * account leaves most of its turns to others, of whom one is the owner.
 */
const FAIRNESS = 20;
/** What a try is counted by, and what the store has of it: one question. */
export async function readCount(
  ctx: LimitContext,
  rule: LimitRule,
  { kind, account }: Try,
): Promise<Count> {
  const { address } = ctx.request;
  const from = address === null ? null : toPrefix(address);
  const whom = rule.account === Infinity ? null : toWhom(account);
  const device = whom === null ? null : await findDevice(ctx, whom);
  const { window, account: max } = rule;
  const turns = (factor: number): Measure => {
    const pause = Math.min(rule.pause * factor, MAX_PAUSE);
    // What is forgotten may be tried at will again: not before the pause is over.
    return { kind: "pause", max, pause, window: Math.max(window, 2 * pause) };
  };
  const aims: Aim[] = device === null
    ? [
      {
        measure: { kind: "window", window, max: rule.address },
        name: [kind, "from", from],
      },
      { measure: turns(FAIRNESS), name: [kind, "from to", from, whom] },
      { measure: turns(1), name: [kind, "account", whom] },
    ]
    : [{ measure: turns(1), name: [kind, "device", whom, device] }];
  const counted = aims.filter(({ measure, name }) =>
    measure.max !== Infinity && !name.includes(null)
  );
  return {
    buckets: await readBuckets(ctx, counted),
    isKnown: device !== null,
  };
}

/** Spellings of one account are one account; others that fall together only wait. */
export function toWhom(account: string | null): string | null {
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
  const texts = await within(ctx.effects.store.get(keys));
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
 * @param isOver whether nobody waits for this any more
 * @returns the log as it is now; null if others were quicker each time
 */
export function changeLog(
  ctx: LimitContext,
  { key, measure, text: seen }: Bucket,
  decide: (log: AttemptLog) => AttemptLog | null,
  isOver: () => boolean,
): Promise<AttemptLog | null> {
  const { store } = ctx.effects;
  return inTurn(key, async () => {
    let text = seen;
    for (let round = 0; round < MAX_ROUNDS && !isOver(); round++) {
      const log = readLog(text, measure, ctx.now);
      const next = decide(log);
      if (next === null) return log;
      const value = writeLog(next);
      const { window } = measure;
      if (await within(store.compareAndSet(key, text, value, window))) {
        return next;
      }
      [text = null] = await within(store.get([key]));
    }
    return null;
  });
}

/** Begins a log anew. */
export async function forgetLog(
  ctx: LimitContext,
  { key }: Bucket,
): Promise<void> {
  await within(ctx.effects.store.delete(key));
}

/** An answer of the store, for which nobody in the line waits for ever. */
async function within<T>(answer: Awaitable<T>): Promise<T> {
  return isPromise(answer)
    ? await limitTime(Promise.resolve(answer), PATIENCE, "The store")
    : answer;
}
