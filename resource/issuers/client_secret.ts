import { ProviderUnavailable } from "../../core/errors/errors.ts";
import type { Awaitable } from "../../core/model/model.ts";
import { callHost } from "../../core/runtime/timeout.ts";

/** The secret of a client, or a function that returns it. */
export type ClientSecret = string | (() => Awaitable<string>);

/** Whether a value can be a secret. */
export function isSecret(secret: unknown): secret is ClientSecret {
  return typeof secret === "function" ||
    typeof secret === "string" && secret !== "";
}

/**
 * Returns the secret itself.
 *
 * @param name of the option
 * @throws ProviderUnavailable if the function fails
 */
export async function readSecret(
  secret: ClientSecret | null,
  name: string,
): Promise<string | null> {
  if (typeof secret !== "function") return secret;
  return await callHost({ name, failure: ProviderUnavailable }, secret);
}
