/**
 * Signed-in users who have to prove their identity again, for a page or for a
 * change of their sign-in methods. The cookie of the guards' parameters holds
 * who that is, so that every method and every sign-in page asks for the same
 * person.
 *
 * @module
 */

import { AuthError } from "../errors/errors.ts";
import type { CookieChange } from "../http/cookies.ts";
import type { Context } from "../request/context.ts";
import { readCallbackUrl } from "../request/redirect_target.ts";
import { FRESH } from "../session/fresh.ts";
import { toStrategy } from "../session/strategy.ts";
import type { Presence } from "../session/session_strategy.ts";
import {
  type Confirmation,
  findGuardEntry,
  keepGuardParams,
} from "./guard_params.ts";

/**
 * Finds the proof that the page of this sign-in asks for. If the user who was to
 * give it is no longer signed in, any user may.
 */
export async function findConfirmation(
  ctx: Context,
): Promise<Confirmation | null> {
  const entry = await findGuardEntry(ctx, readCallbackUrl(ctx));
  const { confirmation = null } = entry ?? {};
  if (confirmation === null || confirmation.userId === null) {
    return confirmation;
  }
  const present = await toStrategy(ctx).find(ctx);
  return present?.userId === confirmation.userId
    ? confirmation
    : { ...confirmation, userId: null };
}

/** A confirmation that a sign-in page asks for, and the cookies that keep it. */
export interface AskedConfirmation {
  /** The proof, and the session of the user who has to give it; null: any visitor may sign in. */
  readonly asked: {
    readonly confirmation: Confirmation;
    readonly present: Presence;
  } | null;
  readonly cookies: readonly CookieChange[];
}

/**
 * Returns the confirmation that the sign-in page asks for. A change of sign-in
 * methods has only the error in the URL, so the page keeps what it needs. A
 * visitor who wants another account (`another=1`) confirms nothing.
 */
export async function askConfirmation(
  ctx: Context,
): Promise<AskedConfirmation> {
  const { query } = ctx.request;
  if (query.has("another")) {
    return { asked: null, cookies: await dropConfirmation(ctx) };
  }
  const isChange = query.get("error") === "SignInRequired" &&
    query.get("code") === "fresh";
  const entry = await findGuardEntry(ctx, readCallbackUrl(ctx));
  const kept = entry?.confirmation ?? null;
  if (!isChange && kept === null) return { asked: null, cookies: [] };
  const present = await findPresent(ctx);
  if (present === null) return { asked: null, cookies: [] };
  const { userId } = present;
  if (isChange) {
    const confirmation = { userId, demand: FRESH };
    const cookie = await keep(ctx, confirmation);
    return { asked: { confirmation, present }, cookies: [cookie] };
  }
  const asked = kept?.userId === userId
    ? { confirmation: kept, present }
    : null;
  return { asked, cookies: [] };
}

/** If the session cannot be read, the page is the one for visitors without a session. */
async function findPresent(ctx: Context): Promise<Presence | null> {
  try {
    return await toStrategy(ctx).find(ctx);
  } catch (error) {
    if (!(error instanceof AuthError)) throw error;
    ctx.effects.log.error(error);
    return null;
  }
}

async function dropConfirmation(
  ctx: Context,
): Promise<readonly CookieChange[]> {
  const entry = await findGuardEntry(ctx, readCallbackUrl(ctx));
  const { confirmation = null } = entry ?? {};
  return confirmation === null || confirmation.userId === null
    ? []
    : [await keep(ctx, { ...confirmation, userId: null })];
}

/** Keeps a confirmation beside the parameters for the same page. */
async function keep(
  ctx: Context,
  confirmation: Confirmation,
): Promise<CookieChange> {
  const target = readCallbackUrl(ctx);
  const params = (await findGuardEntry(ctx, target))?.params ?? {};
  return await keepGuardParams(ctx, ctx.settings, {
    target,
    params,
    confirmation,
  });
}
