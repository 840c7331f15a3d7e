import type { Context } from "../../request/context.ts";
import { ConfigurationError } from "../../errors/errors.ts";
import { isLoopback } from "../../http/redirects.ts";
import type { ResolvedWebAuthn } from "../../providers/webauthn_provider.ts";

/** The relying party, and the origins where its passkeys may be used. */
export interface Party {
  /** A domain. */
  readonly id: string;
  readonly name: string;
  readonly origins: readonly string[];
}

/**
 * The relying party from the configuration; the host of a request is only used
 * on loopback.
 *
 * @throws ConfigurationError if no origin is configured, or if the domain does
 * not match one
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
    origins: origins ?? [ctx.origin, ...ctx.settings.corsOrigins],
  };
}
