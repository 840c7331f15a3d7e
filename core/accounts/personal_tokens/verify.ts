import type { PersonalTokenUser } from "../../config/personal_token_options.ts";
import type { PersonalTokenRules } from "../../config/personal_token_rules.ts";
import { isEqual } from "../../crypto/equal.ts";
import { hash } from "../../crypto/hash.ts";
import { CallbackRouteError } from "../../errors/errors.ts";
import type { ProviderContext } from "../../request/context.ts";
import { isBroken } from "../../runtime/clock.ts";
import { callHost } from "../../runtime/timeout.ts";
import { toAdapter } from "../../session/rows/row.ts";
import { forgetRenewal, isFirstRenewal } from "../../storage/process_cache.ts";
import {
  isLive,
  type PersonalToken,
  type PersonalTokenContext,
  toShown,
} from "./personal_token.ts";
import { noteUse, readPersonalTokens } from "./stored_tokens.ts";
import { readTokenUser } from "./token_text.ts";

/** Milliseconds for which one note of a token's use is enough. */
const NOTE_AGE = 3_600_000;

/** A personal token that is valid. */
export interface PersonalTokenAccess
  extends Pick<PersonalToken, "id" | "name" | "scopes" | "expires"> {
  /** The id of the user, as in `session.user.id`. */
  readonly userId: string;
  /** The user as stored, with the fields of the application's own. */
  readonly user: PersonalTokenUser;
}

/**
 * Verifies a personal token; returns null if it is not valid. What is no token
 * of this application is refused without a look-up.
 *
 * @throws AdapterError, and CallbackRouteError if `when` threw
 */
export async function verifyPersonalToken(
  ctx: PersonalTokenContext,
  text: unknown,
): Promise<PersonalTokenAccess | null> {
  const { now, rules: { prefix, when } } = ctx;
  // An application passes on what a client sent, or did not send.
  if (typeof text !== "string" || isBroken(now)) return null;
  const userId = readTokenUser(prefix, text);
  if (userId === null) return null;
  const known = await readPersonalTokens(ctx, userId);
  const digest = await hash(text);
  const found = known.tokens.find((one) => isEqual(one.hash, digest));
  if (found === undefined || !isLive(found, now)) return null;
  const user = await readUser(ctx, userId);
  if (user === null || !await mayUse(user, when)) return null;
  await keepUse(ctx, userId, [known, found]);
  const { id, name, scopes, expires } = toShown(found);
  return { userId, user, id, name, scopes, expires };
}

async function readUser(
  ctx: ProviderContext,
  userId: string,
): Promise<PersonalTokenUser | null> {
  // A record may have any fields; the interface does not say so.
  return await toAdapter(ctx).getUser(userId) as PersonalTokenUser | null;
}

async function mayUse(
  user: PersonalTokenUser,
  when: PersonalTokenRules["when"],
): Promise<boolean> {
  if (when === null) return true;
  const callback = {
    name: "personalTokens.when",
    failure: CallbackRouteError,
  };
  return await callHost(callback, () => when(user)) === true;
}

/**
 * Keeps the time of a use, if the one that is known is too old. If the write
 * fails, the token works as it is, like a session that cannot be extended.
 */
async function keepUse(
  ctx: ProviderContext,
  userId: string,
  use: Parameters<typeof noteUse>[2],
): Promise<void> {
  const [, { hash: key, used }] = use;
  if (used !== null && ctx.now - used < NOTE_AGE) return;
  // Of many requests at once, one writes.
  if (!isFirstRenewal(key, ctx.now, NOTE_AGE)) return;
  try {
    if (!await noteUse(ctx, userId, use)) forgetRenewal(key);
  } catch (error) {
    forgetRenewal(key);
    ctx.effects.log.error(error as Error);
  }
}
