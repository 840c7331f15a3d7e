/**
 * The end of a sign-in that lacks nothing.
 *
 * @module
 */

import type { CookieChange } from "../http/cookies.ts";
import { withQuery } from "../http/redirects.ts";
import type { SessionLife } from "../model/session_life.ts";
import type { Identity } from "../providers/provider.ts";
import { rememberBrowser } from "../rate_limits/limits.ts";
import type { Context } from "../request/context.ts";
import { type Outcome, redirect } from "../request/outcome.ts";
import { decideLife } from "../session/life.ts";
import { toStrategy } from "../session/strategy.ts";
import { keepLogoutHints } from "../vault/logout_hints.ts";
import { keepTokens } from "../vault/keep_tokens.ts";
import { confirmAddress } from "./address/verify_address.ts";
import { toAuthentication } from "./assert_asked.ts";
import { tellSignIn } from "./tell_sign_in.ts";
import type { Linked } from "./linked.ts";
import type { Proof } from "./proof.ts";

/** A proof whose identity was found. */
export interface Proven extends Proof {
  /** The identity, with the account's stored key. */
  readonly proved: Identity;
  /** The identity with the user that is stored, if there is one. */
  readonly identity: Identity;
}

/** Stores what the identity brings to its user. */
export async function storeProven(
  ctx: Context,
  { provider, proved, identity }: Proven,
  found: Linked | null,
): Promise<{ linked: Linked | null; done: readonly CookieChange[] }> {
  const userId = found?.user.id ?? identity.user.id ?? "";
  await keepTokens(ctx, provider, { ...proved, userId });
  if (found === null) return { linked: null, done: [] };
  const { user, cookies } = await confirmAddress(ctx, found.user, proved);
  return { linked: { ...found, user }, done: cookies };
}

/** Starts the session of a proof that lacks nothing. */
export async function complete(
  ctx: Context,
  proven: Proven,
  found: Linked | null,
): Promise<Outcome> {
  const { linked, done } = await storeProven(ctx, proven, found);
  const outcome = await begin(ctx, proven, linked);
  return { ...outcome, cookies: [...outcome.cookies, ...done] };
}

/** Starts the session, and emits `signIn`. */
async function begin(
  ctx: Context,
  { provider, identity: proved, target, before, tried, remember }: Proof,
  linked: Linked | null,
): Promise<Outcome> {
  const identity = linked === null || isNamedByHost(proved)
    ? proved
    : { ...proved, user: linked.user };
  const { user, account, profile } = identity;
  const sub = linked?.user.id ?? user.id ?? "";
  const { user: stored, isNewUser } = linked ?? {};
  const authentication = toAuthentication(ctx, provider, proved);
  const life = await decideProven(ctx, { provider, remember }, identity);
  const signIn = { identity, sub, isNewUser, authentication, life, stored };
  // A take-over ended all sessions that had begun by then.
  const began = { ...ctx, now: linked?.begins ?? ctx.now };
  const cookies = await toStrategy(ctx).start(began, signIn, before);
  const told = {
    user,
    account: { ...account, userId: sub },
    ...(profile === undefined ? {} : { profile }),
    ...(linked === null ? {} : { isNewUser }),
  };
  await tellSignIn(ctx, told, cookies);
  // New users with credentials have been welcomed where they registered. A
  // session that has already ended does not make its browser known.
  const known = tried === undefined || cookies.length === 0
    ? []
    : await rememberBrowser(ctx, tried, { userId: sub, began: began.now });
  const last = cookies.length === 0
    ? []
    : [{ role: "last", value: provider.id } as const];
  return redirect(
    toEnd(ctx, target, isNewUser === true && !isNamedByHost(proved)),
    ...cookies,
    ...await keepLogoutHints(ctx, { ...proved, authentication }, cookies),
    ...known,
    ...last,
  );
}

/** Decides how long the session lasts. */
async function decideProven(
  ctx: Context,
  { provider: { id: provider, type }, remember }: Pick<
    Proof,
    "provider" | "remember"
  >,
  { user, account }: Identity,
): Promise<SessionLife | undefined> {
  return await decideLife(ctx, {
    ...{ provider, type, user, account },
    // A visitor who was not asked may sit at somebody else's computer.
    remember: remember ?? !ctx.settings.rememberMe,
  });
}

/**
 * Whether the application's code named the user: then its user is passed on
 * unchanged, id included.
 */
export function isNamedByHost({ credentials }: Identity): boolean {
  return credentials !== undefined;
}

/** Returns the final URL: a new user may be sent to a welcome page first. */
function toEnd(ctx: Context, target: string, isNewUser: boolean): string {
  const { newUser } = ctx.settings.pages;
  if (!isNewUser || newUser === undefined) return target;
  const welcome = new URL(newUser, ctx.origin).href;
  return withQuery(welcome, { callbackUrl: target });
}
