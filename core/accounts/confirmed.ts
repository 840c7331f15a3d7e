import type { Confirmation } from "../attempts/guard_params.ts";
import { InsufficientAuthentication } from "../errors/step_up_errors.ts";
import type { Authentication } from "../model/authentication.ts";
import type { Identity } from "../providers/provider.ts";
import { isMet } from "../session/demand.ts";

/** A proof that was just given. */
export interface NewProof {
  readonly identity: Identity;
  readonly authentication: Authentication;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/**
 * Asserts that the user who had to prove their identity again did so, as freshly
 * and as strongly as asked. The session stays as it is until then: neither a
 * different user nor a weaker proof replaces it.
 *
 * @throws InsufficientAuthentication
 */
export function assertConfirmed(
  { userId, demand }: Confirmation,
  { identity: { user, account }, authentication, now }: NewProof,
): void {
  // Without a user who confirms, the page itself decides about the new session.
  if (userId === null) return;
  if (user.id !== userId) {
    throw new InsufficientAuthentication(
      "A different user signed in than the one who had to confirm their identity.",
      "other_user",
    );
  }
  if (isMet(demand, { authentication, started: now }, now)) return;
  throw new InsufficientAuthentication(
    `The sign-in with "${account.provider}" did not show what the page asks for (maxAge, acr or amr): the provider ignored it.`,
    "unproved",
  );
}
