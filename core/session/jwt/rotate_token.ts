import type { SessionContext } from "../../request/context.ts";
import type { CookieChange } from "../../http/cookies.ts";
import { sealSession, type SessionClaims, toClaims } from "./claims.ts";
import { claimSession, confirmClaim } from "../revocation/claim.ts";
import type { Rotation } from "../revocation/marks.ts";
import { confirmStanding, type Standing } from "../revocation/revocation.ts";
import { createSessionId } from "../start.ts";

/**
 * Gives a live session a new id. The claims stay the same: no callback is
 * called. If the session was rotated or ended meanwhile, no cookie changes.
 *
 * @throws StoreError, SessionTooLarge or SessionError
 */
export async function rotateToken(
  ctx: SessionContext,
  claims: SessionClaims,
): Promise<readonly CookieChange[]> {
  const to = await createSessionId(ctx, claims.sub);
  // Sealed first, because nothing that can fail may come after the claim.
  const cookie = await sealSession(
    ctx,
    toClaims(ctx, claims, { ...claims, sid: to }),
  );
  return await rotate(ctx, { from: claims.sid, to }) ? [cookie] : [];
}

async function rotate(
  { settings }: SessionContext,
  rotation: Rotation,
): Promise<boolean> {
  const claim = await claimSession(settings, rotation);
  return claim !== null && await confirmClaim(settings, claim);
}

/**
 * Finds out whether an update may write its cookie, which has a new id:
 * callbacks take time, and the session may have been rotated or ended
 * meanwhile.
 *
 * @throws StoreError
 */
export async function confirmRotation(
  ctx: SessionContext,
  claims: SessionClaims,
  to: string,
): Promise<Standing> {
  if (await rotate(ctx, { from: claims.sid, to })) return "live";
  const standing = await confirmStanding(ctx, claims);
  return standing === "live" ? "rotated" : standing;
}
