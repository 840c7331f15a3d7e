import type { ReadOption } from "../../runtime/env.ts";
import type { OAuthProvider } from "../oauth/oauth_config.ts";
import type { fixedPlaces, placeholderTools } from "./symbols.ts";

/** The functions that fill a definition's placeholders. */
export interface PlaceholderTools {
  /**
   * Fills them from the environment and, if a report is passed, from the
   * defaults, too.
   */
  readonly fillFromEnv: (
    provider: OAuthProvider & Placed,
    env: ReadOption,
    report?: (problem: string) => void,
  ) => OAuthProvider;
  readonly listUnfilled: (provider: OAuthProvider) => readonly string[];
}

/** A definition adds these to a provider: fixed issuers and metadata URLs, and tools. */
export interface Placed {
  readonly [fixedPlaces]?: readonly string[] | undefined;
  readonly [placeholderTools]?: PlaceholderTools | undefined;
}
