import type { SessionBridge } from "../model/session_bridge.ts";
import { isOAuth } from "../providers/oauth_provider.ts";
import type { ResolvedProvider } from "../providers/provider.ts";

/** Lists the secrets of providers and bridges, which the log leaves out. */
export function listSecrets(
  providers: Iterable<ResolvedProvider>,
  bridges: readonly SessionBridge[],
): readonly string[] {
  const own = [...providers].flatMap((one) => {
    if (one.type === "email") return one.hidden;
    return isOAuth(one) ? one.clientSecret ?? [] : [];
  });
  // A list of anything else is reported as a mistake.
  return [...own, ...bridges.flatMap(({ hidden }) => hidden ?? [])];
}
