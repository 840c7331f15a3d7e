import { admit } from "../accounts/admit.ts";
import { toStableId } from "../accounts/link.ts";
import type { Context } from "../context.ts";
import {
  AuthError,
  CallbackRouteError,
  InvalidCheck,
  withTarget,
} from "../errors.ts";
import { proveOidc } from "../methods/oidc.ts";
import { type Attempt, consumeAttempt, findAttempt } from "../oauth/attempt.ts";
import { type Outcome, redirect } from "../outcome.ts";
import type { Identity } from "../provider.ts";
import { readSession } from "../session/read.ts";
import { startSession } from "../session/start.ts";
import { resolveTarget } from "../targets.ts";

/** `GET /callback/<provider>`: the provider sent the browser back. */
export async function callback(ctx: Context): Promise<Outcome> {
  const found = await findAttempt(ctx);
  if (found.kind === "invalid") return await arriveLate(ctx, found);
  const { attempt } = found;
  try {
    await consumeAttempt(ctx, attempt);
    return await finish(ctx, attempt);
  } catch (error) {
    if (error instanceof InvalidCheck) {
      return await arriveLate(ctx, {
        reason: error.message,
        target: attempt.target,
      });
    }
    const known = error instanceof AuthError ? error : new CallbackRouteError(
      `Signing in with "${attempt.provider}" failed.`,
      { cause: error },
    );
    throw withTarget(known, attempt.target);
  }
}

/** One road for every method: proved, admitted, known by a stable id, signed in. */
async function finish(ctx: Context, attempt: Attempt): Promise<Outcome> {
  const { provider } = ctx;
  if (provider === null) throw new TypeError("the route needs a provider");
  const proved = await proveOidc(ctx, provider, attempt);
  const sub = await toStableId(proved);
  const identity: Identity = { ...proved, user: { ...proved.user, id: sub } };
  const admission = await admit(ctx, identity);
  if (admission.kind === "redirect") {
    return redirect(await resolveTarget(ctx, admission.url));
  }
  const cookies = await startSession(ctx, identity, sub);
  const { user, account, profile } = identity;
  await ctx.effects.emit("signIn", { user, account, profile });
  return redirect(attempt.target, ...cookies);
}

/**
 * A callback without a usable attempt: an old tab, the back button, a second
 * delivery, or somebody else's link. Who is signed in goes on to where they
 * were going; everybody else is told, and offered a fresh start.
 */
async function arriveLate(
  ctx: Context,
  late: { readonly reason: string; readonly target: string | null },
): Promise<Outcome> {
  const { session, cookies } = await readSession(ctx);
  if (session !== null) {
    return redirect(late.target ?? await resolveTarget(ctx, null), ...cookies);
  }
  const error = new InvalidCheck(`Callback refused: ${late.reason}.`);
  error.target = late.target ?? undefined;
  throw error;
}
