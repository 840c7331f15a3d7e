import type { Awaitable } from "../../model/model.ts";
import { chain } from "../../runtime/maybe_promise.ts";
import type { Opened } from "../../crypto/seal.ts";
import type { SessionContext } from "../../request/context.ts";
import { takesAnyAudience, toAudience } from "../audience.ts";
import { isCrowded, listCandidates, refuseSeveral } from "../candidates.ts";
import type { SessionClaims } from "./claims.ts";
import { decodeSession } from "./codec.ts";
import { decideSession } from "../decide.ts";
import { loadSessions } from "../load_sessions.ts";

/** A session cookie that was opened and is live. */
export interface LiveSession {
  readonly claims: SessionClaims;
  /** Whether the cookie must be written again even if nothing changes. */
  readonly due: boolean;
}

/**
 * Opens the session cookie, without querying the store. If a browser sends
 * several, the one that opens is used; if two open, both are refused, because
 * one of them was planted.
 */
export function openSession(
  ctx: SessionContext,
): Awaitable<LiveSession | null> {
  const values = ctx.jar.session;
  const [only] = values;
  if (only === undefined) return null;
  if (values.length > 1) return openOneOf(ctx);
  return chain(
    decodeSession(ctx, only),
    (opened) => admitLive(ctx, opened) ?? tellUnopened(ctx, only, opened),
  );
}

async function openOneOf(ctx: SessionContext): Promise<LiveSession | null> {
  if (isCrowded(ctx)) return refuseSeveral(ctx);
  const [one = null, another] = await openEach(ctx);
  return another === undefined ? one : refuseSeveral(ctx);
}

/** Opens the session cookies that the browser sent, without querying the store. */
export async function openEach(
  ctx: SessionContext,
): Promise<readonly LiveSession[]> {
  const found = new Map<string, LiveSession>();
  for (const value of listCandidates(ctx)) {
    const opened = await decodeSession(ctx, value);
    const live = admitLive(ctx, opened);
    if (live === null) await tellUnopened(ctx, value, opened);
    else found.set(live.claims.sid, live);
  }
  return [...found.values()];
}

/** Decides whether a cookie that opened is live, and counts it if it is. */
function admitLive(
  ctx: SessionContext,
  opened: Opened | null,
): LiveSession | null {
  if (opened === null) return null;
  const { session: { updateAge, absoluteMaxAge }, jwt: { maxAge } } =
    ctx.settings;
  const { payload, outdated } = opened;
  const lifetimes = { maxAge, updateAge, absoluteMaxAge };
  const audience = payload.aud === undefined && takesAnyAudience(ctx)
    ? undefined
    : toAudience(ctx);
  const verdict = decideSession(payload, audience, lifetimes, ctx.now);
  if (verdict.kind !== "live") return null;
  ctx.settings.jwt.keyring.tally.opened++;
  return {
    claims: verdict.claims,
    due: !ctx.isReadOnly && (verdict.due || outdated),
  };
}

/** Logs why a cookie gives no session. */
async function tellUnopened(
  ctx: SessionContext,
  text: string,
  opened: Opened | null,
): Promise<null> {
  try {
    const own = await loadSessions();
    return await own.tellUnopened(ctx, text, opened);
  } catch {
    // The file may be gone after a deployment, and the cookie gives no session
    // in any case.
    return null;
  }
}
