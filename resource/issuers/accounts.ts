/**
 * Finds the application's own user by the subject of a token.
 *
 * @module
 */

import { AdapterError, AuthError } from "../../core/errors/errors.ts";
import type { Adapter } from "../../core/model/adapter.ts";
import { toAccountId } from "../../core/providers/oauth/account_id.ts";
import { waitForHost } from "../../core/runtime/timeout.ts";
import type { ResolvedIssuer } from "./issuer.ts";

/** Where the accounts of an issuer's users are stored. */
export interface IssuerAccounts {
  /** The adapter of the auth configuration. */
  adapter: Pick<Adapter, "getUserByAccount">;
  /** The id of the issuer among the providers of the auth configuration. */
  provider: string;
}

/**
 * Returns the id of the user who signed in with the account that a token names;
 * null if nobody has.
 *
 * @throws AdapterError
 */
export async function findUserId(
  { id, accounts }: ResolvedIssuer,
  subject: string,
): Promise<string | null> {
  if (accounts === null) return null;
  const { adapter, provider } = accounts;
  // Accounts of providers with several issuers have the issuer in their ids.
  const forms = [toAccountId(id, subject), toAccountId(null, subject)];
  try {
    for (const providerAccountId of forms) {
      const key = { provider, providerAccountId };
      const user = await waitForHost(
        adapter.getUserByAccount?.(key) ?? null,
        "getUserByAccount",
      );
      if (user !== null) return user.id;
    }
    return null;
  } catch (error) {
    if (error instanceof AuthError) throw error;
    throw new AdapterError("getUserByAccount failed.", { cause: error });
  }
}
