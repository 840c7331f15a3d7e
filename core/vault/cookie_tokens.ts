/**
 * Tokens in a sealed cookie of their own: one cookie for each provider, which
 * opens only in the session that it was made for.
 *
 * @module
 */

import type { Purpose } from "../crypto/keys.ts";
import { open, seal } from "../crypto/seal.ts";
import { joinChunks } from "../http/chunks.ts";
import type { CookieJar } from "../http/cookies.ts";
import type { SessionContext } from "../request/context.ts";
import { findSuccessor } from "../session/revocation/marks.ts";
import { toPlace } from "./place.ts";
import type { TokenRecord } from "./record.ts";

/** The tokens of a user at one provider. */
export interface CookieTokens {
  readonly userId: string;
  /** The tokens by the account's id, those of the first account first. */
  readonly accounts: readonly (readonly [string, TokenRecord])[];
}

/** The session that tokens belong to. */
export interface TokenSession {
  readonly id: string;
  /** When it ends if it is not used again, in milliseconds since the epoch. */
  readonly ends: number;
}

/** Tokens as a browser sent them. */
export interface FoundTokens {
  readonly tokens: CookieTokens;
  /** The session in which they were written. */
  readonly session: TokenSession;
  /** Whether they were sealed under a secret that is no longer the first. */
  readonly outdated: boolean;
}

/** The content of the cookie. */
interface Payload extends CookieTokens {
  readonly session: string;
  readonly ends: number;
  /** See {@link toPlace}. */
  readonly place: string;
  /** When it was written, in milliseconds since the epoch. */
  readonly at: number;
}

/** The key is for one cookie name, so that no value can be moved to another provider or prefix. */
function toPurpose({ policy }: SessionContext, provider: string): Purpose {
  const cookie = `${policy.names.tokens}.${provider}`;
  return { name: "tokens", cookie, maxAge: Infinity };
}

/** Seals tokens for the cookie of a provider. */
export async function sealTokens(
  ctx: SessionContext,
  provider: string,
  { tokens, session }: Pick<FoundTokens, "tokens" | "session">,
): Promise<string> {
  const { settings, now: at } = ctx;
  const { userId, accounts } = tokens;
  const payload: Payload = {
    userId,
    accounts,
    session: session.id,
    ends: session.ends,
    place: toPlace(settings, provider),
    at,
  };
  const purpose = toPurpose(ctx, provider);
  return await seal(settings.keyring, purpose, { ...payload }, at);
}

/** The limit on values of one cookie that are tried: a neighbouring host may have put another beside ours. */
const MAX_TRIED = 2;

/**
 * Opens the tokens of a provider that the browser sent, if they belong to a
 * session, or to the one that it was before it got a new id. Of several, those
 * written last count.
 *
 * @param session the id of the session
 * @throws StoreError
 */
export async function openTokens(
  ctx: SessionContext,
  provider: string,
  session: string,
): Promise<FoundTokens | null> {
  const { settings, jar, now } = ctx;
  const purpose = toPurpose(ctx, provider);
  const place = toPlace(settings, provider);
  let latest: (FoundTokens & { readonly at: number }) | null = null;
  for (const text of listTexts(jar, provider).slice(0, MAX_TRIED)) {
    const opened = await open(settings.keyring, purpose, text, now);
    if (opened === null) continue;
    // Only `sealTokens` seals for this purpose.
    const { userId, accounts, at, ...own } = opened
      .payload as unknown as Payload;
    if (own.place !== place) continue;
    if (!await isOf(ctx, own.session, session)) continue;
    if (latest !== null && latest.at >= at) continue;
    latest = {
      tokens: { userId, accounts },
      session: { id: own.session, ends: own.ends },
      outdated: opened.outdated,
      at,
    };
  }
  return latest;
}

async function isOf(
  { settings }: SessionContext,
  own: string,
  session: string,
): Promise<boolean> {
  return own === session ||
    await findSuccessor(settings, own) === session;
}

/** Lists the values of a provider's cookie: whole ones, then a complete set of chunks. */
export function listTexts(
  { tokens }: CookieJar,
  provider: string,
): readonly string[] {
  const chunks = new Map<string, readonly string[]>();
  for (const [key, values] of tokens) {
    const [id, index] = key.split(".");
    if (id === provider && index !== undefined) chunks.set(index, values);
  }
  const joined = joinChunks(chunks);
  return [...tokens.get(provider) ?? [], ...(joined === null ? [] : [joined])];
}

/** Returns the number of characters that the browser sends of a provider's tokens. */
export function countTokens({ tokens }: CookieJar, provider: string): number {
  return [...tokens]
    .filter(([key]) => key.split(".")[0] === provider)
    .reduce((sum, [, values]) => sum + values.join("").length, 0);
}
