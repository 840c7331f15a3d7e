/**
 * Chooses among the access tokens of an account.
 *
 * @module
 */

import {
  type AccessToken,
  toAim,
  type TokenRecord,
  type TokenTarget,
} from "../../../vault/record.ts";
import type { TokenQuery } from "../../../vault/keeper.ts";

/** A token that an application asks for. */
export interface AccessTokenQuery extends TokenQuery, TokenTarget {
  /** Seconds that it has to be valid for. */
  readonly minValidity: number;
  /** A token that the API has refused, whatever its times say. */
  readonly refused?: string | undefined;
}

/** The target of an access token, and the user's account that it is taken from. */
export type AccountTokenTarget = TokenTarget & Pick<TokenQuery, "account">;

/** Finds the token for a target: that of the same target, or one that covers it. */
export function findToken(
  { access }: TokenRecord,
  target: TokenTarget,
): AccessToken | null {
  const aim = toAim(target);
  const { scope, resource } = target;
  const covers = (one: AccessToken) =>
    one.aim === "" && one.scope !== null &&
    listMissing(one.scope, scope).length === 0;
  return access.find((one) => one.aim === aim) ??
    (resource === undefined ? access.find(covers) : undefined) ?? null;
}

/** Lists the scopes of a target that were not granted; unknown ones count as granted. */
export function listMissing(
  granted: readonly string[] | null,
  wanted: readonly string[] = [],
): readonly string[] {
  return granted === null ? [] : wanted.filter((one) => !granted.includes(one));
}

/** Whether a token will do: it is valid for long enough, and was not refused. */
export function isUsable(
  { token, expiresAt }: AccessToken,
  { minValidity, refused }: AccessTokenQuery,
  now: number,
): boolean {
  return token !== refused &&
    (expiresAt === null || expiresAt - minValidity > now / 1000);
}

/**
 * Finds a token that makes a refresh needless: one that is valid for long
 * enough, or one other than the token to renew, which another request has just
 * obtained.
 *
 * @param now milliseconds since the epoch
 */
export function findFresh(
  record: TokenRecord,
  query: AccessTokenQuery,
  { old, now }: { readonly old: AccessToken | null; readonly now: number },
): AccessToken | null {
  const token = findToken(record, query);
  if (token === null || !isUsable(token, { ...query, minValidity: 0 }, now)) {
    return null;
  }
  const isNew = token.token !== old?.token;
  return isNew || isUsable(token, query, now) ? token : null;
}
