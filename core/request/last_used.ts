import type { Context } from "./context.ts";

/**
 * Reads the id of the provider that this browser signed in with last; null if
 * it is not known, or if that provider is no longer configured.
 */
export function readLastUsed(
  { jar, settings }: Pick<Context, "jar" | "settings">,
): string | null {
  return jar.last.find((id) => settings.providers.has(id)) ?? null;
}
