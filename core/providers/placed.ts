import type { Env } from "../runtime/env.ts";
import type { OAuthProvider, ResolvedOAuth } from "./oauth_provider.ts";

/**
 * Key of the issuers and metadata URLs that a provider's definition or the
 * environment fixes: they are the same for every request, even if the
 * configuration is a function. A registered symbol, so that two copies of the
 * library share it.
 */
export const fixedPlaces: unique symbol = Symbol.for("latchkey.places");

/** Key of the functions that fill a definition's placeholders. */
export const placeholderTools: unique symbol = Symbol.for(
  "latchkey.placeholders",
);

/**
 * Key by which a factory keeps the switch beside the definition's own mapper. A
 * registered symbol, so that two copies of the library share it.
 */
export const fapi: unique symbol = Symbol.for("latchkey.fapi2");

/** The functions that fill a definition's placeholders. */
export interface PlaceholderTools {
  /** Fills them from the environment, and with a report from the defaults, too. */
  readonly fillFromEnv: (
    provider: OAuthProvider & Placed,
    env: Env,
    report?: (problem: string) => void,
  ) => OAuthProvider;
  readonly listUnfilled: (provider: OAuthProvider) => readonly string[];
}

/** A definition adds these to a provider: fixed issuers and metadata URLs, and tools. */
export interface Placed {
  readonly [fixedPlaces]?: readonly string[] | undefined;
  readonly [placeholderTools]?: PlaceholderTools | undefined;
}

/** Whether a provider is held to the FAPI 2.0 Security Profile. */
export function isFapi({ profile, source }: ResolvedOAuth): boolean {
  return profile === "fapi2" || fapi in source;
}
