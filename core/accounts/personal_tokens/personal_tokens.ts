/**
 * Personal tokens, which scripts and mobile applications send in place of a
 * session.
 *
 * @module
 */

import { hash } from "../../crypto/hash.ts";
import { randomText } from "../../crypto/random.ts";
import { AuthError, type InvalidRequest } from "../../errors/errors.ts";
import type { ProviderContext } from "../../request/context.ts";
import { isBroken } from "../../runtime/clock.ts";
import { toAdapter } from "../../session/rows/row.ts";
import {
  isLive,
  type PersonalToken,
  type PersonalTokenContext,
  toShown,
} from "./personal_token.ts";
import {
  changePersonalTokens,
  readPersonalTokens,
  removePersonalTokens,
  type StoredToken,
} from "./stored_tokens.ts";
import {
  type PersonalTokenRequest,
  readExpiry,
  readName,
  readScopes,
  refuse,
} from "./token_request.ts";
import { makeTokenText } from "./token_text.ts";

/** A new personal token. */
export interface NewPersonalToken extends PersonalToken {
  /** The token itself. Show it once: it is not stored. */
  readonly token: string;
}

/**
 * Creates a personal token of a user. Tokens of that user that have expired are
 * no longer listed afterwards.
 *
 * @throws InvalidRequest whose `code` names what is wrong, or AdapterError
 */
export async function createPersonalToken(
  ctx: PersonalTokenContext,
  userId: string,
  wanted: PersonalTokenRequest,
): Promise<NewPersonalToken> {
  const { now, rules } = ctx;
  const { prefix, limit } = rules;
  if (isBroken(now)) throw new AuthError("The clock returned no time.");
  const name = readName(wanted.name);
  const scopes = readScopes(rules, wanted.scopes);
  const expires = readExpiry(rules, now, wanted.expires);
  const token = makeTokenText(prefix, userId);
  if (token === null) throw toUnknownUser();
  const id = randomText(12);
  const times = { created: now, expires, used: null };
  const made = { id, hash: await hash(token), name, scopes, ...times };
  const fits = await changePersonalTokens(ctx, userId, async (tokens) => {
    // Asked in each round, because the user may be deleted meanwhile.
    const user = await toAdapter(ctx).getUser(userId);
    if (user === null) throw toUnknownUser();
    const live = tokens.filter((one) => isLive(one, now));
    if (live.length >= limit) {
      throw refuse("limit", `A user can have ${limit} personal tokens.`);
    }
    return [...live, made];
  });
  if (!fits) {
    throw refuse(
      "limit",
      "There is no room for another personal token: the names and scopes of this user's tokens are too long.",
    );
  }
  const shown = toShown(made);
  const message = { userId, id, name, scopes, expires: shown.expires };
  await ctx.effects.emit("personalTokenCreated", message);
  return { ...shown, token };
}

/** Lists the personal tokens of a user, newest first. */
export async function listPersonalTokens(
  ctx: ProviderContext,
  userId: string,
): Promise<PersonalToken[]> {
  const { tokens } = await readPersonalTokens(ctx, userId);
  return tokens.map(toShown).reverse();
}

/** Revokes a personal token; returns whether the user had it. */
export async function revokePersonalToken(
  ctx: ProviderContext,
  userId: string,
  id: string,
): Promise<boolean> {
  let revoked: readonly StoredToken[] = [];
  await changePersonalTokens(ctx, userId, (tokens) => {
    revoked = tokens.filter((one) => one.id === id);
    const others = tokens.filter((one) => one.id !== id);
    return revoked.length > 0 ? others : null;
  });
  await tellRevoked(ctx, userId, revoked);
  return revoked.length > 0;
}

/** Revokes all personal tokens of a user. */
export async function revokeAllPersonalTokens(
  ctx: ProviderContext,
  userId: string,
): Promise<void> {
  await tellRevoked(ctx, userId, await removePersonalTokens(ctx, userId));
}

async function tellRevoked(
  { effects }: ProviderContext,
  userId: string,
  tokens: readonly StoredToken[],
): Promise<void> {
  for (const { id, name } of tokens) {
    await effects.emit("personalTokenRevoked", { userId, id, name });
  }
}

/** An id that no user can have is answered like one that no user has. */
function toUnknownUser(): InvalidRequest {
  return refuse("user", "There is no such user.");
}
