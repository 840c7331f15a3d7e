import { admit } from "../accounts/admit.ts";
import type { Linked } from "../accounts/link.ts";
import { loadAccounts } from "../accounts/load.ts";
import { toStableId } from "../accounts/stable_id.ts";
import type { AdapterUser } from "../adapter.ts";
import type { Context } from "../context.ts";
import {
  CallbackRouteError,
  InvalidCheck,
  SignInRequired,
  toAuthError,
  withTarget,
} from "../errors.ts";
import { proveOAuth } from "../methods/oauth.ts";
import { type Attempt, consumeAttempt, findAttempt } from "../oauth/attempt.ts";
import { findReturn } from "../oauth/proxy.ts";
import { type Outcome, redirect } from "../outcome.ts";
import type { Identity, ResolvedProvider } from "../provider.ts";
import { withQuery } from "../redirects.ts";
import { readSession, toStrategy } from "../session/strategy.ts";
import { resolveTarget } from "../targets.ts";

/** `GET /callback/<provider>`: the provider sent the browser back. */
export async function callback(ctx: Context): Promise<Outcome> {
  const provider = toProvider(ctx);
  const onward = await findReturn(ctx, provider);
  if (onward !== null) return redirect(onward);
  const found = await findAttempt(ctx, provider);
  if (found.kind === "invalid") return await arriveLate(ctx, found);
  const { attempt } = found;
  try {
    await consumeAttempt(ctx, attempt);
    return await finish(ctx, provider, attempt);
  } catch (error) {
    if (error instanceof InvalidCheck) {
      return await arriveLate(ctx, {
        reason: error.message,
        target: attempt.target,
      });
    }
    const known = toAuthError(error) ?? new CallbackRouteError(
      `Signing in with "${attempt.provider}" failed.`,
      { cause: error },
    );
    throw withTarget(known, attempt.target);
  }
}

/**
 * `POST /callback/<provider>`: the provider made the browser send a form. Where
 * the browser kept the attempt's cookie back, because the form came from another
 * site, a redirect to ourselves brings it along.
 */
export async function callbackForm(ctx: Context): Promise<Outcome> {
  const provider = toProvider(ctx);
  if (ctx.attemptId !== null) return await callback(ctx);
  return redirect(
    withQuery(
      ctx.url("callback", provider.id),
      Object.fromEntries(ctx.callbackParams),
    ),
  );
}

function toProvider(ctx: Context): ResolvedProvider {
  if (ctx.provider === null) throw new TypeError("the route needs a provider");
  return ctx.provider;
}

/** One road for every method: proved, admitted, known by a stable id, signed in. */
async function finish(
  ctx: Context,
  provider: ResolvedProvider,
  attempt: Attempt,
): Promise<Outcome> {
  const linkTo = await findLinking(ctx, attempt);
  const proved = await proveOAuth(ctx, provider, attempt);
  const { adapter } = ctx.effects;
  const stable = { ...proved.user, id: await toStableId(proved) };
  const accounts = adapter === null ? null : await loadAccounts();
  const known = await accounts?.toAdapter(ctx)
    .getUserByAccount(proved.account);
  const identity: Identity = { ...proved, user: known ?? stable };
  const admission = await admit(ctx, identity);
  if (admission.kind === "redirect") {
    return redirect(await resolveTarget(ctx, admission.url));
  }
  const arrival = {
    identity: { ...proved, user: stable },
    linkTo,
    provider,
  };
  const linked = await accounts?.linkIdentity(ctx, arrival) ?? null;
  if (linkTo !== null) {
    const cookies = await toStrategy(ctx).rotate(ctx);
    return redirect(attempt.target, ...cookies);
  }
  return await enter(ctx, attempt, identity, linked);
}

/**
 * Who asked to add a way in, if that is what the attempt is for: still there,
 * and still the same. Otherwise a stranger's account could be added, or the
 * visitor's own to a stranger.
 */
async function findLinking(
  ctx: Context,
  { linkTo = null }: Attempt,
): Promise<AdapterUser | null> {
  if (linkTo === null) return null;
  const present = await toStrategy(ctx).find(ctx);
  if (present?.userId === linkTo && ctx.effects.adapter !== null) {
    const { toAdapter } = await loadAccounts();
    const user = await toAdapter(ctx).getUser(linkTo);
    if (user !== null) return user;
  }
  throw new SignInRequired("Who asked to link is not signed in any more.");
}

async function enter(
  ctx: Context,
  attempt: Attempt,
  proved: Identity,
  linked: Linked | null,
): Promise<Outcome> {
  const identity = linked === null ? proved : { ...proved, user: linked.user };
  const { user, account, profile } = identity;
  const sub = linked?.user.id ?? user.id ?? "";
  const isNewUser = linked?.isNewUser;
  const cookies = await toStrategy(ctx).start(
    ctx,
    { identity, sub, isNewUser },
    attempt.sid ?? null,
  );
  await ctx.effects.emit("signIn", {
    user,
    account: { ...account, userId: sub },
    profile,
    ...(linked === null ? {} : { isNewUser }),
  });
  return redirect(toEnd(ctx, attempt, isNewUser ?? false), ...cookies);
}

/** A new user may be welcomed first. */
function toEnd(
  ctx: Context,
  { target }: Attempt,
  isNewUser: boolean,
): string {
  const { newUser } = ctx.settings.pages;
  if (!isNewUser || newUser === undefined) return target;
  const welcome = new URL(newUser, ctx.origin).href;
  return withQuery(welcome, { callbackUrl: target });
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
