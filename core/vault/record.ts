/**
 * The tokens of one account at a provider: one refresh token, and an access
 * token for each resource or set of scopes that was asked for.
 *
 * @module
 */

import type { TokenFacts } from "../providers/definition_facts.ts";
import { readScope } from "../providers/scopes.ts";

/** The account that tokens belong to. */
export interface TokenOwner {
  readonly userId: string;
  /** The provider's id. */
  readonly provider: string;
  readonly providerAccountId: string;
}

/** A token that opens an API. */
export interface AccessToken {
  readonly token: string;
  /** As the provider named it, in lower case: `bearer` or `dpop`. */
  readonly tokenType: string;
  /** Seconds since the epoch; null: unknown, so that only a refusal shows the end. */
  readonly expiresAt: number | null;
  /** The granted scopes; null: unknown. */
  readonly scope: readonly string[] | null;
  /** What it was asked for, see {@link toAim}; empty for that of the sign-in. */
  readonly aim: string;
}

/** All tokens of one account. */
export interface TokenRecord {
  readonly access: readonly AccessToken[];
  readonly refreshToken: string | null;
  readonly idToken: string | null;
}

/** The fields of a token response, as sign-ins and refreshes have them. */
export interface TokenFields {
  readonly access_token?: unknown;
  readonly refresh_token?: unknown;
  readonly id_token?: unknown;
  readonly expires_at?: unknown;
  readonly expires_in?: unknown;
  readonly scope?: unknown;
  readonly token_type?: unknown;
}

/** The scopes or the resource that an access token is wanted for. */
export interface Wish {
  readonly scope?: readonly string[] | undefined;
  readonly resource?: string | undefined;
}

/** Names a wish: equal for equal ones, and empty for what the sign-in granted. */
export function toAim({ scope = [], resource }: Wish): string {
  if (scope.length === 0 && resource === undefined) return "";
  return JSON.stringify([[...new Set(scope)].sort(), resource ?? null]);
}

/** The limit on access tokens of one account; the one that ends first makes room. */
const MAX_ACCESS = 10;

/**
 * Puts the tokens of a response over those that are known. What a response
 * leaves out stays: a refresh token, because many servers send it only once
 * (RFC 6749 section 6), and the scopes (section 5.1).
 *
 * @param now milliseconds since the epoch
 */
export function mergeTokens(
  known: TokenRecord | null,
  fields: TokenFields,
  { aim, facts, now }: {
    readonly aim: string;
    readonly facts: TokenFacts;
    readonly now: number;
  },
): TokenRecord {
  const before = known?.access ?? [];
  const same = before.find((one) => one.aim === aim);
  const token = toText(fields.access_token);
  const added: readonly AccessToken[] = token === null ? [] : [{
    token,
    tokenType: (toText(fields.token_type) ?? "bearer").toLowerCase(),
    expiresAt: toExpiry(fields, facts, now),
    scope: toScopes(fields.scope) ?? same?.scope ?? before[0]?.scope ?? null,
    aim,
  }];
  const others = before
    .filter((one) => one.aim !== aim)
    .sort((a, b) => toEnd(b) - toEnd(a));
  return {
    access: [...added, ...others].slice(0, MAX_ACCESS),
    refreshToken: toText(fields.refresh_token) ?? known?.refreshToken ?? null,
    idToken: toText(fields.id_token) ?? known?.idToken ?? null,
  };
}

function toEnd({ expiresAt, aim }: AccessToken): number {
  // That of the sign-in is never dropped.
  return aim === "" ? Infinity : expiresAt ?? 0;
}

function toExpiry(
  { expires_at, expires_in }: TokenFields,
  { access }: TokenFacts,
  now: number,
): number | null {
  const seconds = Math.floor(now / 1000);
  const left = Number(expires_in ?? NaN);
  if (Number.isFinite(left)) return seconds + left;
  const end = Number(expires_at ?? NaN);
  if (Number.isFinite(end)) return end;
  return access === undefined ? null : seconds + access;
}

/** Splits a scope (RFC 6749 section 3.3); null for anything but a text. */
export function toScopes(value: unknown): readonly string[] | null {
  return typeof value === "string" && value.trim() !== ""
    ? readScope(value).tokens
    : null;
}

function toText(value: unknown): string | null {
  return typeof value === "string" && value !== "" ? value : null;
}
