/**
 * The tokens of one account at a provider: one refresh token, and an access
 * token for each resource or set of scopes that was asked for.
 *
 * @module
 */

import type { DpopKey } from "../model/dpop_key.ts";
import type {
  RefreshBehavior,
  TokenFacts,
} from "../providers/oauth/definition_facts.ts";
import { readScope } from "../providers/oauth/scopes.ts";

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
  /** The key that it is bound to (RFC 9449); absent for a bearer token. One record has one key. */
  readonly key?: DpopKey | undefined;
  /** Values of the sign-in that its renewal repeats. */
  readonly terms?: Terms | undefined;
}

/** Values that the renewal of a token has to know, by their names. */
export type Terms = Readonly<Record<string, string>>;

/** Key of {@link Terms} in a token response. A symbol, because no server can send it. */
export const terms: unique symbol = Symbol("terms");

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
  readonly [terms]?: Terms | undefined;
}

/** The part of a definition that is about tokens. */
export interface RenewalFacts {
  readonly tokens?: TokenFacts | undefined;
  readonly refresh?: RefreshBehavior | undefined;
}

/** The scopes or the resource that an access token is wanted for. */
export interface TokenTarget {
  readonly scope?: readonly string[] | undefined;
  readonly resource?: string | undefined;
}

/** Names a target: equal for equal ones, and empty for what the sign-in granted. */
export function toAim({ scope = [], resource }: TokenTarget): string {
  if (scope.length === 0 && resource === undefined) return "";
  return JSON.stringify([[...new Set(scope)].sort(), resource ?? null]);
}

/** The limit on access tokens of one account; the one that ends first makes room. */
const MAX_ACCESS = 10;

/**
 * Merges the tokens of a response into those that are known. What a response
 * leaves out stays: a refresh token, because many servers send it only once
 * (RFC 6749 section 6), and the scopes (section 5.1).
 *
 * @param now milliseconds since the epoch
 * @param key the key of a sign-in; default: that of the known tokens
 */
export function mergeTokens(
  known: TokenRecord | null,
  fields: TokenFields,
  { aim, scope = [], facts, now, key = findKey(known) }: {
    readonly aim: string;
    /** The scopes that were asked for. */
    readonly scope?: readonly string[] | undefined;
    readonly facts: RenewalFacts;
    readonly now: number;
    readonly key?: DpopKey | undefined;
  },
): TokenRecord {
  const before = known?.access ?? [];
  const same = before.find((one) => one.aim === aim);
  const usual = same?.scope ?? before[0]?.scope ?? null;
  const token = toNonEmpty(fields.access_token);
  const tokenType = (toNonEmpty(fields.token_type) ?? "bearer").toLowerCase();
  const added: readonly AccessToken[] = token === null ? [] : [{
    token,
    tokenType,
    expiresAt: toExpiry(fields, facts, now),
    scope: toGranted(fields, facts) ?? (scope.length === 0 ? usual : scope),
    aim,
    ...(tokenType === "dpop" ? { key } : {}),
    ...toTerms(fields[terms] ?? same?.terms ?? before[0]?.terms),
  }];
  const others = before
    .filter((one) => one.aim !== aim)
    .sort((a, b) => toEnd(b) - toEnd(a));
  // An access token that is exchanged takes the place of the refresh token.
  const renewing = facts.refresh?.exchange === undefined ? null : token;
  return {
    access: [...added, ...facts.refresh?.endsAccess ? toEnded(others) : others]
      .slice(0, MAX_ACCESS),
    refreshToken: toNonEmpty(fields.refresh_token) ?? renewing ??
      known?.refreshToken ?? null,
    idToken: toNonEmpty(fields.id_token) ?? known?.idToken ?? null,
  };
}

/** Adds the access tokens of a copy that end later than those of the same aim. */
export function addNewer(record: TokenRecord, copy: TokenRecord): TokenRecord {
  const isNewer = ({ aim, expiresAt }: AccessToken) => {
    const known = record.access.find((one) => one.aim === aim);
    return known === undefined ||
      (expiresAt ?? Infinity) > (known.expiresAt ?? Infinity);
  };
  const newer = copy.access.filter(isNewer);
  const others = record.access.filter(({ aim }) =>
    newer.every((one) => one.aim !== aim)
  );
  return { ...record, access: [...newer, ...others].slice(0, MAX_ACCESS) };
}

/** Finds the key that the tokens are bound to. */
export function findKey(record: TokenRecord | null): DpopKey | undefined {
  return record?.access.find(({ key }) => key !== undefined)?.key;
}

/** Only that of the sign-in is still needed, for its scopes. */
function toEnded(tokens: readonly AccessToken[]): readonly AccessToken[] {
  return tokens.filter(({ aim }) => aim === "")
    .map((one) => ({ ...one, expiresAt: 0 }));
}

function toTerms(values: Terms = {}): Pick<AccessToken, "terms"> {
  return Object.keys(values).length === 0 ? {} : { terms: values };
}

function toEnd({ expiresAt, aim }: AccessToken): number {
  // That of the sign-in is never dropped.
  return aim === "" ? Infinity : expiresAt ?? 0;
}

function toExpiry(
  { expires_at, expires_in }: TokenFields,
  { tokens: { access } = {} }: RenewalFacts,
  now: number,
): number | null {
  const seconds = Math.floor(now / 1000);
  const left = Number(expires_in ?? NaN);
  if (Number.isFinite(left)) return seconds + left;
  const end = Number(expires_at ?? NaN);
  if (Number.isFinite(end)) return end;
  return access === undefined ? null : seconds + access;
}

/**
 * Reads the granted scopes, also under the names by which they are requested.
 */
function toGranted(
  { scope }: TokenFields,
  { tokens: { scopeNames = {} } = {} }: RenewalFacts,
): readonly string[] | null {
  const granted = toScopes(scope);
  const asked = Object.keys(scopeNames).filter((one) =>
    granted?.includes(scopeNames[one] ?? "")
  );
  return granted && [...new Set([...granted, ...asked])];
}

/** Splits a scope (RFC 6749 section 3.3); null for anything but a text. */
export function toScopes(value: unknown): readonly string[] | null {
  return typeof value === "string" && value.trim() !== ""
    ? readScope(value).tokens
    : null;
}

function toNonEmpty(value: unknown): string | null {
  return typeof value === "string" && value !== "" ? value : null;
}
