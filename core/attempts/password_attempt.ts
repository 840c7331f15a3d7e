import type { CookieChange } from "../http/cookies.ts";
import {
  openAttempt,
  sealAttempt,
  toForgotten,
} from "../http/sealed_cookies.ts";
import type { Context } from "../request/context.ts";
import { toStrategy } from "../session/strategy.ts";
import { findConfirmation } from "./confirmation.ts";
import type { Confirmation } from "./guard_params.ts";
import type { PasswordLink } from "./password_link.ts";

/** The password and the fields that were chosen before the address was proved. */
export interface EarlyChoice {
  /** The hash of the password. */
  readonly hash: string;
  /** The fields of the new user, as they were typed. */
  readonly fields: Readonly<Record<string, string>>;
  /** Whether the session is to be remembered; absent: not asked. */
  readonly remember?: boolean | undefined;
}

/**
 * The sealed state in the browser that asked for a mail about a password: only
 * there its code works, and what was chosen early is used.
 */
export interface PasswordAttempt {
  readonly id: string;
  readonly link: PasswordLink;
  readonly code: string;
  /** The session that the browser had at the request; signing in ends it. */
  readonly sid: string | null;
  /** The proof that a page asks for; null or absent: any sign-in will do. */
  readonly confirmation?: Confirmation | null | undefined;
  /** The URL to redirect to afterwards. */
  readonly target: string;
  /** Whether this browser has opened the link or typed the code. */
  readonly isProved: boolean;
  readonly early: EarlyChoice | null;
}

/** Seals an attempt into a cookie of its own. The oldest ones beyond the limit are removed. */
export async function startPasswordAttempt(
  ctx: Context,
  attempt: Omit<PasswordAttempt, "sid" | "confirmation">,
): Promise<readonly CookieChange[]> {
  const sid = await toStrategy(ctx).bindingId(ctx);
  const confirmation = await findConfirmation(ctx);
  const sealed = { ...attempt, sid, confirmation };
  const cookie = await sealAttempt(ctx, "password", sealed);
  return [cookie, ...toForgotten(ctx)];
}

/** Records that this browser has proved the address. */
export async function keepPasswordProof(
  ctx: Context,
  attempt: PasswordAttempt,
): Promise<CookieChange> {
  return await sealAttempt(ctx, "password", { ...attempt, isProved: true });
}

/** Finds the attempt of this browser that the request's `state` names; null if there is none or it expired. */
export async function findPasswordAttempt(
  ctx: Context,
): Promise<PasswordAttempt | null> {
  return await openPasswordAttempt(ctx, ctx.attemptId ?? "");
}

/** Opens an attempt of this browser by its id. */
export async function openPasswordAttempt(
  ctx: Context,
  id: string,
): Promise<PasswordAttempt | null> {
  const sealed = await openAttempt<PasswordAttempt>(ctx, "password", id);
  const { origin, expires } = sealed?.link ?? { origin: "", expires: 0 };
  return origin === ctx.origin && ctx.now < expires ? sealed : null;
}

/** Removes the cookie of a finished attempt. */
export function endPasswordAttempt(
  { id }: Pick<PasswordAttempt, "id">,
): CookieChange {
  return { role: "attempt", key: id, value: null };
}
