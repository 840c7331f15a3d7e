import { enterWithFactor } from "../../accounts/factors/enter_with_factor.ts";
import { addFactor } from "../../accounts/factors/factor_gate.ts";
import { hasFactor } from "../../accounts/factors/factors.ts";
import { rememberFactor } from "../../accounts/factors/remembered_browser.ts";
import {
  changeFactors,
  keepsFactors,
  readFactors,
} from "../../accounts/factors/stored_factors.ts";
import {
  claimSignIn,
  findSignIn,
  forgetSignIn,
  type PendingSignIn,
} from "../../attempts/pending_sign_in.ts";
import { hash } from "../../crypto/hash.ts";
import {
  AccessDenied,
  SignInRequired,
  UnknownAction,
} from "../../errors/errors.ts";
import { SecondFactorError } from "../../errors/factor_errors.ts";
import { withQuery } from "../../http/redirects.ts";
import {
  beginEnrolment,
  proveApp,
  reopenEnrolment,
} from "../../methods/second_factor/enrolment.ts";
import type { ProvedFactor } from "../../methods/second_factor/prove_factor.ts";
import {
  showCodes,
  showEnrolment,
  showFactor,
  toWrongCode,
} from "../../methods/second_factor/show.ts";
import { tellAdded, tellRecovery } from "../../methods/second_factor/tell.ts";
import { tryFactor } from "../../methods/second_factor/try_factor.ts";
import { limitAttempt, recordSuccess } from "../../rate_limits/limits.ts";
import type { Authentication } from "../../model/authentication.ts";
import type { AdapterUser } from "../../model/adapter.ts";
import type { Context } from "../../request/context.ts";
import { type Outcome, redirect } from "../../request/outcome.ts";
import { keepTarget, resolveTarget } from "../../request/redirect_target.ts";
import { toAdapter } from "../../session/rows/row.ts";
import type { Presence } from "../../session/session_strategy.ts";
import { toStrategy } from "../../session/strategy.ts";

/**
 * `GET /second-factor`: asks for the second factor of a sign-in that waits for
 * it, or has the user set one up; without `state`, asks a signed-in user, for a
 * page that needs it.
 */
export async function askFactor(ctx: Context): Promise<Outcome> {
  assertKept(ctx);
  if (!ctx.request.query.has("state")) return await showStepUp(ctx);
  const pending = await findPending(ctx);
  const { userId, missing, held: { target } } = pending;
  const asked = { userId, pending, target };
  if (missing !== "enrolment") return await showFactor(ctx, asked);
  const user = await findUser(ctx, userId);
  const cancelUrl = withQuery(ctx.url("signin"), { callbackUrl: target });
  const enrolment = await beginEnrolment(ctx, user);
  return await showEnrolment(ctx, { ...asked, cancelUrl, enrolment });
}

/** `POST /second-factor`: takes the code, and goes on with the sign-in. */
export async function takeFactor(ctx: Context): Promise<Outcome> {
  assertKept(ctx);
  if (ctx.request.form.state === undefined) return await stepUp(ctx);
  const pending = await findPending(ctx);
  return await keepTarget(
    pending.held.target,
    async () =>
      pending.missing === "enrolment"
        ? await enrol(ctx, pending)
        : await goOn(ctx, pending),
  );
}

function assertKept(ctx: Context): void {
  if (keepsFactors(ctx)) return;
  throw new UnknownAction("No provider keeps second factors.");
}

async function findPending(ctx: Context): Promise<PendingSignIn> {
  const pending = await findSignIn(ctx);
  if (pending !== null) return pending;
  throw new SecondFactorError(
    "No sign-in of this browser waits for a second factor: it was used, took too long, or the user's sessions were ended.",
  );
}

async function findUser(ctx: Context, id: string): Promise<AdapterUser> {
  const user = await toAdapter(ctx).getUser(id);
  if (user !== null) return user;
  throw new AccessDenied("The user has just been removed.");
}

/** Goes on with a sign-in, if its second factor is right. */
async function goOn(ctx: Context, pending: PendingSignIn): Promise<Outcome> {
  const { userId, id: of } = pending;
  const { code: typed = "", rememberBrowser } = ctx.request.form;
  const proved = await tryFactor(ctx, { userId, of, typed });
  if (proved === null) return toWrongCode(ctx, toRetry(ctx, { state: of }));
  await claim(ctx, pending);
  const cookies = rememberBrowser === "yes"
    ? await rememberFactor(ctx, userId)
    : [];
  await tellUse(ctx, userId, proved);
  const outcome = await finish(ctx, pending, toMethods(proved));
  return { ...outcome, cookies: [...outcome.cookies, ...cookies] };
}

