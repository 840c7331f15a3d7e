import type { PendingSignIn } from "../../attempts/pending_sign_in.ts";
import { AccessDenied } from "../../errors/errors.ts";
import { SecondFactorError } from "../../errors/factor_errors.ts";
import type { Authentication } from "../../model/authentication.ts";
import type { Context } from "../../request/context.ts";
import type { Outcome } from "../../request/outcome.ts";
import { toAdapter } from "../../session/rows/row.ts";
import { assertAsked, toAuthentication } from "../assert_asked.ts";
import { complete, isNamedByHost } from "../complete.ts";
import { addFactor } from "./factor_gate.ts";

/**
 * Completes a sign-in that waited for its second factor.
 *
 * @param methods what the second factor was (RFC 8176)
 * @throws SecondFactorError if the provider is gone; AccessDenied if the user
 * is; InsufficientAuthentication if a page asked for more; AdapterError,
 * StoreError or an AuthError of the application
 */
export async function enterWithFactor(
  ctx: Context,
  { userId, held }: PendingSignIn,
  methods: readonly string[],
): Promise<Outcome> {
  const { identity: proved, isNewUser, begins, ...rest } = held;
  const provider = ctx.settings.providers.get(rest.provider);
  if (provider === undefined) {
    throw new SecondFactorError("The provider of the sign-in is gone.");
  }
  const user = await toAdapter(ctx).getUser(userId);
  if (user === null) throw new AccessDenied("The user has just been removed.");
  const first = toAuthentication(ctx, provider, proved);
  const authentication = addFactor(toPresent(ctx, first), methods);
  const strong = { ...proved, authentication };
  const identity = isNamedByHost(strong) ? strong : { ...strong, user };
  const proof = { ...rest, provider, linkTo: null, identity };
  await assertAsked(ctx, proof, identity);
  const linked = { user, isNewUser, begins: Math.max(ctx.now, begins ?? 0) };
  return await complete(ctx, { ...proof, proved: strong }, linked);
}

/** A proof by this application took until now, second factor included. */
function toPresent(
  { now }: Context,
  first: Authentication,
): Authentication {
  return first.at === null || first.iss !== undefined
    ? first
    : { ...first, at: Math.floor(now / 1000) };
}
