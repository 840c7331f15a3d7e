import type { Env } from "../runtime/env.ts";
import type { Settings } from "./settings.ts";
import { isFirstWarning } from "../storage/process_cache.ts";

/**
 * Logs what may be a mistake for session reads, once. Warnings about signing in
 * are in `sign_in_checks.ts`, which loads with the auth routes.
 */
export function warnAtStart(settings: Settings, env: Env): void {
  if (env("NODE_ENV") !== "production") return;
  if (needsStore(settings) && isFirstWarning(`store ${settings.key}`)) {
    settings.log.warn(
      "memory-store",
      "Sign-outs are remembered in this process only: pass a `store` that all processes share.",
    );
  }
}

/** Whether revocation needs marks in the store: rows that can be removed need none. */
function needsStore(
  { hasOwnStore, strategy, adapter }: Settings,
): boolean {
  const hasRows = strategy === "database" &&
    typeof adapter?.deleteSessionsByUserId === "function";
  return !hasOwnStore && !hasRows;
}
