import type { ResolvedCredentials } from "./credentials_provider.ts";
import type { ResolvedPassword } from "./password_provider.ts";
import type { ResolvedProvider } from "./provider.ts";

/** The provider of passwords that the adapter stores. */
export interface StoredProvider extends ResolvedCredentials {
  readonly stored: ResolvedPassword;
}

/** Whether the adapter stores the passwords of a provider. */
export function isStored(one: ResolvedProvider): one is StoredProvider {
  return one.type === "credentials" && one.stored !== null;
}

/** Finds the provider of stored passwords; null if there is none. */
export function findStored(
  { providers }: {
    readonly providers: ReadonlyMap<string, ResolvedProvider>;
  },
): StoredProvider | null {
  return [...providers.values()].find(isStored) ?? null;
}
