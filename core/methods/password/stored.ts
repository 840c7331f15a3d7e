import type {
  ResolvedCredentials,
} from "../../providers/credentials_provider.ts";
import type { ResolvedPassword } from "../../providers/password_provider.ts";
import type { Context } from "../../request/context.ts";
import { AccessDenied, UnknownAction } from "../../errors/errors.ts";

/** The provider of passwords that the adapter stores. */
export interface StoredProvider extends ResolvedCredentials {
  readonly stored: ResolvedPassword;
}

/** Finds the provider of stored passwords; null if there is none. */
export function findStored(
  { settings }: Pick<Context, "settings">,
): StoredProvider | null {
  for (const one of settings.providers.values()) {
    if (one.type === "credentials" && isStored(one)) return one;
  }
  return null;
}

/** Whether the adapter stores the passwords of a provider. */
export function isStored(one: ResolvedCredentials): one is StoredProvider {
  return one.stored !== null;
}

/**
 * Returns the provider of stored passwords.
 *
 * @throws UnknownAction: without one, its routes do not exist
 */
export function toStored(ctx: Pick<Context, "settings">): StoredProvider {
  const found = findStored(ctx);
  if (found !== null) return found;
  throw new UnknownAction("No provider of stored passwords is configured.");
}

/** The refusal of a stranger where only people with an invitation sign up. */
export function toClosed(): AccessDenied {
  const error = new AccessDenied("Only people with an invitation can sign up.");
  error.code = "invitation";
  return error;
}
