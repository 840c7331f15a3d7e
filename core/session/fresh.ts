import type { SessionContext } from "../request/context.ts";
import { SignInRequired } from "../errors/errors.ts";
import { type Demand, isMet } from "./demand.ts";
import type { Presence } from "./session_strategy.ts";

/**
 * The proof that a user needs to change their sign-in methods: ten minutes old
 * at most. An ID token says how old it is, since a provider may have let the
 * user through without asking for anything. Where the provider says nothing, as
 * with plain OAuth, the time of our own sign-in counts: a user who has no other
 * way in must be able to add one.
 */
export const FRESH: Demand = { maxAge: 600, trustsSignIn: true };

/**
 * Makes sure that the user signed in a moment ago: a browser that was left open
 * must not be enough to add a sign-in method.
 *
 * @throws SignInRequired, with the code `fresh` if the sign-in is only too long
 * ago
 */
export function assertFresh(
  ctx: SessionContext,
  present: Presence | null,
): asserts present is Presence {
  if (present === null) {
    throw new SignInRequired("Changing sign-in methods needs a live session.");
  }
  if (isMet(FRESH, present, ctx.now)) return;
  const { started, authentication } = present;
  const error = new SignInRequired(
    started === null && (authentication?.at ?? null) === null
      ? "The age of this session is unknown: its cookie was made before cookies recorded the time of the sign-in."
      : "The sign-in is too long ago to change sign-in methods.",
  );
  error.code = "fresh";
  throw error;
}
