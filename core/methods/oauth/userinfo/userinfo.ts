import type { ProviderContext } from "../../../request/context.ts";
import { toClaimedAddress } from "../../../model/email_address.ts";
import {
  AuthError,
  OAuthCallbackError,
  ProviderUnavailable,
} from "../../../errors/errors.ts";
import type { Profile, TokenSet } from "../../../model/model.ts";
import type { ResolvedOAuth } from "../../../providers/oauth/oauth_provider.ts";
import type { IdTokenClaims } from "../id_token/claims.ts";
import { sendProved } from "../dpop/send.ts";
import type { Grant } from "../grant.ts";
import { decodeBody, isOk, parseJson, toResponse } from "../requests/answer.ts";
import { createProviderFetch, limitToProvider } from "../requests/http.ts";
import type { ProviderMetadata } from "../discovery/provider_metadata.ts";
import { readPath } from "../../../providers/oauth/path.ts";
import { verifyAccessToken, verifyUserinfo } from "./signed_profile.ts";
import { toUserinfoRequest, withMore } from "./userinfo_request.ts";

/** The claim whose presence shows that the ID token covers a scope (OpenID Connect Core section 5.4). */
const SCOPE_CLAIMS: Readonly<Record<string, string>> = {
  profile: "name",
  email: "email",
  address: "address",
  phone: "phone_number",
};

/**
 * Completes the claims about the user. The userinfo endpoint (OpenID Connect
 * Core section 5.3) is called only if the ID token lacks a claim that a scope
 * requests, or if the definition makes it the source. If the call fails, the ID
 * token is used alone; if it answers with another subject, the sign-in fails.
 * Linking, `profile()` and the callbacks all get the result.
 */
export async function completeProfile(
  grant: Grant,
  claims: IdTokenClaims,
): Promise<Profile> {
  const { provider, metadata } = grant;
  const { request, from } = provider.userinfo;
  const isSource = !provider.idToken || request !== undefined;
  const isEnough = from === "id_token" || !isThin(provider, metadata, claims);
  if (!isSource && isEnough) return await withMore(grant, () => claims);
  const more = await fetchSubject(grant, isSource);
  if (more === null) return claims;
  if (more.sub !== claims.sub) {
    throw new OAuthCallbackError(
      `The userinfo of provider "${provider.id}" is about another subject than the ID token.`,
    );
  }
  // Signed claims take precedence, unless the definition names userinfo as the source.
  const merged = isSource
    ? { ...claims, ...more, iss: claims.iss }
    : { ...more, ...claims };
  return withOnePair(merged, claims, more);
}

/** The userinfo of a subject; null if it is not available, and not needed. */
async function fetchSubject(
  grant: Grant,
  isNeeded: boolean,
): Promise<Profile | null> {
  const { ctx, provider } = grant;
  try {
    const profile = await fetchUserinfo(grant);
    if (typeof profile.sub === "string" && profile.sub !== "") return profile;
    throw new OAuthCallbackError(
      `The userinfo of provider "${provider.id}" names no subject.`,
    );
  } catch (error) {
    if (isNeeded) throw error;
    const reason = error instanceof Error ? error.message : "";
    ctx.effects.log.warn(
      "userinfo",
      `${reason} The ID token of provider "${provider.id}" was used alone.`,
    );
    return null;
  }
}

/**
 * Takes `email` and `email_verified` from one source, because the flag only
 * refers to that source's address (OpenID Connect Core section 5.1): the ID
 * token, which is signed. Userinfo is the source only if the ID token has no
 * address, or has the same one without saying whether it is verified.
 */
function withOnePair(
  merged: Profile,
  claims: IdTokenClaims,
  more: Profile,
): Profile {
  const { email: _, email_verified: __, ...rest } = merged;
  const isFromUserinfo = claims.email
    ? isUnset(claims.email_verified) && isSameAddress(claims.email, more.email)
    : Boolean(more.email);
  const { email, email_verified } = isFromUserinfo ? more : claims;
  return {
    ...rest,
    ...(isUnset(email) ? {} : { email }),
    ...(isUnset(email_verified) ? {} : { email_verified }),
  };
}

