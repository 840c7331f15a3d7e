import type { AdapterTokens } from "../../model/adapter.ts";
import { toStorable } from "../../model/storable.ts";
import { withoutUndefined } from "../../runtime/without_undefined.ts";
import { CallbackRouteError } from "../../errors/errors.ts";
import type { Account } from "../../model/model.ts";
import { isOAuth } from "../../providers/oauth/oauth_provider.ts";
import type { ResolvedProvider } from "../../providers/provider.ts";
import { callHost } from "../../runtime/timeout.ts";

/** The token columns of account tables; most databases refuse any other. */
const COLUMNS = [
  "access_token",
  "id_token",
  "refresh_token",
  "expires_at",
  "scope",
  "token_type",
  "session_state",
];

/**
 * Returns the tokens among the columns of a stored account, which may be the
 * application's own.
 */
export function pickTokens(account: object): AdapterTokens {
  return Object.fromEntries(
    Object.entries(account).filter(([name, value]) =>
      COLUMNS.includes(name) && value !== undefined
    ),
  );
}

/**
 * Picks the tokens of a sign-in to store with the account: those that the
 * application wants, or the usual fields.
 */
export async function toStoredTokens(
  provider: ResolvedProvider,
  account: Account,
): Promise<AdapterTokens> {
  const { provider: _, providerAccountId: _id, type: _type, ...tokens } =
    account;
  if (!isOAuth(provider) || provider.account === null) {
    return toStorable(pickTokens(tokens));
  }
  const { id, account: choose } = provider;
  const chosen = await callHost(
    { name: "account", provider: id, failure: CallbackRouteError },
    () => choose(tokens),
  );
  return withoutUndefined(toStorable({ ...chosen }));
}
