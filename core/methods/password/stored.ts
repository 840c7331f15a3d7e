import { AccessDenied, UnknownAction } from "../../errors/errors.ts";
import {
  findStored,
  type StoredProvider,
} from "../../providers/stored_provider.ts";
import type { Context } from "../../request/context.ts";

/**
 * Returns the provider of stored passwords.
 *
 * @throws UnknownAction: without one, its routes do not exist
 */
export function toStored(
  { settings }: Pick<Context, "settings">,
): StoredProvider {
  const found = findStored(settings);
  if (found !== null) return found;
  throw new UnknownAction("No provider of stored passwords is configured.");
}

/** The refusal of a stranger where only people with an invitation sign up. */
export function toClosed(): AccessDenied {
  const error = new AccessDenied("Only people with an invitation can sign up.");
  error.code = "invitation";
  return error;
}
