import { CLOCK_TOLERANCE } from "../../../runtime/clock.ts";
import type { Attempt } from "../../../attempts/oauth_attempt.ts";
import { isJarm } from "../../../providers/oauth/jarm.ts";
import type { Context } from "../../../request/context.ts";
import { assertAuthorizationResponse } from "../authorization/authorization_response.ts";
import type { Grant } from "../grant.ts";
import { refuse } from "../id_token/signature.ts";
import { verifyJson } from "../userinfo/signed_profile.ts";

const kind = "authorization response";

/** An authorization response that has come back. */
interface Came extends Omit<Grant, "tokens"> {
  readonly ctx: Context;
}

/**
 * Reads and checks the authorization response. If the definition asks for a
 * signed one (JARM section 2.4), its parameters are those of the JWT in
 * `response`, and nothing that came beside it.
 *
 * @throws OAuthCallbackError, or ProviderUnavailable if the keys cannot be
 * fetched
 */
export async function readAuthorizationResponse(
  came: Came,
  attempt: Attempt,
): Promise<URLSearchParams> {
  const { ctx, provider, metadata } = came;
  const received = isJarm(provider)
    ? await openResponse(came, ctx.callbackParams)
    : ctx.callbackParams;
  return assertAuthorizationResponse(provider, metadata, attempt, received);
}

async function openResponse(
  came: Came,
  received: URLSearchParams,
): Promise<URLSearchParams> {
  const { ctx, provider, metadata } = came;
  const [text, ...more] = received.getAll("response");
  if (text === undefined || more.length > 0) {
    throw refuse(provider, "it needs one parameter `response`", { kind });
  }
  const { claims } = await verifyJson(came, { kind, text });
  const { iss, aud, exp, ...params } = claims;
  if (iss !== metadata.issuer) {
    throw refuse(provider, "it is from another issuer", { kind });
  }
  if (![aud].flat().includes(provider.clientId)) {
    throw refuse(provider, "it is for another client", { kind });
  }
  // A number such as 1e999 in JSON is parsed as Infinity.
  const isLive = Number.isFinite(exp) &&
    Number(exp) > ctx.now / 1000 - CLOCK_TOLERANCE;
  if (!isLive) throw refuse(provider, "it has expired", { kind });
  const texts = Object.entries({ ...params, iss }).filter(([, value]) =>
    typeof value === "string"
  );
  return new URLSearchParams(texts as [string, string][]);
}
