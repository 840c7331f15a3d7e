import type { SessionContext } from "../../request/context.ts";
import { takesAnyAudience, toAudience } from "../audience.ts";
import { decodeSession } from "./codec.ts";
import { isSessionClaims } from "../decide.ts";

/**
 * Finds the user whom a session cookie names although the session has ended.
 * Only for comparing: it is not a sign-in. Null for a database session, whose
 * row is gone, and if the browser sends several cookies.
 */
export async function findFormerUser(
  ctx: SessionContext,
): Promise<string | null> {
  const [only, another] = ctx.jar.session;
  if (ctx.settings.strategy === "database") return null;
  if (only === undefined || another !== undefined) return null;
  const claims = (await decodeSession(ctx, only))?.payload;
  if (claims === undefined || !isSessionClaims(claims)) return null;
  const isOurs = claims.aud === toAudience(ctx) ||
    claims.aud === undefined && takesAnyAudience(ctx);
  return isOurs ? claims.sub : null;
}
