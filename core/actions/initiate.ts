import { InvalidRequest } from "../errors/errors.ts";
import { leaveForProvider } from "../methods/leave_for_provider.ts";
import { loadOAuth } from "../methods/load_oauth.ts";
import {
  isOAuth,
  type ResolvedOAuth,
} from "../providers/oauth/oauth_provider.ts";
import type { Context } from "../request/context.ts";
import type { Outcome } from "../request/outcome.ts";
import { resolveTarget } from "../request/redirect_target.ts";
import { isNavigation } from "../request/client.ts";

/**
 * `GET` and `POST /initiate/<provider>`: begins a sign-in that another site asks
 * for, the provider's list of applications for example (OpenID Connect Core
 * section 4). The request proves nothing, so it leads to an ordinary attempt,
 * which only this browser can finish. An existing session stays until then.
 *
 * @throws InvalidRequest, ProviderUnavailable or ConfigurationError
 */
export async function initiate(ctx: Context): Promise<Outcome> {
  const { provider, request } = ctx;
  if (!isOAuth(provider)) throw new TypeError("the route needs a provider");
  // A prefetch, a script or an image is not the user.
  if (ctx.isReadOnly || !isNavigation(request)) {
    throw new InvalidRequest(
      "Only a browser that navigates here can begin a sign-in.",
    );
  }
  await assertIssuer(ctx, provider, findParam(ctx, "iss"));
  const known = {
    login_hint: findParam(ctx, "login_hint"),
    callbackUrl: findParam(ctx, "target_link_uri"),
  };
  // All other parameters must be ignored, those of our own forms included.
  const query = new URLSearchParams(
    Object.entries(known).flatMap(([name, value]) =>
      value === null ? [] : [[name, value]]
    ),
  );
  const asked = { ...ctx, request: { ...request, query, form: {} } };
  const target = await resolveTarget(asked);
  return await leaveForProvider(asked, { target, linkTo: null });
}

/**
 * Returns a parameter that was sent once; null if it is absent or empty. What a
 * form sends twice has already been dropped by its reader.
 *
 * @throws InvalidRequest
 */
function findParam({ callbackParams }: Context, name: string): string | null {
  const [value = "", ...more] = callbackParams.getAll(name);
  if (more.length === 0) return value || null;
  throw new InvalidRequest(
    `The parameter \`${name}\` was sent more than once.`,
  );
}

/**
 * Asserts that the request is meant for this provider. The comparison is exact,
 * as it is for an authorization response (RFC 9207 section 2.4).
 *
 * @throws InvalidRequest, ProviderUnavailable or ConfigurationError
 */
async function assertIssuer(
  ctx: Context,
  provider: ResolvedOAuth,
  iss: string | null,
): Promise<void> {
  const { readMetadata } = await loadOAuth();
  const issuer = provider.issuer || (await readMetadata(ctx, provider)).issuer;
  if (iss === issuer) return;
  throw new InvalidRequest(
    `The request must name the issuer of provider "${provider.id}" in \`iss\`.`,
  );
}
