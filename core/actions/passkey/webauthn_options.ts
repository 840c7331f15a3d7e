import type { Context } from "../../request/context.ts";
import { CrossSiteRequest, InvalidRequest } from "../../errors/errors.ts";
import { assertWithinLimits } from "../../rate_limits/limits.ts";
import {
  type Ceremony,
  type Registrant,
  startChallenge,
} from "../../attempts/passkey_challenge.ts";
import {
  makeAuthenticationOptions,
  makeRegistrationOptions,
  toRegistrant,
} from "../../methods/passkey/options.ts";
import { readSignUp } from "../../methods/passkey/sign_up.ts";
import { toParty } from "../../methods/passkey/relying_party.ts";
import { findListedOrigin } from "../../request/listed_origin.ts";
import { json, type Outcome } from "../../request/outcome.ts";
import { findFreshWithFactor } from "../../accounts/factors/fresh_factor.ts";
import { toAdapter } from "../../session/rows/row.ts";
import { toStrategy } from "../../session/strategy.ts";
import type { Presence } from "../../session/session_strategy.ts";
import type { ResolvedWebAuthn } from "../../providers/webauthn_provider.ts";

/**
 * `GET /webauthn-options/<provider>`: returns the options and the challenge to
 * create or to use a passkey. It does not look up an address, so it does not
 * reveal whether one is known.
 */
export async function webAuthnOptions(ctx: Context): Promise<Outcome> {
  const { provider, request: { header, query } } = ctx;
  if (provider?.type !== "webauthn") {
    throw new TypeError("the route needs a provider of passkeys");
  }
  // Another site must not replace a challenge that the user is answering.
  const fetchSite = header("sec-fetch-site");
  const isListed = findListedOrigin(ctx.settings, ctx.request) !== null;
  if (!isListed && fetchSite !== null && fetchSite !== "same-origin") {
    throw new CrossSiteRequest(`Sec-Fetch-Site is "${fetchSite}".`);
  }
  await assertWithinLimits(ctx, { kind: "passkey", account: null });
  // Configuration errors are thrown before any work is done.
  toParty(ctx, provider);
  const present = await toStrategy(ctx).find(ctx);
  const ceremony = toCeremony(query.get("action"), present);
  const registrant = ceremony === "register"
    ? await findRegistrant(ctx, provider, present)
    : null;
  const question = { ceremony, provider: provider.id, registrant };
  const { challenge: { challenge }, cookie } = await startChallenge(
    ctx,
    question,
  );
  const options = registrant === null
    ? await makeAuthenticationOptions(ctx, provider, challenge)
    : await makeRegistrationOptions(ctx, provider, challenge, registrant);
  return json({ action: ceremony, options }, cookie);
}

/** Without an `action`, a visitor signs in; a signed-in user has to name one. */
function toCeremony(
  action: string | null,
  present: Presence | null,
): Ceremony {
  if (action === "register" || action === "authenticate") return action;
  if (action === null && present === null) return "authenticate";
  throw new InvalidRequest(
    action === null
      ? "Invalid request: a signed-in user must specify an `action`."
      : "Invalid action.",
  );
}

/** A signed-in user adds a passkey; a visitor signs up with one. */
async function findRegistrant(
  ctx: Context,
  provider: ResolvedWebAuthn,
  present: Presence | null,
): Promise<Registrant> {
  if (present === null) {
    // An attacker could create thousands of accounts, or take addresses before their owners do.
    await assertWithinLimits(ctx, { kind: "signUp", account: null });
    return await readSignUp(ctx, provider);
  }
  const { userId } = await findFreshWithFactor(ctx, present);
  const user = await toAdapter(ctx).getUser(userId);
  if (user === null) throw new InvalidRequest("The user is gone.");
  return toRegistrant(user);
}
