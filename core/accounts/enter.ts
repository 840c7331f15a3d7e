import type { Context } from "../request/context.ts";
import { OAuthAccountNotLinked } from "../errors/errors.ts";
import { toClaimedAddress } from "../model/email_address.ts";
import { toImage } from "../model/image.ts";
import { toStorable } from "../model/storable.ts";
import { rememberBrowser } from "../rate_limits/limits.ts";
import type { User } from "../model/model.ts";
import { type Outcome, redirect } from "../request/outcome.ts";
import type { Identity } from "../providers/provider.ts";
import { withQuery } from "../http/redirects.ts";
import { toStrategy } from "../session/strategy.ts";
import { resolveTarget } from "../request/redirect_target.ts";
import { admit } from "./admit.ts";
import type { Linked } from "./linked.ts";
import { confirmAddress } from "./address/verify_address.ts";
import { findHostUser } from "./address/find_host_user.ts";
import { findOwner } from "./facts.ts";
import { linkIdentity } from "./link.ts";
import { moveFormerAccount } from "./identity/former_account.ts";
import { toStoredIdentity } from "./identity/account_key.ts";
import { keepLogoutHints } from "../vault/logout_hints.ts";
import { keepTokens } from "../vault/keep_tokens.ts";
import { toOwnId } from "./identity/stable_id.ts";
import { assertAsked, toAuthentication } from "./assert_asked.ts";
import type { Connection, Proof } from "./proof.ts";
import { assertPresent } from "./still_there.ts";

/**
 * Completes every sign-in method after the proof: the application admits the
 * user, a stable id or a stored user is found, and the session starts.
 *
 * @throws AccessDenied, InsufficientAuthentication, OAuthAccountNotLinked,
 * AccountNotLinked, AdapterError, StoreError, ConfigurationError or an AuthError
 * of the application
 */
export async function enter(ctx: Context, proof: Proof): Promise<Outcome> {
  const { persistence, linkTo, provider, target, connect } = proof;
  const hasUsers = ctx.effects.adapter !== null;
  const { proved, stable, identity } = await identify(ctx, proof);
  await assertAsked(ctx, proof, identity);
  // A user without an account there links any, if users are stored.
  const links = connect === undefined || connect.account === null
    ? linkTo !== null
    : false;
  if (connect !== undefined && !links) assertConnected(identity, connect);
  const admission = await admit(ctx, identity);
  if (admission.kind === "redirect") {
    return redirect(await resolveTarget(ctx, admission.url));
  }
  // The application's callback may have taken its time.
  const askedBy = connect?.userId ?? linkTo?.id;
  if (askedBy !== undefined) await assertPresent(ctx, askedBy);
  await persistence?.prepare();
  const found = hasUsers ? await settle(ctx, proof, { proved, stable }) : null;
  const userId = found?.user.id ?? stable.id ?? "";
  await keepTokens(ctx, provider, { ...proved, userId });
  const confirmed = found === null
    ? undefined
    : await confirmAddress(ctx, found.user, proved);
  const linked = found && { ...found, ...confirmed };
  const done = confirmed?.cookies ?? [];
  if (askedBy !== undefined) {
    // More scopes are not another way to sign in, so the session stays as it
    // is.
    const cookies = links ? await toStrategy(ctx).rotate(ctx) : [];
    return redirect(target, ...cookies, ...done);
  }
  const outcome = await begin(ctx, { ...proof, identity }, linked);
  return { ...outcome, cookies: [...outcome.cookies, ...done] };
}

/** Finds or creates the user, and stores the method's own data. */
async function settle(
  ctx: Context,
  { provider, linkTo, persistence }: Proof,
  { proved, stable }: Pick<Identified, "proved" | "stable">,
): Promise<Linked> {
  const arrival = { identity: { ...proved, user: stable }, linkTo, provider };
  const found = await findHostUser(ctx, provider, proved) ??
    await linkIdentity(ctx, arrival);
  return { ...found, ...await persistence?.finish(found.user) };
}

/** A proven identity, as it is stored, and with its user. */
interface Identified {
  /** The identity, with the account's stored key. */
  readonly proved: Identity;
  /** The user of the identity, where no users are stored. */
  readonly stable: User;
  /** The identity with the user that is stored, if there is one. */
  readonly identity: Identity;
}