function isUnset(value: unknown): value is null | undefined {
  return value === undefined || value === null;
}

function isSameAddress(one: unknown, other: unknown): boolean {
  const address = toClaimedAddress(one);
  return address !== null && address === toClaimedAddress(other);
}

function isThin(
  provider: ResolvedOAuth,
  metadata: ProviderMetadata,
  claims: IdTokenClaims,
): boolean {
  const scopes = String(provider.authorization.params.scope).split(" ");
  return metadata.userinfo_endpoint !== undefined &&
    Object.entries(SCOPE_CLAIMS).some(([scope, claim]) =>
      !claims[claim] && scopes.includes(scope)
    );
}

/**
 * The profile from the userinfo endpoint, or from the definition's own request.
 *
 * @throws ProviderUnavailable, or OAuthCallbackError if the answer is not a
 * profile
 */
export async function fetchUserinfo(grant: Grant): Promise<Profile> {
  const { provider: { id, userinfo } } = grant;
  const where = `The userinfo endpoint of provider "${id}"`;
  if (userinfo.request !== undefined) {
    return assertProfile(where, await askHost(grant, where));
  }
  return await withMore(
    grant,
    async () => assertProfile(where, await readAnswer(grant, where)),
  );
}

/** Reads the object that the definition declares to be the profile. */
async function readAnswer(grant: Grant, where: string): Promise<unknown> {
  const { from, root } = grant.provider.userinfo;
  const answer = from === "token"
    ? withoutTokens(grant.tokens)
    : from === "access_token"
    ? await verifyAccessToken(grant)
    : await askEndpoint(grant, where);
  return root === undefined ? answer : readPath(answer, root);
}

/** The profile goes to callbacks and events, which may store or log it. */
function withoutTokens(
  { access_token: _, refresh_token: __, id_token: ___, ...rest }: TokenSet,
): Profile {
  return rest;
}

async function askEndpoint(grant: Grant, where: string): Promise<unknown> {
  const { provider, metadata } = grant;
  const { url, init } = await toUserinfoRequest(
    provider,
    metadata.userinfo_endpoint ?? "",
    grant.tokens,
  );
  const answer = await sendProved(
    grant,
    (fetch) => fetch(url, init),
    grant.tokens.access_token,
  );
  if (!isOk(answer)) {
    const why = `${where} answered ${answer.status}.`;
    throw answer.status >= 500
      ? new ProviderUnavailable(why)
      : new OAuthCallbackError(why);
  }
  const type = answer.headers.get("content-type") ?? "";
  if (/^application\/jwt\b/i.test(type)) {
    return await verifyUserinfo(grant, decodeBody(answer));
  }
  try {
    return parseJson(answer);
  } catch (error) {
    throw new OAuthCallbackError(`${where} did not answer with JSON.`, {
      cause: error,
    });
  }
}

/** Calls the definition's own request, with a fetch that has the provider's limits. */
async function askHost(
  { ctx, provider, tokens }: Grant,
  where: string,
): Promise<unknown> {
  try {
    return await limitToProvider(ctx, () =>
      provider.userinfo.request?.({
        tokens,
        provider: provider.source,
        fetch: toHostFetch(ctx, provider),
      }));
  } catch (error) {
    if (error instanceof AuthError) throw error;
    throw new ProviderUnavailable(`${where} could not be asked.`, {
      cause: error,
    });
  }
}

function toHostFetch(
  ctx: ProviderContext,
  provider: ResolvedOAuth,
): (url: string, init?: RequestInit) => Promise<Response> {
  const limited = createProviderFetch(ctx, provider, false);
  return async (url, init = {}) =>
    toResponse(
      // Custom code may pass a URL object, too.
      await limited(String(url), {
        method: init.method ?? "GET",
        headers: Object.fromEntries(new Headers(init.headers)),
        body: init.body,
      }),
    );
}

function assertProfile(where: string, value: unknown): Profile {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) {
    return value as Profile;
  }
  throw new OAuthCallbackError(`${where} did not answer with a profile.`);
}
