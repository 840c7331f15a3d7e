import type { Context } from "../request/context.ts";
import { OAuthAccountNotLinked } from "../errors/errors.ts";
import { toClaimedAddress } from "../model/email_address.ts";
import { toImage } from "../model/image.ts";
import { readFields } from "../model/field_values.ts";
import { toStorable } from "../model/storable.ts";
import type { User } from "../model/model.ts";
import { type Outcome, redirect } from "../request/outcome.ts";
import type { Identity } from "../providers/provider.ts";
import { toStrategy } from "../session/strategy.ts";
import { resolveTarget } from "../request/redirect_target.ts";
import { admit } from "./admit.ts";
import {
  complete,
  isNamedByHost,
  type Proven,
  storeProven,
} from "./complete.ts";
import type { Linked } from "./linked.ts";
import { findHostUser } from "./address/find_host_user.ts";
import { findOwner } from "./facts.ts";
import { holdSignIn } from "./factors/factor_gate.ts";
import { linkIdentity } from "./link.ts";
import { moveFormerAccount } from "./identity/former_account.ts";
import { toStoredIdentity } from "./identity/account_key.ts";
import { toOwnId } from "./identity/stable_id.ts";
import { assertAsked } from "./assert_asked.ts";
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
  const { persistence, linkTo, target, connect } = proof;
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
  const proven = { ...proof, proved, identity };
  if (askedBy !== undefined) {
    const { done } = await storeProven(ctx, proven, found);
    // More scopes are not another way to sign in, so the session stays as it
    // is.
    const cookies = links ? await toStrategy(ctx).rotate(ctx) : [];
    return redirect(target, ...cookies, ...done);
  }
  const held = found === null ? null : await hold(ctx, proven, found);
  return held ?? await complete(ctx, proven, found);
}

/** Holds a sign-in whose second factor is missing; null: nothing is missing. */
async function hold(
  ctx: Context,
  { provider, proved, persistence: _p, linkTo: _l, connect: _c, ...rest }:
    Proven,
  { user, isNewUser, begins }: Linked,
): Promise<Outcome | null> {
  const facts = { provider: provider.id, identity: proved, isNewUser, begins };
  return await holdSignIn(ctx, { provider, user, held: { ...rest, ...facts } });
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
    return { proved, stable: toPlainUser(ctx, proved.user), identity: proved };
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

/**
 * Picks the fields to store of a user that the application's code named, which
 * may have confidential ones.
 */
function toPlainUser({ settings }: Context, user: User): User {
  const { id, name, email, image } = user;
  const plain = {
    ...readFields(settings.userFields, user),
    id,
    name: name ?? null,
    email: toClaimedAddress(email),
    image: image ?? null,
  };
  // Columns that the application declares itself are filled in by its database.
  return plain as User;
}
