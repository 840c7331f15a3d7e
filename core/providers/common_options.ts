import type { ProviderType } from "../model/model.ts";

/** Options that every provider has. */
export interface CommonProviderOptions {
  /** Id, used in URLs and names of environment variables: letters, digits, `-` and `_`. */
  id: string;
  /**
   * Name of the provider. The built-in pages show it on the buttons of OAuth
   * providers, and of other providers if two have the same type.
   */
  name: string;
  /** Type of the provider. */
  type: ProviderType;
}
