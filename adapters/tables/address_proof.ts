import { fromBase64url } from "../../core/crypto/base64url.ts";
import { toClaimedAddress } from "../../core/model/email_address.ts";
import type { Profile } from "../../core/model/model.ts";
import type { OIDCConfig } from "../../core/providers/oauth/oauth_config.ts";
import type { ProviderInput } from "../../core/providers/provider.ts";

/** The OpenID Connect providers by id. */
export type Providers = ReadonlyMap<string, OIDCConfig>;

/**
 * Returns the providers whose ID tokens can prove an address: those of OpenID
 * Connect. Any other names its users by an answer that is not stored.
 *
 * @throws TypeError if the issuer of one is not known
 */
export function toProviders(inputs: readonly ProviderInput[]): Providers {
  const providers = new Map<string, OIDCConfig>();
  for (const input of inputs) {
    const made = typeof input === "function" ? input({} as never) : input;
    const provider = { ...made, ...made.options };
    if (provider.type !== "oidc") continue;
    const { issuer, issuerFrom } = provider;
    if (!issuerFrom && (!issuer || issuer.includes("{"))) {
      throw new TypeError(
        `providers: set the \`issuer\` of "${provider.id}", so that ID tokens ` +
          "of another are not taken for its own",
      );
    }
    providers.set(provider.id, provider);
  }
  return providers;
}

/** A stored ID token, and the address that it may prove. */
export interface StoredToken {
  readonly provider: string;
  readonly idToken: string;
  readonly email: string;
}

/**
 * Returns the time at which a provider stated in a stored ID token that it has
 * verified this very address; null if it did not. The token needs no check of
 * its signature: the other library stored what it had received from the
 * provider itself.
 */
export function findProof(
  providers: Providers,
  { provider: id, idToken, email }: StoredToken,
): Date | null {
  const provider = providers.get(id);
  const claims = parseClaims(idToken);
  const address = toClaimedAddress(email);
  if (provider === undefined || claims === null || address === null) {
    return null;
  }
  const isSame = toClaimedAddress(claims.email) === address;
  const isOwn = claims.iss === toIssuer(provider, claims) &&
    (provider.clientId === undefined ||
      [claims.aud].flat().includes(provider.clientId));
  if (!isSame || !isOwn || !isTrusted(provider, claims)) return null;
  const { iat } = claims;
  return typeof iat === "number" && iat > 0 && iat < 1e11
    ? new Date(iat * 1000)
    : null;
}

function parseClaims(idToken: string): Profile | null {
  const [, payload = "", ...rest] = idToken.split(".");
  const bytes = rest.length === 1 ? fromBase64url(payload) : null;
  if (bytes === null) return null;
  try {
    const claims: unknown = JSON.parse(new TextDecoder().decode(bytes));
    return typeof claims === "object" ? claims as Profile | null : null;
  } catch {
    return null;
  }
}

function toIssuer(provider: OIDCConfig, claims: Profile): unknown {
  try {
    return provider.issuerFrom?.(claims) ?? provider.issuer;
  } catch {
    return null;
  }
}

/** Whether the definition takes the address in these claims as verified. */
function isTrusted(
  { emailTrust = "claim" }: OIDCConfig,
  claims: Profile,
): boolean {
  if (emailTrust === "claim") return claims.email_verified === true;
  if (typeof emailTrust !== "function") return emailTrust === "always";
  try {
    return emailTrust(claims) === true;
  } catch {
    return false;
  }
}
