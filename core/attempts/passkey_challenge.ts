import { askStore } from "../request/store_call.ts";
import type { Context } from "../request/context.ts";
import { CHALLENGE_MAX_AGE, type CookieChange } from "../http/cookies.ts";
import { isEqual } from "../crypto/equal.ts";
import type { Purpose } from "../crypto/keys.ts";
import { randomText } from "../crypto/random.ts";
import { open, seal } from "../crypto/seal.ts";
import { InvalidCheck } from "../errors/errors.ts";
import type { User } from "../model/model.ts";
import { toStrategy } from "../session/strategy.ts";

/** What a passkey is asked for: to be made, or to be used. */
export type Ceremony = "register" | "authenticate";

/** Who a new passkey is for. */
export interface Registrant {
  /** The user who adds it; of who signs up, the id that is wished for. */
  readonly userId: string;
  /** Whether they sign up. */
  readonly isNew: boolean;
  /** How they are called; of who signs up, this is what is stored. */
  readonly user: Pick<User, "name" | "email" | "image">;
}

/**
 * What was asked of a passkey, sealed into a cookie: the answer has to come from
 * the same browser, to the same question.
 */
export interface Challenge {
  /** 32 random bytes as base64url. */
  readonly challenge: string;
  readonly ceremony: Ceremony;
  readonly provider: string;
  /** The session that the browser had when it asked. */
  readonly sid: string | null;
  /** With the ceremony `register`. */
  readonly registrant: Registrant | null;
  /** Milliseconds since the epoch. */
  readonly started: number;
}

function challengePurpose(ctx: Context): Purpose {
  return {
    name: "challenge",
    cookie: ctx.policy.names.challenge,
    maxAge: CHALLENGE_MAX_AGE,
  };
}

/** Asks. What was asked before and not answered is forgotten. */
export async function startChallenge(
  ctx: Context,
  question: Pick<Challenge, "ceremony" | "provider" | "registrant">,
): Promise<{ challenge: Challenge; cookie: CookieChange }> {
  const challenge: Challenge = {
    ...question,
    challenge: randomText(32),
    sid: await toStrategy(ctx).name(ctx),
    started: ctx.now,
  };
  const value = await seal(
    ctx.settings.keyring,
    challengePurpose(ctx),
    { ...challenge },
    ctx.now,
  );
  return { challenge, cookie: { role: "challenge", value } };
}

/**
 * What this browser was asked, if this is the answer to it.
 *
 * @param answered the challenge that the answer names
 * @throws InvalidCheck
 */
export async function findChallenge(
  ctx: Context,
  ceremony: Ceremony,
  answered: string,
): Promise<Challenge> {
  const found = await openChallenge(ctx);
  if (found === null) throw toRefusal("this browser was not asked");
  if (!isEqual(found.challenge, answered)) {
    throw toRefusal("it answers another question");
  }
  if (found.ceremony !== ceremony) throw toRefusal("it is another ceremony");
  if (found.provider !== ctx.provider?.id) {
    throw toRefusal("another provider asked");
  }
  if (found.sid !== await toStrategy(ctx).name(ctx)) {
    throw toRefusal("the session is another one now");
  }
  // Written so that a clock of NaN refuses.
  if (!(Math.abs(ctx.now - found.started) < CHALLENGE_MAX_AGE * 1000)) {
    throw toRefusal("it came too late");
  }
  return found;
}

function toRefusal(reason: string): InvalidCheck {
  return new InvalidCheck(`Passkey refused: ${reason}.`);
}

async function openChallenge(ctx: Context): Promise<Challenge | null> {
  for (const value of ctx.jar.challenge.slice(0, 2)) {
    const opened = await open(
      ctx.settings.keyring,
      challengePurpose(ctx),
      value,
      ctx.now,
    );
    if (opened !== null) return opened.payload as unknown as Challenge;
  }
  return null;
}

/**
 * Uses a challenge up: the first answer wins, also against a copy of the cookie
 * in another browser.
 *
 * @throws InvalidCheck for every later one
 */
export async function consumeChallenge(
  ctx: Context,
  { challenge }: Challenge,
): Promise<void> {
  const key = `challenge:${challenge}`;
  const isFirst = await askStore(
    ctx,
    "a challenge was marked as used",
    (store) => store.compareAndSet(key, null, "used", 2 * CHALLENGE_MAX_AGE),
  );
  if (!isFirst) throw toRefusal("the question was answered already");
}
