import type { ProviderContext } from "../../request/context.ts";
import type { DpopKey } from "../../model/dpop_key.ts";
import type { TokenSet } from "../../model/model.ts";
import type { ResolvedOAuth } from "../../providers/oauth/oauth_provider.ts";
import type { ProviderMetadata } from "./discovery/provider_metadata.ts";

/**
 * The tokens that a provider granted, and everything that is needed to find out
 * who the user is.
 */
export interface Grant {
  readonly ctx: ProviderContext;
  readonly provider: ResolvedOAuth;
  readonly metadata: ProviderMetadata;
  readonly tokens: TokenSet;
  /** The key that they are bound to (RFC 9449). */
  readonly key?: DpopKey | undefined;
}
