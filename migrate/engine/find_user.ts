/**
 * Finds the user of a session that names an account at a provider, because the
 * other library stored no users. It is the user that a sign-in with this
 * provider would find or create.
 *
 * @module
 */

import { toOwnId } from "../../core/accounts/identity/stable_id.ts";
import { findOwner } from "../../core/accounts/facts.ts";
import { toStoredIdentity } from "../../core/accounts/identity/account_key.ts";
import { linkIdentity } from "../../core/accounts/link.ts";
import {
  ConfigurationError,
  OAuthAccountNotLinked,
} from "../../core/errors/errors.ts";
import type { User } from "../../core/model/model.ts";
import type { ResolvedProvider } from "../../core/providers/provider.ts";
import type { Effects, SessionContext } from "../../core/request/context.ts";
import type { OldSession, Opened } from "./bridge.ts";

/** A session whose user is known, or may be created. */
export interface UserSession extends OldSession {
  /**
   * The id that identifies the user if users are not stored. Sign-outs are
   * marked under it as well, since they can come before the user is stored.
   */
  readonly stableId?: string | undefined;
  /**
   * Stores the user.
   *
   * @returns the session with the user's id; null if the address belongs to
   * another user, since an old session does not prove that both are one person
   * @throws AdapterError, StoreError
   */
  readonly create?: (() => Promise<UserSession | null>) | undefined;
}

/** An opened cookie whose account has been looked up. */
export type Resolved =
  | { readonly kind: "session"; readonly session: UserSession }
  | Exclude<Opened, { readonly kind: "session" | "account" }>;

/**
 * Finds the user of an opened cookie. Nothing is stored yet.
 *
 * @throws AdapterError
 */
export async function findUser(
  ctx: SessionContext,
  opened: Opened,
): Promise<Resolved> {
  if (opened.kind !== "account") return opened;
  try {
    return {
      kind: "session",
      session: await findOrPrepare(ctx, opened),
    };
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    return { kind: "refused", reason: "unknown", hint: error.message };
  }
}

/** A session that names an account. */
type Arrival = Extract<Opened, { readonly kind: "account" }>;

async function findOrPrepare(
  ctx: SessionContext,
  opened: Arrival,
): Promise<UserSession> {
  const { session, identity, provider } = opened;
  const stableId = await toOwnId(ctx, identity);
  const known = { ...session, stableId, userId: stableId };
  if (ctx.effects.adapter === null) return known;
  const stored = await toStoredIdentity(ctx, provider, identity);
  const owner = await findOwner(ctx, stored);
  if (owner !== null) return withUser(known, owner);
  return {
    ...known,
    create: () => createUser(ctx, known, { ...opened, identity: stored }),
  };
}

async function createUser(
  ctx: SessionContext,
  session: UserSession,
  { identity, provider }: Arrival,
): Promise<UserSession | null> {
  const strict = { ...provider, linksByAddress: false } as ResolvedProvider;
  try {
    const user = { ...identity.user, id: session.userId };
    const arrival = {
      identity: { ...identity, user },
      provider: strict,
      linkTo: null,
    };
    return withUser(session, (await linkIdentity(quiet(ctx), arrival)).user);
  } catch (error) {
    if (error instanceof OAuthAccountNotLinked) return null;
    throw error;
  }
}

/**
 * Leaves out the event for refused accounts: each request of the browser would
 * emit it, and none is an attempt to sign in.
 */
function quiet(ctx: SessionContext): SessionContext {
  const { emit } = ctx.effects;
  const some: Effects["emit"] = (name, message) =>
    name === "linkRefused" ? undefined : emit(name, message);
  return { ...ctx, effects: { ...ctx.effects, emit: some } };
}

function withUser(
  session: UserSession,
  { id, name, email, image }: User & { readonly id: string },
): UserSession {
  return { ...session, userId: id, name, email, image };
}
