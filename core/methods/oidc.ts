import type { Context } from "../context.ts";
import type { CookieChange } from "../cookies.ts";
import { AuthError, OAuthProfileParseError } from "../errors.ts";
import type { Account, Profile, TokenSet, User } from "../model.ts";
import { type Attempt, startAttempt } from "../oauth/attempt.ts";
import { toAuthorizationUrl } from "../oauth/authorize.ts";
import { verifyIdToken } from "../oauth/claims.ts";
import {
  assertAuthorizationResponse,
  exchangeCode,
} from "../oauth/exchange.ts";
import { readMetadata } from "../oauth/metadata.ts";
import { completeProfile } from "../oauth/userinfo.ts";
import type { Identity, ResolvedProvider } from "../provider.ts";

/** Where to send the browser, and what it has to keep until it comes back. */
export interface Departure {
  readonly url: string;
  readonly cookies: readonly CookieChange[];
}

/** Begins signing in at an OpenID provider. */
export async function beginOidc(
  ctx: Context,
  provider: ResolvedProvider,
  target: string,
): Promise<Departure> {
  const metadata = await readMetadata(ctx, provider);
  const { attempt, cookies } = await startAttempt(ctx, provider, target);
  const url = await toAuthorizationUrl(provider, metadata, attempt);
  return { url, cookies };
}

/** Proves who came back from the provider. */
export async function proveOidc(
  ctx: Context,
  provider: ResolvedProvider,
  attempt: Attempt,
): Promise<Identity> {
  const { query } = ctx.request;
  const metadata = await readMetadata(ctx, provider);
  const response = assertAuthorizationResponse(
    provider,
    metadata,
    attempt,
    query,
  );
  const answer = await exchangeCode(ctx, provider, metadata, attempt, response);
  const claims = await verifyIdToken(ctx, provider, metadata, answer);
  const profile = await completeProfile(
    ctx,
    provider,
    metadata,
    claims,
    answer.access_token,
  );
  const { authorization_details: _, ...rest } = answer;
  const tokens: TokenSet = {
    ...rest,
    token_type: answer.token_type,
    ...(answer.expires_in === undefined
      ? {}
      : { expires_at: Math.floor(ctx.now / 1000) + answer.expires_in }),
  };
  const { id, user } = await toProfileUser(provider, profile, tokens);
  const account: Account = {
    ...tokens,
    provider: provider.id,
    providerAccountId: id,
    type: provider.type,
  };
  return { user, account, profile, subject: [provider.issuer, id] };
}

async function toProfileUser(
  provider: ResolvedProvider,
  profile: Profile,
  tokens: TokenSet,
): Promise<{ id: string; user: User }> {
  const where = `The profile callback of provider "${provider.id}"`;
  let user: User;
  try {
    user = await provider.profile(profile, tokens);
  } catch (error) {
    if (error instanceof AuthError) throw error;
    throw new OAuthProfileParseError(`${where} threw.`, { cause: error });
  }
  const id: unknown = user?.id;
  // Never a random id: that would be another person at each sign-in.
  if (typeof id === "number" && Number.isSafeInteger(id)) {
    return { id: String(id), user };
  }
  if (typeof id !== "string" || id === "") {
    throw new OAuthProfileParseError(`${where} gave no id.`);
  }
  return { id, user };
}
