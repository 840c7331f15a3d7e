import type { AdapterUser } from "../adapter.ts";
import type { Context } from "../context.ts";
import { type Outcome, redirect } from "../outcome.ts";
import type { Identity, ResolvedProvider } from "../provider.ts";
import { withQuery } from "../redirects.ts";
import { toStrategy } from "../session/strategy.ts";
import { resolveTarget } from "../targets.ts";
import { admit } from "./admit.ts";
import type { Linked } from "./link.ts";
import { loadAccounts } from "./load.ts";
import { toStableId } from "./stable_id.ts";

/** What a method has proved, and what is to come of it. */
export interface Proof {
  readonly provider: ResolvedProvider;
  /** As it was proved. */
  readonly identity: Identity;
  /** Where to go when it is done. */
  readonly target: string;
  /** Who asked to add a way in; null: an ordinary sign-in. */
  readonly linkTo: AdapterUser | null;
  /** The session that the browser had when this began, which it may not show now. */
  readonly before: string | null;
}

/**
 * The one road for every method after the proof: admitted by the host, known by
 * a stable id or as a stored user, signed in.
 *
 * @throws AccessDenied, OAuthAccountNotLinked, AdapterError, StoreError or an
 * AuthError of the host's
 */
export async function enter(ctx: Context, proof: Proof): Promise<Outcome> {
  const { identity: proved, linkTo, provider, target } = proof;
  const stable = { ...proved.user, id: await toStableId(proved) };
  const accounts = ctx.effects.adapter === null ? null : await loadAccounts();
  const known = await accounts?.findOwner(ctx, proved);
  const identity: Identity = { ...proved, user: known ?? stable };
  const admission = await admit(ctx, identity);
  if (admission.kind === "redirect") {
    return redirect(await resolveTarget(ctx, admission.url));
  }
  const arrival = { identity: { ...proved, user: stable }, linkTo, provider };
  const linked = await accounts?.linkIdentity(ctx, arrival) ?? null;
  if (linkTo !== null) {
    return redirect(target, ...await toStrategy(ctx).rotate(ctx));
  }
  return await begin(ctx, { ...proof, identity }, linked);
}

/** Starts the session, and tells about it. */
async function begin(
  ctx: Context,
  { identity: proved, target, before }: Proof,
  linked: Linked | null,
): Promise<Outcome> {
  const identity = linked === null ? proved : { ...proved, user: linked.user };
  const { user, account, profile } = identity;
  const sub = linked?.user.id ?? user.id ?? "";
  const isNewUser = linked?.isNewUser;
  const signIn = { identity, sub, isNewUser };
  const cookies = await toStrategy(ctx).start(ctx, signIn, before);
  await ctx.effects.emit("signIn", {
    user,
    account: { ...account, userId: sub },
    ...(profile === undefined ? {} : { profile }),
    ...(linked === null ? {} : { isNewUser }),
  });
  return redirect(toEnd(ctx, target, isNewUser ?? false), ...cookies);
}

/** A new user may be welcomed first. */
function toEnd(ctx: Context, target: string, isNewUser: boolean): string {
  const { newUser } = ctx.settings.pages;
  if (!isNewUser || newUser === undefined) return target;
  const welcome = new URL(newUser, ctx.origin).href;
  return withQuery(welcome, { callbackUrl: target });
}