async function identify(
  ctx: Context,
  { provider, identity: came, linkTo }: Proof,
): Promise<Identified> {
  const identity = withSafeTexts(came);
  const hasUsers = ctx.effects.adapter !== null;
  const proved = hasUsers
    ? await toStoredIdentity(ctx, provider, identity)
    : identity;
  if (hasUsers) {
    await moveFormerAccount(ctx, { provider, identity: proved, linkTo });
  }
  if (isNamedByHost(proved)) {
    return { proved, stable: toPlainUser(proved.user), identity: proved };
  }
  const stable = { ...proved.user, id: await toOwnId(ctx, proved) };
  // A method that only this site knows, such as a passkey, is added to the
  // current user; a provider names its own user.
  const asked = proved.profile === undefined ? linkTo : null;
  const owner = hasUsers ? await findOwner(ctx, proved) : null;
  const user = owner ?? asked ?? stable;
  return { proved, stable, identity: { ...proved, user } };
}

/** Every sign-in method comes here before anything is stored. */
function withSafeTexts(identity: Identity): Identity {
  const user = toStorable(identity.user);
  const safe = toImage(user.image);
  if (!user.image || safe === user.image) return { ...identity, user };
  return { ...identity, user: { ...user, image: safe } };
}

/**
 * Asserts that the account which was to grant more is the one that came back,
 * and is still the user's.
 *
 * @throws OAuthAccountNotLinked
 */
function assertConnected(
  { account: { provider, providerAccountId: came }, user }: Identity,
  { userId, account }: Connection,
): void {
  if (user.id === userId && (account ?? came) === came) return;
  const error = new OAuthAccountNotLinked(
    `The account that came back from provider "${provider}" is not the connected one.`,
  );
  error.code = "other_account";
  throw error;
}

/** Starts the session, and emits `signIn`. */
async function begin(
  ctx: Context,
  { provider, identity: proved, target, before, tried }: Proof,
  linked: Linked | null,
): Promise<Outcome> {
  const identity = linked === null || isNamedByHost(proved)
    ? proved
    : { ...proved, user: linked.user };
  const { user, account, profile } = identity;
  const sub = linked?.user.id ?? user.id ?? "";
  const isNewUser = linked?.isNewUser;
  const authentication = toAuthentication(ctx, provider, proved);
  const signIn = { identity, sub, isNewUser, authentication };
  // A take-over ended all sessions that had begun by then.
  const began = { ...ctx, now: linked?.begins ?? ctx.now };
  const cookies = await toStrategy(ctx).start(began, signIn, before);
  await ctx.effects.emit("signIn", {
    user,
    account: { ...account, userId: sub },
    ...(profile === undefined ? {} : { profile }),
    ...(linked === null ? {} : { isNewUser }),
  });
  // New users with credentials have been welcomed where they registered. A
  // session that has already ended does not make its browser known.
  const known = tried === undefined || cookies.length === 0
    ? []
    : await rememberBrowser(ctx, tried, { userId: sub, began: began.now });
  const isWelcome = isNewUser === true && !isNamedByHost(proved);
  const last = cookies.length === 0
    ? []
    : [{ role: "last", value: provider.id } as const];
  return redirect(
    toEnd(ctx, target, isWelcome),
    ...cookies,
    ...await keepLogoutHints(ctx, { ...proved, authentication }, cookies),
    ...known,
    ...last,
  );
}

/**
 * Whether the application's code named the user: then its user is passed on
 * unchanged, id included.
 */
function isNamedByHost({ credentials }: Identity): boolean {
  return credentials !== undefined;
}

/**
 * Picks the fields to store of a user that the application's code named, which
 * may have confidential ones.
 */
function toPlainUser({ id, name, email, image }: User): User {
  const plain = {
    id,
    name: name ?? null,
    email: toClaimedAddress(email),
    image: image ?? null,
  };
  // Columns that the application declares itself are filled in by its database.
  return plain as User;
}

/** Returns the final URL: a new user may be sent to a welcome page first. */
function toEnd(ctx: Context, target: string, isNewUser: boolean): string {
  const { newUser } = ctx.settings.pages;
  if (!isNewUser || newUser === undefined) return target;
  const welcome = new URL(newUser, ctx.origin).href;
  return withQuery(welcome, { callbackUrl: target });
}
