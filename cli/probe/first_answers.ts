/**
 * The answers that many checks look at. Each is asked for once.
 *
 * @module
 */

import { CannotTry } from "./cannot_try.ts";
import {
  type Challenge,
  findParam,
  findScheme,
  parseChallenges,
} from "./challenges.ts";
import { type Exchange, readHeader } from "./http.ts";
import { isLetIn, type Probe } from "./probe.ts";

/** Sends the ordinary request with a token that is none. */
export function askWithGarbage(probe: Probe): Promise<Exchange> {
  return probe.once("garbage", () => probe.knock({ token: "garbage" }));
}

/** Sends the ordinary request with a valid token. */
export function askWithToken(probe: Probe): Promise<Exchange> {
  return probe.once(
    "valid",
    () =>
      probe.knock({
        token: probe.tokens.valid,
        mayFail: true,
        note: "a valid token",
      }),
  );
}

/**
 * Sends the ordinary request with a valid token.
 *
 * @throws CannotTry if the server does not let it in
 */
export async function admit(probe: Probe): Promise<Exchange> {
  const exchange = await askWithToken(probe);
  if (isLetIn(exchange)) return exchange;
  throw new CannotTry("The server did not let a valid token in.");
}

/**
 * Reads the challenges of an answer.
 *
 * @throws CannotTry if there are none
 */
export function readChallenges(exchange: Exchange): Challenge[] {
  const text = readHeader(exchange, "www-authenticate");
  const challenges = text === "" ? null : parseChallenges(text);
  if (challenges !== null) return challenges;
  throw new CannotTry("The answer has no challenge that can be read.");
}

/** Reads a parameter of the challenge for bearer tokens, if there is one. */
export function readBearerParam(
  exchange: Exchange,
  name: string,
): string | undefined {
  const challenges = parseChallenges(readHeader(exchange, "www-authenticate"));
  return findParam(findScheme(challenges ?? [], "bearer"), name);
}
