import type { Context } from "../../request/context.ts";
import { ConfigurationError } from "../../errors/errors.ts";
import { isLoopback } from "../../config/origin.ts";
import type { ResolvedWebAuthn } from "../../providers/webauthn_provider.ts";

/** Who passkeys are for, and where they may be used. */
export interface Party {
  /** A domain. */
  readonly id: string;
  readonly name: string;
  readonly origins: readonly string[];
}

/**
 * The relying party, from the configuration: what a request says about its host
 * counts on loopback only.
 *
 * @throws ConfigurationError where there is no configured origin, or where the
 * domain is not one of it
 */
export function toParty(ctx: Context, provider: ResolvedWebAuthn): Party {
  const { id, name, origins } = provider.relyingParty;
  const url = new URL(ctx.origin);
  const isConfigured = ctx.settings.origin !== null ||
    id !== null && origins !== null;
  if (!isConfigured && !isLoopback(url)) {
    throw new ConfigurationError([
      `Provider "${provider.id}": passkeys belong to a domain. Set AUTH_URL (or \`origin\`) to the address that people type.`,
    ]);
  }
  const { hostname, host } = url;
  const isWithin = id === null || hostname === id ||
    hostname.endsWith(`.${id}`);
  if (origins === null && !isWithin) {
    throw new ConfigurationError([
      `Provider "${provider.id}": \`relyingParty.id\` must be "${hostname}" or a domain above it.`,
    ]);
  }
  return {
    id: id ?? hostname,
    name: name ?? host,
    origins: origins ?? [ctx.origin],
  };
}