async function finish(
  ctx: Context,
  pending: PendingSignIn,
  methods: readonly string[],
): Promise<Outcome> {
  const outcome = await enterWithFactor(ctx, pending, methods);
  return { ...outcome, cookies: [...outcome.cookies, forgetSignIn(pending)] };
}

async function claim(ctx: Context, pending: PendingSignIn): Promise<void> {
  if (await claimSignIn(ctx, pending)) return;
  throw new SecondFactorError("The sign-in was completed already.");
}

/** A recovery code has no value in RFC 8176. */
function toMethods({ kind }: ProvedFactor): readonly string[] {
  return [kind === "totp" ? "otp" : "recovery"];
}

async function tellUse(
  ctx: Context,
  userId: string,
  proved: ProvedFactor,
): Promise<void> {
  if (proved.kind !== "recovery") return;
  await tellRecovery(ctx, await findUser(ctx, userId), proved.left);
}

/** The page for another try. */
function toRetry(
  ctx: Context,
  place: Readonly<Record<string, string | null>>,
): Outcome {
  const { code = "" } = ctx.request.form;
  // A longer text was typed into the page for recovery codes.
  const use = code.replace(/\s/g, "").length > 8 ? "recovery" : null;
  const error = { error: "SecondFactorError", code: "wrong_code" };
  return redirect(
    withQuery(ctx.url("second-factor"), { ...place, use, ...error }),
  );
}

/** Sets a factor up for a sign-in that has to have one, and goes on with it. */
async function enrol(ctx: Context, pending: PendingSignIn): Promise<Outcome> {
  const { userId, held: { target } } = pending;
  const { enrolment = "", code = "" } = ctx.request.form;
  const attempt = { kind: "factor", account: null } as const;
  const user = await findUser(ctx, userId);
  const done = await limitAttempt(ctx, attempt, async () => {
    const answer = { enrolment, code, isFirst: true };
    const app = await proveApp(ctx, userId, answer);
    const factors = app && await changeFactors(ctx, userId, app.add);
    if (app === null || factors === null) return null;
    await tellAdded(ctx, user, "totp");
    await recordSuccess(ctx, attempt);
    return { recoveryCodes: app.toCodes(factors) };
  });
  if (done === null) {
    const again = await reopenEnrolment(ctx, user, enrolment) ??
      await beginEnrolment(ctx, user);
    const cancelUrl = withQuery(ctx.url("signin"), { callbackUrl: target });
    const error = { type: "SecondFactorError", code: "wrong_code" };
    const place = { pending, target, cancelUrl, enrolment: again, error };
    return toWrongCode(ctx, await showEnrolment(ctx, place));
  }
  await claim(ctx, pending);
  const outcome = await finish(ctx, pending, ["otp"]);
  const { recoveryCodes } = done;
  return outcome.kind === "redirect" && recoveryCodes !== null
    ? {
      ...showCodes(ctx, recoveryCodes, outcome.url),
      cookies: outcome.cookies,
    }
    : outcome;
}

/** Asks a signed-in user for a second factor. */
async function showStepUp(ctx: Context): Promise<Outcome> {
  const target = await resolveTarget(ctx);
  return await keepTarget(target, async () => {
    const { userId } = await findSignedIn(ctx);
    return hasFactor(await readFactors(ctx, userId))
      ? await showFactor(ctx, { userId, pending: null, target })
      : redirect(ctx.url("factors"));
  });
}

/**
 * Adds a second factor to the proof of the session. The first proof stays as
 * old as it is, and the session gets a new id.
 */
async function stepUp(ctx: Context): Promise<Outcome> {
  const target = await resolveTarget(ctx);
  return await keepTarget(target, async () => {
    const { id, userId, authentication } = await findSignedIn(ctx);
    const { code: typed = "" } = ctx.request.form;
    const of = await hash(id);
    const proved = await tryFactor(ctx, { userId, of, typed });
    if (proved === null) {
      return toWrongCode(ctx, toRetry(ctx, { callbackUrl: target }));
    }
    await tellUse(ctx, userId, proved);
    const strong = addFactor(authentication, toMethods(proved));
    return redirect(
      target,
      ...await toStrategy(ctx)
        .rotate(ctx, undefined, strong),
    );
  });
}

async function findSignedIn(
  ctx: Context,
): Promise<Presence & { readonly authentication: Authentication }> {
  const present = await toStrategy(ctx).find(ctx);
  const authentication = present?.authentication ?? null;
  if (present !== null && authentication !== null) {
    return { ...present, authentication };
  }
  throw new SignInRequired("A second factor needs a live session.");
}
