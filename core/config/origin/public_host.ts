import { isLocalHost } from "../../http/local_host.ts";
import { isFirstWarning } from "../../storage/process_cache.ts";
import type { Settings } from "../settings.ts";

/**
 * Whether an origin is public: `NODE_ENV` is `production`, or it is neither
 * `development` nor `test` and the host is not local. Many deployments do not
 * set it.
 */
export function isPublic({ mode }: Settings, origin: string): boolean {
  if (mode === "production") return true;
  if (mode === "development" || mode === "test") return false;
  return URL.canParse(origin) && !isLocalHost(new URL(origin).hostname);
}

/** Warns once that sign-outs are remembered in this process only, if the site is public. */
export function warnInPublic(settings: Settings, origin: string): void {
  const { key, log } = settings;
  if (!needsStore(settings) || !isPublic(settings, origin)) return;
  if (!isFirstWarning(`store ${key}`)) return;
  log.warn(
    "memory-store",
    "Sign-outs are remembered in this process only: pass a `store` that all processes share.",
  );
}

/**
 * Whether revocation needs marks in the store: session rows, which can be
 * removed, need none.
 */
function needsStore(
  { hasOwnStore, strategy, adapter }: Settings,
): boolean {
  const hasRows = strategy === "database" &&
    typeof adapter?.deleteSessionsByUserId === "function";
  return !hasOwnStore && !hasRows;
}
