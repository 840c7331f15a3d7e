/**
 * Gets tokens for other APIs: from the cache, or from the issuer.
 *
 * @module
 */

import { hash } from "../../core/crypto/hash.ts";
import { isBroken, readClock } from "../../core/runtime/clock.ts";
import { shareFlight } from "../../core/runtime/serial_queue.ts";
import { findToken, keepToken, type KeptToken } from "./kept_tokens.ts";
import type { ResolvedClient, TokenTarget } from "./options.ts";

/** A token that says who somebody is. */
export interface IdentityToken {
  readonly token: string;
  /** Its type (RFC 8693 section 3). */
  readonly type: "access_token" | "jwt";
  /** Milliseconds since the epoch. */
  readonly expires: number;
}

/** What a token is asked for with. */
export interface TokenQuery {
  /** The caller's; null: this service asks for a token of its own. */
  readonly subject: IdentityToken | null;
  /** That of this service, which acts for the caller; null: the new token does not say who acts. */
  readonly actor: string | null;
  readonly resource: readonly string[];
  readonly audience: readonly string[];
  readonly scope: readonly string[];
}

/** A token, and its key in the cache. */
export interface FoundToken {
  readonly key: string;
  readonly kept: KeptToken;
}

/** Milliseconds before the end of a token at which it is no longer used: it has to arrive. */
const MARGIN = 60_000;

/**
 * Returns a token. Requests at the same time share one request to the issuer.
 *
 * @throws the errors of `requestToken`
 */
export async function obtainToken(
  client: ResolvedClient,
  query: TokenQuery,
): Promise<FoundToken> {
  const key = await toKey(client, query);
  const now = readClock();
  const known = findToken(key, now);
  if (known !== null) return { key, kept: known };
  // Workers cancel a request to the issuer together with the one that began it,
  // so that it never ends: nobody waits for one of another minute.
  const minute = Math.floor(now / 60_000);
  return await shareFlight(`token ${minute} ${key}`, async () => {
    // Guards do not need oauth4webapi.
    const { requestToken } = await import("./token_request.ts");
    const at = readClock();
    const { token, scopes, lifetime } = await requestToken(client, query);
    const ends = toEnds(at, lifetime, query);
    const kept = { token, scopes, at, ...ends };
    if (kept.until > at) keepToken(key, kept);
    return { key, kept };
  });
}

/** Returns when a token expires, and until when it is kept: not longer than the caller's own token is valid. */
function toEnds(
  at: number,
  lifetime: number | null,
  { subject }: TokenQuery,
): Pick<KeptToken, "expires" | "until"> {
  if (lifetime === null || isBroken(at)) return { expires: null, until: at };
  const expires = at + lifetime;
  const own = expires - Math.min(MARGIN, lifetime / 10);
  return { expires, until: Math.min(own, subject?.expires ?? Infinity) };
}

/** Returns the key of a token: everything that decides which one the issuer gives. */
async function toKey(
  { id, issuer, clientSecret, dialect }: ResolvedClient,
  { subject, actor, resource, audience, scope }: TokenQuery,
): Promise<string> {
  return await hash(JSON.stringify([
    [issuer.id, issuer.wellKnown, dialect],
    // A function is left out.
    [id, clientSecret],
    [subject?.type, subject?.token, actor],
    [resource, audience, [...scope].sort()],
  ]));
}

/** Returns the list of what a target names once or several times. */
export function toTarget(
  { resource = [], audience = [], scope = [] }: TokenTarget,
): Pick<TokenQuery, "resource" | "audience" | "scope"> {
  return {
    resource: [resource].flat(),
    audience: [audience].flat(),
    scope: [scope].flat().flatMap((one) => one.split(" ")).filter(Boolean),
  };
}
