/**
 * The personal tokens of a user as the adapter stores them: one text for each
 * user, replaced by compare-and-set. It holds hashes of the tokens. Each is of
 * the whole token, which names its user, so a row that is copied to another user
 * is of no use there. It does not depend on `secret`, so that tokens outlive its
 * rotation.
 *
 * @module
 */

import { AdapterError } from "../../errors/errors.ts";
import { isTexts } from "../../config/rules.ts";
import type { ProviderContext } from "../../request/context.ts";
import { toAdapter } from "../../session/rows/row.ts";

/** One personal token, as it is stored. Times are milliseconds since the epoch. */
export interface StoredToken {
  readonly id: string;
  /** The SHA-256 of the token, as base64url. */
  readonly hash: string;
  readonly name: string;
  readonly scopes: readonly string[];
  readonly created: number;
  /** Null: it lives for ever. */
  readonly expires: number | null;
  /** The time of a use, of which not each is kept; null: it was not used yet. */
  readonly used: number | null;
}

/** Tokens in the order in which they were created, and the text that holds them. */
export interface StoredTokens {
  readonly text: string | null;
  readonly tokens: readonly StoredToken[];
}

/** The format of the text. */
const VERSION = 1;
/** The maximum length of the text: Deno KV, and TEXT in MySQL, hold 64 KiB. */
const MAX_LENGTH = 60_000;
/**
 * The number of times that compare-and-set may lose to a concurrent request: of
 * those that add a token, there are no more.
 */
const MAX_ROUNDS = 100;

/** Whether the adapter of this application can store personal tokens. */
export function keepsPersonalTokens(
  { effects: { adapter } }: ProviderContext,
): boolean {
  return typeof adapter?.getSecret === "function" &&
    typeof adapter.replaceSecret === "function";
}

/**
 * Reads the personal tokens of a user.
 *
 * @throws AdapterError
 */
export async function readPersonalTokens(
  ctx: ProviderContext,
  userId: string,
): Promise<StoredTokens> {
  const text = await toAdapter(ctx).getSecret(userId, "tokens");
  if (text === null) return { text, tokens: [] };
  const tokens = parse(text);
  if (tokens !== null) return { text, tokens };
  throw new AdapterError(
    "The adapter's getSecret returned personal tokens that this version cannot read. `auth.tokens.revokeAll` removes them.",
  );
}

/**
 * Changes the personal tokens of a user. If another request changes them at the
 * same time, `change` is called again with those.
 *
 * @param change returns the new tokens; null leaves them as they are
 * @returns false if they would be too long a text, and were left as they are
 * @throws AdapterError, and what `change` throws
 */
export async function changePersonalTokens(
  ctx: ProviderContext,
  userId: string,
  change: (
    tokens: readonly StoredToken[],
  ) => Promise<readonly StoredToken[]> | readonly StoredToken[] | null,
): Promise<boolean> {
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const before = await readPersonalTokens(ctx, userId);
    const next = await change(before.tokens);
    if (next === null) return true;
    const after = toText(next);
    if (after !== null && after.length > MAX_LENGTH) return false;
    if (await replace(ctx, userId, [before.text, after])) return true;
  }
  throw new AdapterError(
    "The adapter's replaceSecret returned false each time, although `before` was what getSecret had just returned.",
  );
}

/**
 * Notes that a token was used, unless another request changes the tokens of the
 * user at the same time.
 *
 * @returns whether it was noted
 * @throws AdapterError
 */
export async function noteUse(
  ctx: ProviderContext,
  userId: string,
  [{ text, tokens }, used]: readonly [StoredTokens, StoredToken],
): Promise<boolean> {
  const after = tokens.map((one) =>
    one === used ? { ...one, used: ctx.now } : one
  );
  return await replace(ctx, userId, [text, toText(after)]);
}

/**
 * Removes all personal tokens of a user, whether they can be read or not.
 *
 * @returns those that could be read
 * @throws AdapterError
 */
export async function removePersonalTokens(
  ctx: ProviderContext,
  userId: string,
): Promise<readonly StoredToken[]> {
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const text = await toAdapter(ctx).getSecret(userId, "tokens");
    if (text === null) return [];
    if (await replace(ctx, userId, [text, null])) return parse(text) ?? [];
  }
  throw new AdapterError("The adapter's replaceSecret did not remove a text.");
}

async function replace(
  ctx: ProviderContext,
  userId: string,
  [before, after]: readonly [string | null, string | null],
): Promise<boolean> {
  return await toAdapter(ctx)
    .replaceSecret({ userId, kind: "tokens", before, after });
}

/** Returns the text of tokens, in ASCII, so that its bytes can be counted; null for none. */
function toText(tokens: readonly StoredToken[]): string | null {
  if (tokens.length === 0) return null;
  return JSON.stringify({ version: VERSION, tokens }).replace(
    /[\u0080-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

function parse(text: string): readonly StoredToken[] | null {
  try {
    const { version, tokens } = JSON.parse(text) ?? {};
    const isKnown = version === VERSION && Array.isArray(tokens) &&
      tokens.every(isToken);
    return isKnown ? tokens : null;
  } catch {
    return null;
  }
}

function isToken(value: unknown): value is StoredToken {
  const { id, hash, name, scopes, created, expires, used } = Object(
    value,
  ) as Partial<
    Record<keyof StoredToken, unknown>
  >;
  return isTexts([id, hash, name]) && isTexts(scopes) &&
    typeof created === "number" && isTime(expires) && isTime(used);
}

/** Whether a value is a time or null. A missing one must not read as "for ever". */
function isTime(value: unknown): boolean {
  return value === null || typeof value === "number";
}
