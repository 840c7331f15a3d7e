/**
 * A sign-in that waits for its second factor. It is sealed in the store; a
 * cookie ties it to the browser, and gives access to nothing else. It is used
 * once.
 *
 * @module
 */

import type { Purpose } from "../crypto/keys.ts";
import { randomText } from "../crypto/random.ts";
import { open, seal } from "../crypto/seal.ts";
import { type CookieChange, FACTOR_MAX_AGE } from "../http/cookies.ts";
import {
  createAttemptId,
  openAttempt,
  sealAttempt,
  toForgotten,
} from "../http/sealed_cookies.ts";
import type { Identity } from "../providers/provider.ts";
import type { Try } from "../rate_limits/limits.ts";
import type { Context } from "../request/context.ts";
import { toAudience } from "../session/audience.ts";
import {
  ALL_KEY,
  isOver,
  readMarks,
  toUserKey,
} from "../session/revocation/revocation.ts";
import type { Confirmation } from "./guard_params.ts";

/** Everything that a sign-in needs once its second factor is proved. */
export interface HeldSignIn {
  /** Id of the provider. */
  readonly provider: string;
  readonly identity: Identity;
  readonly target: string;
  readonly before: string | null;
  readonly tried?: Try | undefined;
  readonly confirmation?: Confirmation | null | undefined;
  readonly remember?: boolean | undefined;
  readonly isNewUser: boolean;
  /** The earliest moment for the session to begin, in milliseconds since the epoch. */
  readonly begins?: number | undefined;
}

/** What the user still has to do: give a second factor, use a passkey, or set a factor up. */
export type Missing = "factor" | "passkey" | "enrolment";

/** A sign-in that waits. */
export interface PendingSignIn {
  readonly id: string;
  readonly userId: string;
  readonly missing: Missing;
  readonly held: HeldSignIn;
  /** Where it is in the store. */
  readonly key: string;
  readonly text: string;
}

/** The content of the cookie. */
interface Ticket {
  readonly id: string;
  readonly key: string;
}

const STORED: Purpose = {
  name: "pending",
  cookie: "",
  maxAge: FACTOR_MAX_AGE,
  isDated: true,
};
/** Takes the place of a sign-in that was used. */
const USED = "used";

/**
 * Keeps a sign-in.
 *
 * @returns its id, and the cookies to set
 * @throws StoreError
 */
export async function keepSignIn(
  ctx: Context,
  pending: Pick<PendingSignIn, "userId" | "missing" | "held">,
): Promise<{ id: string; cookies: readonly CookieChange[] }> {
  const { userId, missing, held } = pending;
  const id = createAttemptId(ctx);
  const key = `pending:${randomText(24)}`;
  const payload = {
    ...{ id, userId, missing, began: ctx.now, held: toText(held) },
    // Another site with the same secret and store may have other users.
    audience: toAudience(ctx),
  };
  const text = await seal(ctx.settings.keyring, STORED, payload, ctx.now);
  await ctx.effects.store.set(key, text, FACTOR_MAX_AGE);
  const ticket = await sealAttempt(ctx, "factor", { id, key });
  const cookie = { ...ticket, maxAge: FACTOR_MAX_AGE };
  return { id, cookies: [...toForgotten(ctx), cookie] };
}

/**
 * Finds the sign-in of this browser that the request's `state` names; null if
 * there is none, it was used, it took too long, or the user's sessions were
 * ended since it began.
 *
 * @throws StoreError
 */
export async function findSignIn(ctx: Context): Promise<PendingSignIn | null> {
  const id = ctx.attemptId ?? "";
  const ticket = await openAttempt<Ticket>(ctx, "factor", id);
  if (ticket === null) return null;
  const { key } = ticket;
  const [text = null] = await ctx.effects.store.get([key]);
  const opened = text === null
    ? null
    : await open(ctx.settings.keyring, STORED, text, ctx.now);
  if (text === null || opened?.payload.id !== id) return null;
  if (opened.payload.audience !== toAudience(ctx)) return null;
  // The payload is what was sealed.
  const { userId, missing, began, held } = opened.payload as unknown as
    & Pick<PendingSignIn, "userId" | "missing">
    & { readonly began: number; readonly held: string };
  const marks = await readMarks(ctx, [toUserKey(userId), ALL_KEY]);
  const known = fromText<HeldSignIn>(held);
  if (isOver(marks, Math.max(began, known.begins ?? 0))) return null;
  return { id, userId, missing, key, text, held: known };
}

/**
 * Uses a sign-in up: of several requests, the first one wins.
 *
 * @throws StoreError
 */
export async function claimSignIn(
  { effects: { store } }: Context,
  { key, text }: PendingSignIn,
): Promise<boolean> {
  return await store.compareAndSet(key, text, USED, FACTOR_MAX_AGE);
}

/** Removes the cookie of a sign-in that is over. */
export function forgetSignIn({ id }: PendingSignIn): CookieChange {
  return { role: "attempt", key: id, value: null };
}

/** The member that stands for a `Date`, which JSON does not have. */
const DATE = "latchkey:date";

/** The application's own user may have dates, and its callbacks get it unchanged. */
function toText(value: unknown): string {
  return JSON.stringify(value, function (this: Keyed, key, plain) {
    const own = this[key];
    return own instanceof Date ? { [DATE]: own.getTime() } : plain;
  });
}

type Keyed = Readonly<Record<string, unknown>>;

function fromText<T>(text: string): T {
  return JSON.parse(
    text,
    (_, value) =>
      typeof value?.[DATE] === "number" ? new Date(value[DATE]) : value,
  );
}
