import { CredentialsSignin } from "../../errors/errors.ts";
import type { AdapterUser } from "../../model/adapter.ts";
import { toAddress } from "../../model/email_address.ts";
import type { ResolvedCredentials } from "../../providers/credentials_provider.ts";
import type { Identity } from "../../providers/provider.ts";
import type { Context } from "../../request/context.ts";
import { findUserWithSameEmail } from "../../accounts/facts.ts";
import { toAdapter } from "../../session/rows/row.ts";
import { readHash } from "./fingerprint.ts";
import { verifyPassword } from "../credentials/password.ts";

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
  provider: ResolvedCredentials,
): Promise<Identity> {
  const { email = "", password = "" } = ctx.request.form;
  const user = await findUser(ctx, email);
  const hash = await readHash(ctx, user);
  const isRight = await verifyPassword(password, hash);
  if (!isRight || user === null) {
    throw new CredentialsSignin("The address or the password is wrong.");
  }
  return toPasswordIdentity(ctx, provider, user);
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
