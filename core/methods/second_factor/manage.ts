/**
 * What a signed-in user does to their second factors. Each change needs a fresh
 * proof, ends the other sessions and remembered browsers, and is told.
 *
 * @module
 */

import { findCurrentUser } from "../../accounts/current_user.ts";
import { addFactor, readRule } from "../../accounts/factors/factor_gate.ts";
import {
  countLeft,
  type Factors,
  forgetBrowsers,
  hasFactor,
  MAX_APPS,
  removeApp,
  replaceRecovery,
} from "../../accounts/factors/factors.ts";
import {
  findRemembered,
  listRemembered,
} from "../../accounts/factors/remembered_browser.ts";
import {
  changeFactors,
  keepsFactors,
  readFactors,
} from "../../accounts/factors/stored_factors.ts";
import {
  ConfigurationError,
  InvalidRequest,
  SignInRequired,
} from "../../errors/errors.ts";
import { InsufficientAuthentication } from "../../errors/step_up_errors.ts";
import type { CookieChange } from "../../http/cookies.ts";
import type { AdapterUser } from "../../model/adapter.ts";
import type { SessionContext } from "../../request/context.ts";
import { type Demand, isMet } from "../../session/demand.ts";
import { assertFresh, FRESH } from "../../session/fresh.ts";
import { endOthers } from "../../session/revocation/end_others.ts";
import type { Presence } from "../../session/session_strategy.ts";
import {
  beginEnrolment,
  type Enrolment,
  type EnrolmentAnswer,
  finishEnrolment,
} from "./enrolment.ts";
import { createRecoveryCodes } from "./recovery_codes.ts";
import { tellAdded, tellRemoved } from "./tell.ts";

/** A signed-in user and their second factors. */
export interface FactorOwner {
  readonly present: Presence;
  readonly user: AdapterUser;
  readonly factors: Factors;
}

/** A change that was made. */
export interface FactorChange {
  /** Cookies to set: the session has a new id. */
  readonly cookies: readonly CookieChange[];
  /** New recovery codes, to be shown once; null: there are none. */
  readonly recoveryCodes: readonly string[] | null;
}

/**
 * Finds the signed-in user and their second factors; null without a session.
 *
 * @throws ConfigurationError without `Password`; AdapterError or StoreError
 */
export async function findFactorOwner(
  ctx: SessionContext,
): Promise<FactorOwner | null> {
  if (!keepsFactors(ctx)) {
    throw new ConfigurationError([
      "Second factors need the provider `Password`.",
    ]);
  }
  const current = await findCurrentUser(ctx);
  return current &&
    { ...current, factors: await readFactors(ctx, current.user.id) };
}

/**
 * Returns the proof that a change needs: a sign-in of the last ten minutes, of a
 * user with a second factor by that factor, too. Otherwise a remembered browser
 * and a stolen password would be enough to remove it.
 */
export function toChangeDemand({ factors }: FactorOwner): Demand {
  return hasFactor(factors) ? { ...FRESH, amr: ["mfa"] } : FRESH;
}

/** Finds the user as {@link findFactorOwner} does, who may change their factors now. */
async function assertMayChange(ctx: SessionContext): Promise<FactorOwner> {
  const owner = await findFactorOwner(ctx);
  if (owner === null) {
    throw new SignInRequired("Changing second factors needs a live session.");
  }
  assertFresh(ctx, owner.present);
  if (isMet(toChangeDemand(owner), owner.present, ctx.now)) return owner;
  throw new InsufficientAuthentication(
    "Changing second factors needs a sign-in with one.",
  );
}

/** An authenticator app of a user. */
export interface FactorApp {
  /** Names it for `removeTotp`. */
  readonly id: string;
  /** The user's name for it; null: none. */
  readonly name: string | null;
  /** When it was set up. */
  readonly createdAt: Date;
}

/** A browser that is not asked for a second factor for a while. */
export interface FactorBrowser {
  /** Names it in the form that forgets it. */
  readonly id: string;
  /** The User-Agent that it sent; null: none. */
  readonly userAgent: string | null;
  /** When the factor was given in it. */
  readonly createdAt: Date;
  /** When it was used to sign in last, to the day. */
  readonly lastSeenAt: Date;
  /** Whether it is the browser of this request. */
  readonly isCurrent: boolean;
}

