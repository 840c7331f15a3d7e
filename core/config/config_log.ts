import type { SessionBridge } from "../model/session_bridge.ts";
import type { AuthConfig } from "./config.ts";
import { createLog, type Log } from "../runtime/log.ts";
import { isOAuth } from "../providers/oauth/oauth_provider.ts";
import type { ResolvedProvider } from "../providers/provider.ts";

/**
 * Creates the log of a configuration, which leaves out its secrets.
 *
 * @param secrets those that belong to no provider and no bridge
 */
export function createConfigLog(
  { logger = {}, debug = false, session }: AuthConfig,
  providers: ReadonlyMap<string, ResolvedProvider>,
  secrets: readonly string[],
): Log {
  const more = listSecrets(providers.values(), session?.accept ?? []);
  return createLog(logger, debug, [...secrets, ...more]);
}

function listSecrets(
  providers: Iterable<ResolvedProvider>,
  bridges: readonly SessionBridge[],
): readonly string[] {
  const own = [...providers].flatMap((one) => {
    if (one.type === "email") return one.hidden;
    if (one.type === "credentials") return one.stored?.peppers ?? [];
    return isOAuth(one) ? one.clientSecret ?? [] : [];
  });
  // A list of anything else is reported as a mistake.
  return [...own, ...bridges.flatMap(({ hidden }) => hidden ?? [])];
}
