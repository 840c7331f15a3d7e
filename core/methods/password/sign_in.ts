import { CredentialsSignin } from "../../errors/errors.ts";
import type { AdapterUser } from "../../model/adapter.ts";
import { toAddress } from "../../model/email_address.ts";
import type { ResolvedCredentials } from "../../providers/credentials_provider.ts";
import type { StoredProvider } from "../../providers/stored_provider.ts";
import type { Identity } from "../../providers/provider.ts";
import type { Context } from "../../request/context.ts";
import { findUserWithSameEmail } from "../../accounts/facts.ts";
import { toAdapter } from "../../session/rows/row.ts";
import { readHash } from "./fingerprint.ts";
import { hashFor, needsNewHash, verifyFor } from "./hash.ts";

/**
 * Checks an address and a password against the adapter. A user whose address
 * was never proved has no password here: otherwise somebody could register
 * another person's address, and wait.
 *
 * @throws CredentialsSignin, the same and after the same work whatever is
 * wrong; AdapterError
 */
export async function provePassword(
  ctx: Context,
  provider: StoredProvider,
): Promise<Identity> {
  const { email = "", password = "" } = ctx.request.form;
  const user = await findUser(ctx, email);
  const hash = await readHash(ctx, user);
  const isRight = await verifyFor(provider.stored, password, hash);
  if (!isRight || user === null) {
    throw new CredentialsSignin("The address or the password is wrong.");
  }
  if (hash !== null) await renewHash(ctx, provider, { user, password, hash });
  return toPasswordIdentity(ctx, provider, user);
}

/**
 * Hashes a password again, while it is known, if its hash was made with another
 * algorithm, cost or pepper than new ones. One that was replaced meanwhile
 * stays, and a failure does not keep the user out.
 */
async function renewHash(
  ctx: Context,
  { stored }: StoredProvider,
  { user, password, hash: before }: {
    readonly user: AdapterUser;
    readonly password: string;
    readonly hash: string;
  },
): Promise<void> {
  try {
    if (!await needsNewHash(stored, before)) return;
    const after = await hashFor(stored, password);
    const secret = { userId: user.id, kind: "password", before } as const;
    await toAdapter(ctx).replaceSecret({ ...secret, after });
  } catch (error) {
    ctx.effects.log.error(error as Error);
  }
}

/** Returns the identity of a user who has just typed their password. */
export function toPasswordIdentity(
  { now }: Pick<Context, "now">,
  { id, type }: ResolvedCredentials,
  owner: AdapterUser,
): Identity {
  return {
    user: owner,
    owner,
    account: { provider: id, providerAccountId: owner.id, type },
    authentication: {
      provider: id,
      at: Math.floor(now / 1000),
      sub: owner.id,
      amr: ["pwd"],
    },
    standing: "known",
    subject: ["provider", id, owner.id],
  };
}

async function findUser(
  ctx: Context,
  typed: string,
): Promise<AdapterUser | null> {
  const address = toAddress(typed);
  if (address === null) return null;
  const user = await findUserWithSameEmail(toAdapter(ctx), address);
  return user?.emailVerified ? user : null;
}
