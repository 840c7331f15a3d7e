import { OAuthProfileParseError, toAuthError } from "../../../errors/errors.ts";
import { toClaimedAddress } from "../../../model/email_address.ts";
import type { Account, Profile, TokenSet, User } from "../../../model/model.ts";
import { readId, toIdProblem } from "../../../model/user_id.ts";
import { findMapper } from "../../../providers/oauth/fapi.ts";
import type { ResolvedOAuth } from "../../../providers/oauth/oauth_provider.ts";
import type { ProfileUser } from "../../../providers/oauth/profile_types.ts";
import type { Identity } from "../../../providers/provider.ts";
import { toUser } from "../../../providers/definition/to_user.ts";
import { waitForHost } from "../../../runtime/timeout.ts";

/** Maximum characters of a callback parameter that becomes a claim. */
const MAX_CLAIM = 4096;

/**
 * The parameters of the callback that the definition lists as claims, objects
 * as JSON. They come through the browser, so a claim of the provider's answer
 * takes precedence.
 */
export function toCallbackClaims(
  { callbackClaims }: ResolvedOAuth,
  params: URLSearchParams,
): Profile {
  return Object.fromEntries(callbackClaims.flatMap((name) => {
    const text = params.get(name);
    return text === null || text.length > MAX_CLAIM
      ? []
      : [[name, parseObject(text)]];
  }));
}

function parseObject(text: string): unknown {
  if (!text.startsWith("{")) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/**
 * States in the standard claims `email` and `email_verified` what the
 * definition knows about the address, so that linking and the callbacks need
 * not know any provider's own claims.
 *
 * @throws OAuthProfileParseError if the definition's function throws
 */
function withEmailTrust(
  provider: ResolvedOAuth,
  profile: Profile,
  { email }: ProfileUser,
): Profile {
  const { emailTrust } = provider;
  if (emailTrust === "claim") return profile;
  const { email_verified: _, ...rest } = profile;
  const verified = toVerified(provider, profile);
  return {
    ...rest,
    ...(email ? { email } : {}),
    ...(typeof verified === "boolean" ? { email_verified: verified } : {}),
  };
}

function toVerified(
  { id, emailTrust }: ResolvedOAuth,
  profile: Profile,
): unknown {
  if (emailTrust === "always") return true;
  // A denial counts, whoever it comes from.
  if (emailTrust === "unverified") {
    return profile.email_verified === false ? false : null;
  }
  if (typeof emailTrust !== "function") return null;
  try {
    return emailTrust(profile);
  } catch (error) {
    throw toAuthError(error) ??
      new OAuthProfileParseError(
        `\`emailTrust\` of provider "${id}" threw.`,
        { cause: error },
      );
  }
}

/** The answer of a provider, from which an identity is made. */
export interface IdentitySources {
  readonly claims: Profile;
  readonly tokens: TokenSet;
  /** The server that named the user of a plain OAuth provider; empty: there is only one. */
  readonly tenant: string;
}

/**
 * Returns the identity that a provider's answer names.
 *
 * @throws OAuthProfileParseError, or an AuthError of the application's callback
 */
export async function toIdentity(
  provider: ResolvedOAuth,
  { claims, tokens, tenant: server }: IdentitySources,
): Promise<Identity> {
  const { id, user } = await toProfileUser(provider, claims, tokens);
  const profile = withEmailTrust(provider, claims, user);
  // An address has one normalised form, whichever provider it came from. An
  // invalid one stays in the profile only: stored, it could match another
  // user's.
  if (user.email) user.email = toClaimedAddress(user.email);
  const account = toAccount(provider, id, tokens);
  const tenant = provider.type === "oidc" ? String(profile.iss) : server;
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

async function toProfileUser(
  provider: ResolvedOAuth,
  profile: Profile,
  tokens: TokenSet,
): Promise<{ id: string; user: User }> {
  const where = `The profile callback of provider "${provider.id}"`;
  const map = findMapper(provider) ?? toUser;
  let user: ProfileUser;
  try {
    user = await waitForHost(map(profile, tokens), "profile");
  } catch (error) {
    throw toAuthError(error) ??
      new OAuthProfileParseError(`${where} threw.`, { cause: error });
  }
  const id = readId(user?.id);
  if (id !== null) return toPlain(user, id);
  // Never a random id: that would be a different user at each sign-in.
  throw new OAuthProfileParseError(
    `${where} gave no usable id: ${toIdProblem(user?.id)}.`,
  );
}

function toPlain(user: ProfileUser, id: string): { id: string; user: User } {
  // Fields that the application declares on `User` come from its own callback.
  return { id, user: { ...user } as User };
}
