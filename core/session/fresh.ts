import type { SessionContext } from "../request/context.ts";
import { SignInRequired } from "../errors/errors.ts";
import type { Presence } from "./strategy.ts";

/** Milliseconds after a sign-in during which the user may change their sign-in methods. */
const FRESH = 600_000;

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
  const { started } = present;
  // Written so that a clock of NaN refuses, as does a session of unknown age.
  if (started !== null && Math.abs(ctx.now - started) < FRESH) return;
  const error = new SignInRequired(
    started === null
      ? "The age of this session is unknown: its cookie was made before cookies recorded the time of the sign-in."
      : "The sign-in is too long ago to change sign-in methods.",
  );
  error.code = "fresh";
  throw error;
}
