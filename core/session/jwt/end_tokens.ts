import type { SessionContext } from "../../request/context.ts";
import { toAcceptance } from "../acceptance.ts";
import { endLineage, keepEnded } from "../revocation/lineage.ts";
import { openEach } from "./open_session.ts";
import type { Settings } from "../../config/settings.ts";
import type { SignOutMessage } from "../session_strategy.ts";

/**
 * Ends every session whose cookie the browser sends, since there is no telling
 * which of several is the visitor's own.
 *
 * @throws StoreError if one of them could not be ended
 */
export async function endTokens(
  ctx: SessionContext,
): Promise<readonly SignOutMessage[]> {
  const shown = await openEach(ctx);
  for (const { claims } of shown) await endToken(ctx.settings, claims.sid);
  return shown.map(({ claims }) => ({ token: claims }));
}

/**
 * Ends a session that is sealed into its cookie, along with its rotated
 * successors.
 *
 * @throws StoreError if the store failed
 */
export async function endToken(settings: Settings, sid: string): Promise<void> {
  // First, because an old cookie of the same browser would bring the user back.
  await toAcceptance(settings)?.refuseOne(settings, sid);
  await endLineage(settings, sid, (id) => keepEnded(settings, id));
}
