import { ConfigurationError } from "../../../errors/errors.ts";
import type {
  Authentication,
  LogoutHints,
} from "../../../model/authentication.ts";
import type { EndSessionEndpoint } from "../../../providers/oauth/definition_facts.ts";
import { toTexts } from "../../../providers/oauth/endpoint_params.ts";
import type { ResolvedOAuth } from "../../../providers/oauth/oauth_provider.ts";
import type { ProviderContext } from "../../../request/context.ts";
import { withParams } from "../authorization/authorize.ts";
import { isEndpoint, isHttp } from "../discovery/endpoints.ts";
import { discover, hasMetadata } from "../discovery/metadata.ts";
import { rename } from "../token_endpoint/token_request.ts";

/** The end-session endpoint as the definition describes it. */
export function toEndSession({ source }: ResolvedOAuth): EndSessionEndpoint {
  const { endSession = {} } = source;
  return typeof endSession === "string" ? { url: endSession } : endSession;
}

/**
 * Finds the URL that ends the session at a provider: that of the definition,
 * else of the metadata (RP-Initiated Logout section 2.1).
 *
 * @returns null if there is none
 * @throws ProviderUnavailable or ConfigurationError
 */
export async function findEndSessionUrl(
  ctx: ProviderContext,
  provider: ResolvedOAuth,
): Promise<string | null> {
  const { url } = toEndSession(provider);
  if (url !== undefined) return url;
  if (!hasMetadata(provider)) return null;
  const metadata = await discover(ctx, provider);
  const { end_session_endpoint: found } = metadata;
  if (found === undefined) return null;
  // A hostile document could send ID tokens to any host.
  if (isEndpoint(found, isHttp(metadata))) return found;
  throw new ConfigurationError([
    `The metadata of provider "${provider.id}" has no usable end_session_endpoint: it must be an https URL without a fragment.`,
  ]);
}

/** The values of a logout request. */
export interface LogoutRequest {
  readonly url: string;
  readonly hints: LogoutHints;
  readonly authentication: Authentication;
  readonly returnUrl: string;
  readonly state: string;
}

/**
 * The URL of a logout request (RP-Initiated Logout section 2), with the
 * server's own parameters and names.
 */
export function toLogoutUrl(
  provider: ResolvedOAuth,
  { url, hints, authentication, returnUrl, state }: LogoutRequest,
): string {
  const { params = {}, names } = toEndSession(provider);
  const { clientId } = provider;
  const own = Object.entries(toTexts(params))
    .map(([name, value]) => [name, value.replace("{clientId}", clientId)]);
  const { idToken, login = authentication.sid } = hints;
  const request = new URLSearchParams({
    ...Object.fromEntries(own),
    ...(idToken === undefined ? {} : { id_token_hint: idToken }),
    ...(login === undefined ? {} : { logout_hint: login }),
    client_id: clientId,
    post_logout_redirect_uri: returnUrl,
    state,
  });
  return withParams(url, rename(request, names));
}
