import * as oauth from "oauth4webapi";
import type { Context } from "../context.ts";
import { OAuthCallbackError } from "../errors.ts";
import type { Profile } from "../model.ts";
import type { ResolvedProvider } from "../provider.ts";
import type { IdTokenClaims } from "./claims.ts";
import { toClient } from "./client.ts";
import { allowsHttp, createProviderFetch } from "./http.ts";
import type { ProviderMetadata } from "./metadata.ts";

/** The claim that shows whether the ID token has what a scope asks for (OpenID Connect Core section 5.4). */
const SCOPE_CLAIMS: Readonly<Record<string, string>> = {
  profile: "name",
  email: "email",
  address: "address",
  phone: "phone_number",
};

/**
 * The claims about the person. The userinfo endpoint (OpenID Connect Core
 * section 5.3) is asked only when the ID token lacks something that the scope
 * asks for. If it fails, the ID token has to do; if it speaks of somebody else,
 * the sign-in ends.
 */
export async function completeProfile(
  ctx: Context,
  provider: ResolvedProvider,
  metadata: ProviderMetadata,
  claims: IdTokenClaims,
  accessToken: string,
): Promise<Profile> {
  const scopes = (provider.params.scope ?? "").split(" ");
  const isComplete = Object.entries(SCOPE_CLAIMS).every(([scope, claim]) =>
    claims[claim] || !scopes.includes(scope)
  );
  if (metadata.userinfo_endpoint === undefined || isComplete) return claims;
  let more: Profile;
  try {
    more = await fetchUserinfo(ctx, provider, metadata, accessToken);
  } catch (error) {
    ctx.effects.log.warn(
      "userinfo",
      `The userinfo endpoint of provider "${provider.id}" failed; the ID token was used alone. ${
        error instanceof Error ? error.message : ""
      }`,
    );
    return claims;
  }
  if (more.sub !== claims.sub) {
    throw new OAuthCallbackError(
      `The userinfo of provider "${provider.id}" is about another subject than the ID token.`,
    );
  }
  return { ...more, ...claims };
}

async function fetchUserinfo(
  ctx: Context,
  provider: ResolvedProvider,
  metadata: ProviderMetadata,
  accessToken: string,
): Promise<Profile> {
  const client = toClient(provider);
  const response = await oauth.userInfoRequest(metadata, client, accessToken, {
    [oauth.customFetch]: createProviderFetch(ctx, provider),
    [oauth.allowInsecureRequests]: allowsHttp(
      metadata.userinfo_endpoint ?? "",
    ),
  });
  return await oauth.processUserInfoResponse(
    metadata,
    client,
    // Compared by the caller: a wrong subject is no outage.
    oauth.skipSubjectCheck,
    response,
  ) as Profile;
}
