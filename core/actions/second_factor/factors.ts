import { readRule } from "../../accounts/factors/factor_gate.ts";
import { MAX_APPS } from "../../accounts/factors/factors.ts";
import { keepsFactors } from "../../accounts/factors/stored_factors.ts";
import { keepGuardParams } from "../../attempts/guard_params.ts";
import {
  InvalidRequest,
  SignInRequired,
  UnknownAction,
} from "../../errors/errors.ts";
import { withQuery } from "../../http/redirects.ts";
import { reopenEnrolment } from "../../methods/second_factor/enrolment.ts";
import {
  beginTotp,
  confirmTotp,
  type FactorChange,
  forgetRemembered,
  listFactors,
  newRecoveryCodes,
  removeTotp,
} from "../../methods/second_factor/manage.ts";
import {
  type FactorOwner,
  findFactorOwner,
  toChangeDemand,
} from "../../methods/second_factor/owner.ts";
import {
  showCodes,
  showEnrolment,
  toWrongCode,
} from "../../methods/second_factor/show.ts";
import { limitAttempt, recordSuccess } from "../../rate_limits/limits.ts";
import { readWants } from "../../request/client.ts";
import type { Context } from "../../request/context.ts";
import { json, type Outcome, page, redirect } from "../../request/outcome.ts";
import {
  keepTarget,
  readSafeCallbackUrl,
} from "../../request/redirect_target.ts";
import { readCsrfToken } from "../../session/csrf.ts";
import { isMet } from "../../session/demand.ts";

/**
 * `GET /factors`: the user's page with their second factors; `add=1` sets an
 * app up. A user whose proof is not fresh confirms it first.
 */
export async function factorsPage(ctx: Context): Promise<Outcome> {
  return await forOwner(ctx, async (owner) => {
    if (!ctx.request.query.has("add")) return await showList(ctx, owner);
    const enrolment = await beginTotp(ctx);
    return await showEnrolment(ctx, { ...toPlace(ctx), enrolment });
  });
}

/** `POST /factors`: changes the second factors of the user, as `action` says. */
export async function changeFactors(ctx: Context): Promise<Outcome> {
  return await forOwner(ctx, async (owner) => {
    const { action, id = "" } = ctx.request.form;
    switch (action) {
      case "confirm":
        return await confirm(ctx, owner);
      case "remove":
        return finish(ctx, await removeTotp(ctx, id));
      case "codes":
        return finish(ctx, await newRecoveryCodes(ctx));
      case "forget":
        await forgetRemembered(ctx, id === "" ? null : id);
        return redirect(toTarget(ctx));
    }
    throw new InvalidRequest("There is no such change of second factors.");
  });
}

/** Runs work for a signed-in user with a fresh proof; anybody else gives one first. */
async function forOwner(
  ctx: Context,
  work: (owner: FactorOwner) => Promise<Outcome>,
): Promise<Outcome> {
  if (!keepsFactors(ctx)) {
    throw new UnknownAction("No provider keeps second factors.");
  }
  const target = toTarget(ctx);
  return await keepTarget(target, async () => {
    const owner = await findFactorOwner(ctx);
    if (owner === null) {
      throw new SignInRequired("Second factors belong to a signed-in user.");
    }
    const demand = toChangeDemand(owner);
    if (isMet(demand, owner.present, ctx.now)) return await work(owner);
    const { userId } = owner.present;
    const confirmation = { userId, demand };
    const cookie = await keepGuardParams(ctx, ctx.settings, {
      target,
      params: {},
      confirmation,
    });
    const error = "InsufficientAuthentication";
    const query = { error, callbackUrl: target };
    return redirect(withQuery(ctx.url("signin"), query), cookie);
  });
}

/** Returns the page that the user is on: that of the application, or the built-in one. */
function toTarget(ctx: Context): string {
  return readSafeCallbackUrl(ctx) ?? ctx.url("factors");
}

function toPlace(ctx: Context) {
  const target = toTarget(ctx);
  return { pending: null, target, cancelUrl: target };
}

async function showList(ctx: Context, owner: FactorOwner): Promise<Outcome> {
  const list = await listFactors(ctx, owner);
  const { token: csrfToken, cookies } = await readCsrfToken(ctx);
  if (readWants(ctx.request) !== "html") {
    return json({ csrfToken, ...list }, ...cookies);
  }
  const { totp, browsers, recoveryCodesLeft: codesLeft } = list;
  const action = ctx.url("factors");
  return page({
    name: "factors",
    action,
    csrfToken,
    callbackUrl: null,
    apps: totp.map(({ createdAt, ...app }) => ({
      ...app,
      created: createdAt.getTime(),
    })),
    codesLeft,
    browsers: browsers.map(({ id, userAgent, lastSeenAt, isCurrent }) => ({
      id,
      userAgent,
      lastSeen: lastSeenAt.getTime(),
      isThis: isCurrent,
    })),
    addUrl: totp.length < MAX_APPS ? withQuery(action, { add: "1" }) : null,
    canRemoveLast: await readRule(ctx, owner.user) === "optional",
    error: null,
    home: `${ctx.origin}/`,
  }, ...cookies);
}

/** Adds the app that the page before began to set up. */
async function confirm(
  ctx: Context,
  { user }: FactorOwner,
): Promise<Outcome> {
  const { enrolment = "", code = "", name } = ctx.request.form;
  const attempt = { kind: "factor", account: null } as const;
  const change = await limitAttempt(ctx, attempt, async () => {
    const done = await confirmTotp(ctx, { enrolment, code, name });
    if (done !== null) await recordSuccess(ctx, attempt);
    return done;
  });
  if (change !== null) return finish(ctx, change);
  const again = await reopenEnrolment(ctx, user, enrolment) ??
    await beginTotp(ctx);
  const error = { type: "SecondFactorError", code: "wrong_code" };
  const place = { ...toPlace(ctx), enrolment: again, error };
  return toWrongCode(ctx, await showEnrolment(ctx, place));
}

function finish(
  ctx: Context,
  { cookies, recoveryCodes }: FactorChange,
): Outcome {
  const url = toTarget(ctx);
  return recoveryCodes === null
    ? redirect(url, ...cookies)
    : { ...showCodes(ctx, recoveryCodes, url), cookies };
}