/** The second factors of a user, without their secrets. */
export interface FactorList {
  /** Authenticator apps, the oldest first. */
  readonly totp: readonly FactorApp[];
  /** The number of recovery codes that are left. */
  readonly recoveryCodesLeft: number;
  /** Remembered browsers, the one seen last first. */
  readonly browsers: readonly FactorBrowser[];
}

/** Lists the second factors of a user. */
export async function listFactors(
  ctx: SessionContext,
  { user, factors }: FactorOwner,
): Promise<FactorList> {
  const current = await findRemembered(ctx, user.id, factors);
  const browsers = await listRemembered(ctx, user.id, factors);
  return {
    totp: factors.apps.map(({ id, name, created }) => ({
      id,
      name,
      createdAt: new Date(created),
    })),
    recoveryCodesLeft: countLeft(factors),
    browsers: browsers.map((one) => ({
      id: one.hash,
      userAgent: one.userAgent,
      createdAt: new Date(one.created),
      lastSeenAt: new Date(one.lastSeen),
      isCurrent: one.hash === current?.hash,
    })),
  };
}

/** Begins to add an app, and stores nothing. */
export async function beginTotp(ctx: SessionContext): Promise<Enrolment> {
  const { user, factors } = await assertMayChange(ctx);
  if (factors.apps.length >= MAX_APPS) {
    throw new InvalidRequest(
      `A user has ${MAX_APPS} authenticator apps at most.`,
    );
  }
  return await beginEnrolment(ctx, user);
}

/**
 * Adds an app, if the code is right. The session then shows the factor, too.
 *
 * @returns null if the code is wrong, or it took too long
 */
export async function confirmTotp(
  ctx: SessionContext,
  answer: EnrolmentAnswer,
): Promise<FactorChange | null> {
  const { present, user } = await assertMayChange(ctx);
  const enrolled = await finishEnrolment(ctx, user.id, answer);
  if (enrolled === null) return null;
  await tellAdded(ctx, user, "totp");
  const { authentication } = present;
  const strong = authentication && addFactor(authentication, ["otp"]);
  const { cookies } = await endOthers(ctx, user.id, {
    authentication: strong ?? undefined,
  });
  return { cookies, recoveryCodes: enrolled.recoveryCodes };
}

/** Removes an app. Without one, the recovery codes go as well. */
export async function removeTotp(
  ctx: SessionContext,
  id: string,
): Promise<FactorChange> {
  const { user, factors } = await assertMayChange(ctx);
  if (factors.apps.length === 1 && await readRule(ctx, user) === "required") {
    throw new InvalidRequest("The user has to have a second factor.");
  }
  const changed = await changeFactors(
    ctx,
    user.id,
    (factors) => removeApp(factors, id),
  );
  if (changed === null) throw new InvalidRequest("The user has no such app.");
  await tellRemoved(ctx, user);
  const { cookies } = await endOthers(ctx, user.id);
  return { cookies, recoveryCodes: null };
}

/** Replaces the recovery codes. */
export async function newRecoveryCodes(
  ctx: SessionContext,
): Promise<FactorChange & { readonly recoveryCodes: readonly string[] }> {
  const { user } = await assertMayChange(ctx);
  const { shown, stored } = await createRecoveryCodes(ctx.now);
  const changed = await changeFactors(
    ctx,
    user.id,
    (factors) => hasFactor(factors) ? replaceRecovery(factors, stored) : null,
  );
  if (changed === null) {
    throw new InvalidRequest("Recovery codes stand in for an app.");
  }
  await tellAdded(ctx, user, "recoveryCodes");
  const { cookies } = await endOthers(ctx, user.id);
  return { cookies, recoveryCodes: shown };
}

/**
 * Forgets a remembered browser, or all of them.
 *
 * @param id null: all
 */
export async function forgetRemembered(
  ctx: SessionContext,
  id: string | null,
): Promise<void> {
  const { user } = await assertMayChange(ctx);
  await changeFactors(ctx, user.id, (factors) => forgetBrowsers(factors, id));
}
