/**
 * Marks of links that can no longer be used. Adapters cannot look a token up
 * without spending it, so the store keeps a mark, and opening the link says so
 * at once. A mark decides nothing: a token is spent by what stores it.
 *
 * @module
 */

import type { Context } from "../request/context.ts";
import { Verification } from "../errors/errors.ts";
import type { ResolvedEmail } from "../providers/email_provider.ts";
import { sharedKeyring } from "../storage/process_cache.ts";

/** The part of a token that its link shows. */
interface Link {
  readonly identifier: string;
  readonly token: string;
}

/** Each state of a link that can no longer be used, for the log. */
const STATES = {
  expired: "The link of a mail has expired.",
  invitation: "The link of an invitation has expired.",
  spent: "The token of a mail was spent, but redeeming it failed.",
  used: "The link of a mail was used already.",
  void: "Too many wrong codes for one mail.",
} as const;

/** The states that a mark stands for. */
const MARKS = ["used", "void"] as const;
type Mark = typeof MARKS[number];

/** Prefix of keys in the store. */
const KEY = "latchkey.mail.mark.";

/**
 * Makes the error of a link or code that can no longer be used.
 *
 * @param email the address, which is proved
 */
export function toDead(
  code: keyof typeof STATES,
  email: string,
): Verification {
  const error = new Verification(STATES[code]);
  error.code = code;
  error.email = email;
  return error;
}

/** Leaves a mark. If the store fails, the link only says later that it was used. */
export async function keepMark(
  ctx: Context,
  provider: ResolvedEmail,
  { mark, ...link }: Link & { readonly mark: Mark },
): Promise<void> {
  try {
    const [key = ""] = await toKeys(ctx, provider, link);
    await ctx.effects.store.set(key, mark, toMailTtl(provider));
  } catch {
    ctx.effects.log.warn(
      "mail-token",
      "The store failed, so a link that was used does not say so when it is opened again.",
    );
  }
}

/** Finds the mark of a link; null if there is none or the store fails. */
export async function findMark(
  ctx: Context,
  provider: ResolvedEmail,
  link: Link,
): Promise<Mark | null> {
  try {
    const keys = await toKeys(ctx, provider, link);
    const found = await ctx.effects.store.get(keys);
    return MARKS.find((one) => found.includes(one)) ?? null;
  } catch {
    return null;
  }
}

/**
 * Makes sure that a link was not used yet, as far as that is known without
 * spending its token.
 *
 * @throws Verification
 */
export async function assertUnused(
  ctx: Context,
  provider: ResolvedEmail,
  link: Link,
): Promise<void> {
  const mark = await findMark(ctx, provider, link);
  if (mark !== null) throw toDead(mark, link.identifier);
}

/**
 * Binds a mark to a link. Such a code is never that of a token, and it does not
 * depend on the user who asked, whom a link does not name.
 */
async function toKeys(
  ctx: Context,
  provider: ResolvedEmail,
  { identifier, token }: Link,
): Promise<readonly string[]> {
  const { id } = provider;
  const parts = ["mail link", id, ctx.origin, identifier, token, "mark"];
  const macs = await nameAll(ctx, provider, parts);
  return macs.map((mac) => KEY + mac);
}

/** Returns a keyed hash of a text for each secret, newest first. */
export async function nameAll(
  { settings }: Context,
  { secrets }: ResolvedEmail,
  parts: readonly string[],
): Promise<readonly string[]> {
  const keyring = secrets === null ? settings.keyring : sharedKeyring(secrets);
  return await keyring.namesOf(JSON.stringify(parts));
}

/** Longer than the token's lifetime, so that a used token stays used. */
export function toMailTtl({ maxAge }: ResolvedEmail): number {
  return maxAge + 3600;
}
