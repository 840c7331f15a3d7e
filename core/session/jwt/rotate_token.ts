import type { SessionContext } from "../../request/context.ts";
import type { CookieChange } from "../../http/cookies.ts";
import { keepStart } from "../../model/authentication.ts";
import { sealSession, type SessionClaims, toClaims } from "./claims.ts";
import { claimSession, confirmClaim, orGiveUp } from "../revocation/claim.ts";
import type { Rotation } from "../revocation/marks.ts";
import { confirmStanding, type Standing } from "../revocation/revocation.ts";
import type { Others } from "../session_strategy.ts";
import { createSessionId } from "../start.ts";

/**
 * Gives a live session a new id, and ends the others of its user if asked. The
 * claims stay the same: no callback is called. If the session was rotated or
 * ended meanwhile, no cookie changes.
 *
 * @throws StoreError, SessionTooLarge or SessionError
 */
export async function rotateToken(
  ctx: SessionContext,
  known: SessionClaims,
  others?: Others,
): Promise<readonly CookieChange[]> {
  const claims = others === undefined ? known : toAnew(ctx, known, others);
  const to = await createSessionId(ctx, claims.sub);
  // Sealed first, because nothing that can fail may come after the claim.
  const cookie = await sealSession(
    ctx,
    toClaims(ctx, claims, { ...claims, sid: to }),
  );
  const rotation = { from: claims.sid, to };
  return await rotate(ctx, rotation, others) ? [cookie] : [];
}

/**
 * The claims of the same session, which begins anew after the others ended. It
 * ends no later for that, and its proof stays as old as it is.
 */
function toAnew(
  { settings: { session } }: SessionContext,
  claims: SessionClaims,
  { begins, email }: Others,
): SessionClaims {
  const named = email === undefined || typeof claims.email !== "string"
    ? {}
    : { email };
  const { authn, auth_time } = claims;
  const latest = auth_time + session.absoluteMaxAge;
  const kept = authn && {
    ...keepStart(authn, auth_time * 1000),
    ...isFinite(latest) ? { ends: Math.min(authn.ends ?? latest, latest) } : {},
  };
  return { ...claims, ...named, authn: kept, auth_time: begins / 1000 };
}

/**
 * The others end between the claim and its confirmation: a sign-out at the same
 * moment either keeps the claim from being confirmed, or finds the new session.
 */
async function rotate(
  { settings }: SessionContext,
  rotation: Rotation,
  others?: Others,
): Promise<boolean> {
  const claim = await claimSession(settings, rotation);
  if (claim === null) {
    await others?.end();
    return false;
  }
  await orGiveUp(settings, claim, async () => await others?.end());
  return await confirmClaim(settings, claim);
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
