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
import type { LimitKind, LimitRule } from "./limit_rules.ts";
import type { Awaitable } from "./model.ts";
import { inTurn } from "./shared.ts";
import { limitTime } from "./time_limit.ts";

/** What the limiter needs to know of a request. */
export type LimitContext = Pick<Context, "effects" | "now" | "settings"> & {
  readonly request: Pick<Context["request"], "address">;
};

/** Something that is tried. */
export interface Try {
  readonly kind: LimitKind;
  /** Whose account is tried, as it was typed in; null where nobody is named. */
  readonly account: string | null;
}

/** What a try is counted by. */
export interface Count {
  /** By address before by account. */
  readonly buckets: readonly Bucket[];
  /** The addresses that signed in to this account; null where there is no address, or no account. */
  readonly known: Known | null;
}

/** A log in the store, and what it is measured with. */
export interface Bucket {
  readonly key: string;
  readonly measure: Measure;
  /** What the store has under the key. */
  readonly text: string | null;
  readonly log: AttemptLog;
}

interface Known {
  readonly key: string;
  readonly text: string | null;
  /** Stands for the address of this request. */
  readonly own: string;
  readonly isKnown: boolean;
}

/** Milliseconds that the store may take before an attempt goes on uncounted. */
export const PATIENCE = 2000;
/** So many processes may be quicker before an attempt gives up. */
const MAX_ROUNDS = 20;
/** Addresses that are known for an account. */
const MAX_KNOWN = 10;
/** Seconds that an address stays known: 90 days. */
const KNOWN_FOR = 7_776_000;

/** What a try is counted by, and what the store has of it: one question. */
export async function readCount(
  ctx: LimitContext,
  rule: LimitRule,
  { kind, account }: Try,
): Promise<Count> {
  const { address } = ctx.request;
  const from = address === null ? null : toPrefix(address);
  // Spellings of one account are one account; others that fall together only wait.
  const whom = account?.normalize("NFKC").trim().toLowerCase() ?? null;
  const { window, pause } = rule;
  const byAddress = { kind: "window", window, max: rule.address } as const;
  const byAccount = {
    kind: "pause",
    window,
    max: rule.account,
    pause,
  } as const;
  const shared: Aim[] = [
    { measure: byAddress, name: [kind, "from", from] },
    { measure: byAccount, name: [kind, "account", whom] },
  ].filter(({ measure, name }) =>
    measure.max !== Infinity && name.at(-1) !== null
  );
  if (from === null || whom === null || rule.account === Infinity) {
    return { buckets: await readBuckets(ctx, shared), known: null };
  }
  const key = `known:${await nameOf(ctx, ["known", whom])}`;
  const own = (await nameOf(ctx, ["known from", whom, from])).slice(0, 11);
  const lane = { measure: byAccount, name: [kind, "lane", whom, from] };
  const known: Aim = { measure: byAccount, name: [], key };
  const all = await readBuckets(ctx, [...shared, lane, known]);
  const text = all.at(-1)?.text ?? null;
  const isKnown = toList(text).includes(own);
  return {
    buckets: isKnown ? all.slice(-2, -1) : all.slice(0, -2),
    known: { key, text, own, isKnown },
  };
}

/** A log that is wanted. */
interface Aim {
  readonly measure: Measure;
  readonly name: readonly (string | null)[];
  /** Default: made of the name. */
  readonly key?: string;
}

async function readBuckets(
  ctx: LimitContext,
  aims: readonly Aim[],
): Promise<Bucket[]> {
  if (aims.length === 0) return [];
  const keys = await Promise.all(
    aims.map(async ({ name, key }) =>
      key ?? `limit:${await nameOf(ctx, name)}`
    ),
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

/** Puts the own address first among those that are known. */
export async function keepKnown(
  ctx: LimitContext,
  { known }: Count,
): Promise<void> {
  if (known === null) return;
  const { store } = ctx.effects;
  const { key, own } = known;
  let { text } = known;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const list = [own, ...toList(text).filter((one) => one !== own)];
    const value = list.slice(0, MAX_KNOWN).join(",");
    if (await within(store.compareAndSet(key, text, value, KNOWN_FOR))) return;
    [text = null] = await within(store.get([key]));
  }
}

function toList(text: string | null): readonly string[] {
  return text === null ? [] : text.split(",");
}

/** An answer of the store, for which nobody in the line waits for ever. */
async function within<T>(answer: Awaitable<T>): Promise<T> {
  return isPromise(answer)
    ? await limitTime(Promise.resolve(answer), PATIENCE, "The store")
    : answer;
}
