import type { Context } from "../request/context.ts";
import { CHALLENGE_MAX_AGE, type CookieChange } from "../http/cookies.ts";
import {
  type FromCookie,
  openCookies,
  sealCookie,
} from "../http/sealed_cookies.ts";
import { isEqual } from "../crypto/equal.ts";
import { randomText } from "../crypto/random.ts";
import { InvalidCheck } from "../errors/errors.ts";
import type { User } from "../model/model.ts";
import { toStrategy } from "../session/strategy.ts";

/** The ceremony: a passkey is created or used. */
export type Ceremony = "register" | "authenticate";

/** The user that a new passkey is for. */
export interface Registrant {
  /** The user who adds it; for a sign-up, the proposed id. */
  readonly userId: string;
  /** Whether this is a sign-up. */
  readonly isNew: boolean;
  /** The user's name and address; for a sign-up, the values to store. */
  readonly user: Pick<User, "name" | "email" | "image">;
}

/**
 * A passkey challenge, sealed into a cookie: the answer has to come from the
 * same browser and to the same challenge.
 */
export interface Challenge {
  /** 32 random bytes as base64url. */
  readonly challenge: string;
  readonly ceremony: Ceremony;
  readonly provider: string;
  /** The session that the browser had at the request. */
  readonly sid: string | null;
  /** Only for the ceremony `register`. */
  readonly registrant: Registrant | null;
}

/** Starts a challenge. It replaces an unanswered one. */
export async function startChallenge(
  ctx: Context,
  question: Pick<Challenge, "ceremony" | "provider" | "registrant">,
): Promise<{ challenge: Challenge; cookie: CookieChange }> {
  const challenge: Challenge = {
    ...question,
    challenge: randomText(32),
    sid: await toStrategy(ctx).bindingId(ctx),
  };
  const value = await sealCookie(ctx, "challenge", challenge);
  return { challenge, cookie: { role: "challenge", value } };
}

/**
 * Finds the challenge of this browser that an answer belongs to.
 *
 * @param answered the challenge that the answer names
 * @throws InvalidCheck
 */
export async function findChallenge(
  ctx: Context,
  ceremony: Ceremony,
  answered: string,
): Promise<FromCookie<Challenge>> {
  const { challenge } = ctx.jar;
  const [found] = await openCookies<Challenge>(ctx, "challenge", challenge);
  if (found === undefined) {
    throw toInvalidCheck(
      challenge.length === 0
        ? "this browser was not asked"
        : "its cookie is too old, or was sealed with another secret",
    );
  }
  if (!isEqual(found.challenge, answered)) {
    throw toInvalidCheck("it answers another challenge");
  }
  if (found.ceremony !== ceremony) {
    throw toInvalidCheck("it is another ceremony");
  }
  if (found.provider !== ctx.provider?.id) {
    throw toInvalidCheck("another provider asked");
  }
  if (found.sid !== await toStrategy(ctx).bindingId(ctx)) {
    throw toInvalidCheck("the session is another one now");
  }
  return found;
}

function toInvalidCheck(reason: string): InvalidCheck {
  return new InvalidCheck(`Passkey refused: ${reason}.`);
}

/**
 * Consumes a challenge: the first answer wins, even against a copy of the
 * cookie in another browser.
 *
 * @throws InvalidCheck for every later one
 */
export async function consumeChallenge(
  ctx: Context,
  { challenge }: Challenge,
): Promise<void> {
  const key = `challenge:${challenge}`;
  const isFirst = await ctx.effects.store.compareAndSet(
    key,
    null,
    "used",
    2 * CHALLENGE_MAX_AGE,
  );
  if (!isFirst) throw toInvalidCheck("the challenge was answered already");
}
