import { OAuthProfileParseError, toAuthError } from "../../errors/errors.ts";
import type { Profile } from "../../model/model.ts";
import type {
  ProfileUser,
  ResolvedOAuth,
} from "../../providers/oauth_provider.ts";

/** Maximum characters of a callback parameter that becomes a claim. */
const MAX_CLAIM = 4096;

/**
 * The parameters of the callback that the definition lists as claims, objects
 * as JSON. They come through the browser, so that a claim of the provider's
 * answer replaces them.
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
 * definition knows about the address, so that linking and the callbacks have to
 * know no provider's own claims.
 *
 * @throws OAuthProfileParseError if the definition's function throws
 */
export function withEmailTrust(
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
