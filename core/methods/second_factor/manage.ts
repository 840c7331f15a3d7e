/**
 * What a signed-in user does to their second factors. Each change needs a fresh
 * proof, ends the other sessions and remembered browsers, and is told.
 *
 * @module
 */

import { addFactor, readRule } from "../../accounts/factors/factor_gate.ts";
import {
  countLeft,
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
import { changeFactors } from "../../accounts/factors/stored_factors.ts";
import { InvalidRequest } from "../../errors/errors.ts";
import type { CookieChange } from "../../http/cookies.ts";
import type { SessionContext } from "../../request/context.ts";
import { change, inTurnOf } from "./change.ts";
import {
  beginEnrolment,
  type Enrolment,
  type EnrolmentAnswer,
  proveApp,
} from "./enrolment.ts";
import { assertMayChange, type FactorOwner } from "./owner.ts";
import { createRecoveryCodes } from "./recovery_codes.ts";
import type { ChangeContext } from "../password/notices/notify.ts";
import { tellAdded, tellRemoved } from "./tell.ts";

/** A change that was made. */
export interface FactorChange {
  /** Cookies to set: the session has a new id. */
  readonly cookies: readonly CookieChange[];
  /** New recovery codes, to be shown once; null: there are none. */
  readonly recoveryCodes: readonly string[] | null;
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
  ctx: ChangeContext,
  answer: EnrolmentAnswer,
): Promise<FactorChange | null> {
  return await inTurnOf(ctx, async (owner) => {
    const { user, present: { authentication } } = owner;
    const app = await proveApp(ctx, user.id, answer);
    const done = app && await change(ctx, owner, {
      to: app.add,
      tell: () => tellAdded(ctx, user, "totp"),
      authentication: authentication && addFactor(authentication, ["otp"]),
    });
    return app && done &&
      { cookies: done.cookies, recoveryCodes: app.toCodes(done.made) };
  });
}

/** Removes an app. Without one, the recovery codes go as well. */
export async function removeTotp(
  ctx: ChangeContext,
  id: string,
): Promise<FactorChange> {
  return await inTurnOf(ctx, async (owner) => {
    const { user } = owner;
    const rule = await readRule(ctx, user);
    const done = await change(ctx, owner, {
      to: (factors) => {
        const left = removeApp(factors, id);
        if (left === null || hasFactor(left) || rule === "optional") {
          return left;
        }
        // Asked each time, so that two removals at once leave one.
        throw new InvalidRequest("The user has to have a second factor.");
      },
      tell: () => tellRemoved(ctx, user),
    });
    if (done === null) throw new InvalidRequest("The user has no such app.");
    return { cookies: done.cookies, recoveryCodes: null };
  });
}

/** Replaces the recovery codes. */
export async function newRecoveryCodes(
  ctx: ChangeContext,
): Promise<FactorChange & { readonly recoveryCodes: readonly string[] }> {
  return await inTurnOf(ctx, async (owner) => {
    const { shown, stored } = await createRecoveryCodes(ctx.now);
    const done = await change(ctx, owner, {
      to: (factors) =>
        hasFactor(factors) ? replaceRecovery(factors, stored) : null,
      tell: () => tellAdded(ctx, owner.user, "recoveryCodes"),
    });
    if (done === null) {
      throw new InvalidRequest("Recovery codes stand in for an app.");
    }
    return { cookies: done.cookies, recoveryCodes: shown };
  });
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
  const which = id === null ? "all" : "one";
  await ctx.effects.emit("browsersForgotten", { userId: user.id, which });
}
