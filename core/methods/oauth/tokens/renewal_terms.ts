/**
 * Values of a sign-in that its refreshes repeat, where a provider demands that.
 *
 * @module
 */

import type { TokenSet } from "../../../model/model.ts";
import { ReauthenticationRequired } from "../../../errors/token_errors.ts";
import type { ResolvedOAuth } from "../../../providers/oauth/oauth_provider.ts";
import {
  type Terms,
  terms,
  type TokenFields,
  type TokenRecord,
} from "../../../vault/record.ts";

/** The values that come back from the provider at a sign-in. */
interface Returned {
  readonly redirectUri: string;
  /** The parameters of the callback. */
  readonly params: URLSearchParams;
}

/** Adds what a refresh repeats to the tokens of a sign-in. */
export function withTerms(
  provider: ResolvedOAuth,
  tokens: TokenSet,
  { redirectUri, params }: Returned,
): TokenSet & TokenFields {
  const values = listNames(provider).flatMap((name) => {
    const value = name === "redirect_uri" ? redirectUri : params.get(name);
    return value === null || name === "scope" ? [] : [[name, value] as const];
  });
  // A sign-in replaces what is known, even by nothing.
  return { ...tokens, [terms]: Object.fromEntries(values) };
}

function listNames(
  { source: { refresh }, token: { server } }: ResolvedOAuth,
): readonly string[] {
  return [
    ...refresh?.repeat ?? [],
    ...server === undefined ? [] : [server.param],
  ];
}

/** Finds the values of the sign-in that tokens come from. */
export function findTerms({ access }: TokenRecord): Terms {
  return access.find(({ aim }) => aim === "")?.terms ?? access[0]?.terms ?? {};
}

/**
 * Returns the parameters that a refresh repeats.
 *
 * @throws ReauthenticationRequired if one of the callback was not kept
 */
export function toRepeated(
  { id, source: { refresh }, authorization: { params } }: ResolvedOAuth,
  record: TokenRecord,
): Terms {
  const kept = findTerms(record);
  const [granted] = record.access.filter(({ aim }) => aim === "");
  const scope = granted?.scope?.join(" ") ?? params.scope;
  const values = (refresh?.repeat ?? []).flatMap((name) => {
    const value = name === "scope" ? scope : kept[name];
    if (typeof value === "string") return [[name, value] as const];
    // Some servers can do without these.
    if (name === "scope" || name === "redirect_uri") return [];
    throw new ReauthenticationRequired(
      `Provider "${id}" renews tokens only with the \`${name}\` of the sign-in, which was not kept with them.`,
    );
  });
  return Object.fromEntries(values);
}
