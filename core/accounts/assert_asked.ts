import type { Context } from "../request/context.ts";
import { InsufficientAuthentication } from "../errors/step_up_errors.ts";
import type { Authentication } from "../model/authentication.ts";
import type { Identity, ResolvedProvider } from "../providers/provider.ts";
import { isMet } from "../session/demand.ts";
import { toFirstDemand } from "./factors/factor_gate.ts";
import type { Proof } from "./proof.ts";
import { findHostUser } from "./address/find_host_user.ts";
import { findOwner } from "./facts.ts";

/**
 * Asserts that the proof is the one that a page asked for, if one did: of the
 * same user, and as fresh and strong as asked. The session stays as it is until
 * then; neither a different user nor a weaker proof replaces it.
 *
 * @param identity with the user that is stored, if there is one
 * @throws InsufficientAuthentication
 */
export async function assertAsked(
  ctx: Context,
  { provider, confirmation = null }: Proof,
  identity: Identity,
): Promise<void> {
  const { userId = null, demand = {} } = confirmation ?? {};
  // Without a user who confirms, the page itself decides about the new session.
  if (userId === null) return;
  if (await findUserId(ctx, provider, identity) !== userId) {
    throw new InsufficientAuthentication(
      "A different user signed in than the one who had to prove their identity again.",
      "other_user",
    );
  }
  const authentication = toAuthentication(ctx, provider, identity);
  const proved = { authentication, started: ctx.now };
  if (isMet(demand, proved, ctx.now)) return;
  // A second factor that is still to come may show the rest.
  const isFirst = ctx.effects.adapter !== null &&
    !authentication.amr?.includes("mfa") &&
    isMet(await toFirstDemand(ctx, userId, demand), proved, ctx.now);
  if (isFirst) return;
  throw new InsufficientAuthentication(
    `The sign-in with "${provider.id}" did not show what the page asks for by \`maxAge\`, \`acr\` or \`amr\`.`,
    "unproved",
  );
}

/** A user that the application's code named may be stored under another id. */
async function findUserId(
  ctx: Context,
  provider: ResolvedProvider,
  identity: Identity,
): Promise<string | undefined> {
  const { user, credentials } = identity;
  if (credentials === undefined || ctx.effects.adapter === null) return user.id;
  const found = (await findHostUser(ctx, provider, identity))?.user ??
    await findOwner(ctx, identity);
  return found?.id ?? user.id;
}

/** Returns the proof of the user: a method of this application, used a moment ago. */
export function toAuthentication(
  { now }: Context,
  { id, type }: ResolvedProvider,
  { authentication, subject }: Identity,
): Authentication {
  const isOwn = type !== "oauth" && type !== "oidc";
  return authentication ?? {
    provider: id,
    at: isOwn ? Math.floor(now / 1000) : null,
    sub: subject.at(-1),
  };
}
