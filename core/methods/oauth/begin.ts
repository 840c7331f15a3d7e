import type { Context } from "../../request/context.ts";
import type { CookieChange } from "../../http/cookies.ts";
import { toClaimedAddress } from "../../model/email_address.ts";
import { OAuthProfileParseError, toAuthError } from "../../errors/errors.ts";
import type { Account, Profile, TokenSet, User } from "../../model/model.ts";
import {
  findGuardParams,
  type ParamTexts,
} from "../../attempts/guard_params.ts";
import {
  type Aim,
  type Attempt,
  startAttempt,
} from "../../attempts/oauth_attempt.ts";
import { toAuthorizationUrl } from "./authorize.ts";
import { verifyIdToken } from "./claims.ts";
import type { Grant } from "./grant.ts";
import { assertAuthorizationResponse, exchangeCode } from "./exchange.ts";
import { type ProviderMetadata, readMetadata } from "./metadata.ts";
import { toRequestParams, withGuardParams } from "./params.ts";
import { toCallbackClaims, withEmailTrust } from "./profile.ts";
import { withServer } from "./token_request.ts";
import { completeProfile, fetchUserinfo } from "./userinfo.ts";
import type { Identity } from "../../providers/provider.ts";
import type {
  ProfileUser,
  ResolvedOAuth,
} from "../../providers/oauth_provider.ts";
import { toUser } from "../../providers/to_user.ts";
import { waitForHost } from "../../runtime/timeout.ts";

/** The URL to send the browser to, and the cookies it needs when it comes back. */
export interface Departure {
  readonly url: string;
  readonly cookies: readonly CookieChange[];
}

/** Begins signing in at an OAuth 2 or OpenID provider. */
export async function beginOAuth(
  ctx: Context,
  configured: ResolvedOAuth,
  aim: Aim,
): Promise<Departure> {
  const metadata = await readMetadata(ctx, configured);
  const guarded = await findGuardParams(ctx);
  const provider = withGuardParams(configured, guarded);
  const params = toRequestParams(ctx, { provider, metadata, guarded });
  const { attempt, cookies } = await startAttempt(ctx, provider, {
    ...aim,
    maxAge: toMaxAge(provider, params),
    params: guarded,
  });
  const url = await toAuthorizationUrl(
    ctx,
    provider,
    metadata,
    attempt,
    params,
  );
  return { url, cookies };
}

/** The `max_age` that was requested; it is checked against the ID token later. */
function toMaxAge(
  provider: ResolvedOAuth,
  { max_age }: ParamTexts,
): number | null {
  const seconds = Number(max_age ?? NaN);
  return provider.type === "oidc" && seconds >= 0 ? seconds : null;
}

/** Proves the identity of the user that comes back from the provider. */
export async function proveOAuth(
  ctx: Context,
  configured: ResolvedOAuth,
  attempt: Attempt,
): Promise<Identity> {
  const provider = withGuardParams(configured, attempt.params);
  const declared = await readMetadata(ctx, provider);
  const params = assertAuthorizationResponse(
    provider,
    declared,
    attempt,
    ctx.callbackParams,
  );
  const metadata = withServer(provider, declared, params);
  const answer = await exchangeCode(ctx, provider, metadata, attempt, params);
  const claims = {
    ...toCallbackClaims(provider, params),
    ...await readProfile({ ctx, provider, metadata, tokens: answer }),
  };
  const tokens = withExpiry(answer, ctx.now);
  const { id, user } = await toProfileUser(provider, claims, tokens);
  const profile = withEmailTrust(provider, claims, user);
  // An address has one normalised form, whichever provider it came from. An
  // invalid one stays in the profile only: stored, it could match another
  // user's.
  if (user.email) user.email = toClaimedAddress(user.email);
  const account = toAccount(provider, id, tokens);
  const tenant = provider.type === "oidc"
    ? String(profile.iss)
    : toTenant(provider, metadata);
  const issuer = tenant || provider.issuer;
  return {
    user,
    account,
    profile,
    issuer,
    subject: toSubject(account, tenant),
  };
}

function toAccount(
  { id, type }: ResolvedOAuth,
  providerAccountId: string,
  tokens: TokenSet,
): Account {
  // Fields that the application declares on `Account` come from its adapter.
  return { ...tokens, provider: id, providerAccountId, type } as Account;
}

/**
 * The values that identify a user. An issuer's subject is one person, however
 * many OpenID providers share the issuer.
 */
function toSubject(
  { type, provider, providerAccountId }: Account,
  tenant: string,
): readonly string[] {
  if (type === "oidc") return [tenant, providerAccountId];
  const tenants = tenant === "" ? [] : [tenant];
  return ["provider", provider, ...tenants, providerAccountId];
}

/**
 * The server that named the user of a plain OAuth provider, if the definition
 * has several: two of them may give two people the same id. Empty: there is
 * only one.
 */
function toTenant(
  { issuer, source, token }: ResolvedOAuth,
  { token_endpoint }: ProviderMetadata,
): string {
  const url = token_endpoint ? new URL(token_endpoint) : null;
  if (token.server !== undefined) return url?.origin ?? "";
  if (source.placeholders === undefined || source.uniqueSubject) return "";
  return issuer || (url === null ? "" : url.origin + url.pathname);
}

async function readProfile(grant: Grant): Promise<Profile> {
  return grant.provider.type === "oauth"
    ? await fetchUserinfo(grant)
    : await completeProfile(grant, await verifyIdToken(grant));
}

function withExpiry(tokens: TokenSet, now: number): TokenSet {
  return tokens.expires_in === undefined ? tokens : {
    ...tokens,
    expires_at: Math.floor(now / 1000) + tokens.expires_in,
  };
}

async function toProfileUser(
  provider: ResolvedOAuth,
  profile: Profile,
  tokens: TokenSet,
): Promise<{ id: string; user: User }> {
  const where = `The profile callback of provider "${provider.id}"`;
  const map = provider.profile ?? toUser;
  let user: ProfileUser;
  try {
    user = await waitForHost(map(profile, tokens), "profile");
  } catch (error) {
    throw toAuthError(error) ??
      new OAuthProfileParseError(`${where} threw.`, { cause: error });
  }
  const id: unknown = user?.id;
  // A number beyond 2^53 has already been rounded and may be another user's id.
  if (Number.isSafeInteger(id)) return toPlain(user, String(id));
  // Never a random id: that would be a different user at each sign-in.
  if (typeof id !== "string" || id === "") {
    throw new OAuthProfileParseError(`${where} gave no usable id.`);
  }
  return toPlain(user, id);
}

function toPlain(user: ProfileUser, id: string): { id: string; user: User } {
  // Fields that the application declares on `User` come from its own callback.
  return { id, user: { ...user } as User };
}
