import type { AdapterUser } from "../model/adapter.ts";
import type { Context } from "../request/context.ts";
import { toClaimedAddress } from "../model/email_address.ts";
import { rememberBrowser, type Try } from "../rate_limits/limits.ts";
import type { User } from "../model/model.ts";
import { type Outcome, redirect } from "../request/outcome.ts";
import type { Identity, ResolvedProvider } from "../providers/provider.ts";
import { withQuery } from "../http/redirects.ts";
import { toStrategy } from "../session/strategy.ts";
import { resolveTarget } from "../request/redirect_target.ts";
import { admit } from "./admit.ts";
import type { Linked } from "./link.ts";
import { loadAccounts } from "./load.ts";
import { toStableId } from "./identity/stable_id.ts";
import { assertPresent } from "./still_there.ts";

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
  /** What the method keeps itself. */
  readonly keeping?: Keeping | undefined;
  /** What was tried, if the browser is known for it from now on. */
  readonly tried?: Try | undefined;
}

/** What a method keeps besides user and account. */
export interface Keeping {
  /** The host has admitted them; nothing is stored yet. */
  prepare(): Promise<void>;
  /** User and account are stored; there is no session yet. */
  finish(user: AdapterUser): Promise<void>;
}

/**
 * The one road for every method after the proof: admitted by the host, known by
 * a stable id or as a stored user, signed in.
 *
 * @throws AccessDenied, OAuthAccountNotLinked, AccountNotLinked, AdapterError,
 * StoreError, ConfigurationError or an AuthError of the host's
 */
export async function enter(ctx: Context, proof: Proof): Promise<Outcome> {
  const { keeping, linkTo, provider, target } = proof;
  const accounts = ctx.effects.adapter === null ? null : await loadAccounts();
  const proved =
    await accounts?.toStoredIdentity(ctx, provider, proof.identity) ??
      proof.identity;
  const stable = isNamedByHost(proved)
    ? toPlainUser(proved.user)
    : { ...proved.user, id: await toStableId(proved) };
  // Who adds what only we know is who they are; a provider says who they are there.
  const asked = proved.profile === undefined ? linkTo : null;
  const identity = isNamedByHost(proved) ? proved : {
    ...proved,
    user: await accounts?.findOwner(ctx, proved) ?? asked ?? stable,
  };
  const admission = await admit(ctx, identity);
  if (admission.kind === "redirect") {
    return redirect(await resolveTarget(ctx, admission.url));
  }
  // The host may have taken its time.
  if (linkTo !== null) await assertPresent(ctx, linkTo.id);
  await keeping?.prepare();
  const arrival = { identity: { ...proved, user: stable }, linkTo, provider };
  const found = await accounts?.findVouched(ctx, proved) ??
    await accounts?.linkIdentity(ctx, arrival) ?? null;
  if (found !== null) await keeping?.finish(found.user);
  const confirmed = found === null
    ? undefined
    : await accounts?.confirmAddress(ctx, found.user, proved);
  const linked = found && { ...found, ...confirmed };
  const done = confirmed?.cookies ?? [];
  if (linkTo !== null) {
    return redirect(target, ...await toStrategy(ctx).rotate(ctx), ...done);
  }
  const outcome = await begin(ctx, { ...proof, identity }, linked);
  return { ...outcome, cookies: [...outcome.cookies, ...done] };
}

/** Starts the session, and tells about it. */
async function begin(
  ctx: Context,
  { identity: proved, target, before, tried }: Proof,
  linked: Linked | null,
): Promise<Outcome> {
  const identity = linked === null || isNamedByHost(proved)
    ? proved
    : { ...proved, user: linked.user };
  const { user, account, profile } = identity;
  const sub = linked?.user.id ?? user.id ?? "";
  const isNewUser = linked?.isNewUser;
  const signIn = { identity, sub, isNewUser };
  // A take-over ended all sessions that had begun by then.
  const began = { ...ctx, now: linked?.begins ?? ctx.now };
  const cookies = await toStrategy(ctx).start(began, signIn, before);
  await ctx.effects.emit("signIn", {
    user,
    account: { ...account, userId: sub },
    ...(profile === undefined ? {} : { profile }),
    ...(linked === null ? {} : { isNewUser }),
  });
  // Who has credentials has been welcomed where they were given them.
  // A session that is over already says nothing for its browser.
  const known = tried === undefined || cookies.length === 0
    ? []
    : await rememberBrowser(ctx, tried, { userId: sub, began: began.now });
  const isWelcome = isNewUser === true && !isNamedByHost(proved);
  return redirect(toEnd(ctx, target, isWelcome), ...cookies, ...known);
}

/** Whether code of the host's said who it is: then its word is passed on as it is, the id too. */
function isNamedByHost({ credentials }: Identity): boolean {
  return credentials !== undefined;
}

/** What is stored of a user that the host's code named, which may know more than anybody else should. */
function toPlainUser({ id, name, email, image }: User): User {
  const plain = {
    id,
    name: name ?? null,
    email: toClaimedAddress(email),
    image: image ?? null,
  };
  // What a host's own declarations add is for its database to fill in.
  return plain as User;
}

/** A new user may be welcomed first. */
function toEnd(ctx: Context, target: string, isNewUser: boolean): string {
  const { newUser } = ctx.settings.pages;
  if (!isNewUser || newUser === undefined) return target;
  const welcome = new URL(newUser, ctx.origin).href;
  return withQuery(welcome, { callbackUrl: target });
}
