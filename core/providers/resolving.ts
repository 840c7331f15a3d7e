import type {
  PasswordConfig,
  ResolvedCredentials,
} from "./credentials_provider.ts";
import type { passwordResolver } from "./definition/symbols.ts";
import type { Problems } from "../errors/config_problems.ts";
import type { ReadOption } from "../runtime/env.ts";

/** Context shared by the resolvers of all provider types. */
export interface Resolving {
  /** The redirect proxy of the configuration. */
  readonly proxyUrl: string | null;
  readonly env: ReadOption;
  readonly problems: Problems;
}

/** A provider that brings the function which resolves it. */
export interface SelfResolving {
  readonly [passwordResolver]?: (
    provider: PasswordConfig,
    resolving: Resolving,
  ) => ResolvedCredentials;
}
