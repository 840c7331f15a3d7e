import type { SessionContext } from "../../request/context.ts";
import { SessionError } from "../../errors/auth_error.ts";
import type { Awaitable, JWT } from "../../model/model.ts";
import { chain } from "../../runtime/maybe_promise.ts";
import { callHost } from "../../runtime/timeout.ts";
import type { SessionClaims } from "./claims.ts";
import { loadSessions } from "../load_sessions.ts";
import { type LiveSession, openSession } from "./open_session.ts";
import {
  callSession,
  NO_CHANGES,
  noSession,
  type SessionRead,
  type SessionUpdate,
  toNobody,
  toRead,
} from "../session_read.ts";
import { findStanding } from "../revocation/revocation.ts";

/**
 * Reads the session: opened, live, not revoked, and shaped by the callbacks. A
 * cookie is written only when it is due or its claims changed, and always for
 * an update.
 *
 * @throws StoreError, SessionError or an AuthError from the application
 */
export function readToken(
  ctx: SessionContext,
  update: SessionUpdate | null = null,
): Awaitable<SessionRead> {
  return chain(openSession(ctx), (live) => {
    if (live === null) return noSession(ctx);
    return chain(findStanding(ctx, live.claims), (standing) => {
      if (standing !== "live") return toNobody(ctx, standing);
      const asks = ctx.settings.callbacks.jwt !== undefined;
      return asks || live.due || update !== null
        ? readChanged(ctx, live, update)
        : show(ctx, live.claims, live.claims);
    });
  });
}

/** Reads a session that may change: the cookie is written if it did. */
async function readChanged(
  ctx: SessionContext,
  live: LiveSession,
  update: SessionUpdate | null,
): Promise<SessionRead> {
  const { claims, due } = live;
  const token = await callJwt(ctx, claims, update);
  if (token === null) return noSession(ctx);
  if (!due && update === null && isSame(token, claims)) {
    return await show(ctx, token, claims);
  }
  const { writeSession } = await loadSessions();
  return await writeSession(ctx, live, { token, update });
}

/** Shows a session whose cookie stays as it is. */
function show(
  ctx: SessionContext,
  token: JWT,
  claims: SessionClaims,
): Awaitable<SessionRead> {
  return chain(
    callSession(ctx, token, claims),
    (session) => toRead(ctx, { session, token }, NO_CHANGES),
  );
}

async function callJwt(
  ctx: SessionContext,
  claims: SessionClaims,
  update: SessionUpdate | null,
): Promise<JWT | null> {
  const { jwt } = ctx.settings.callbacks;
  if (jwt === undefined) return claims;
  // Passes a copy, so that changes the callback makes to its argument do not
  // affect the comparison with its result.
  const copy = structuredClone(claims);
  const told = update === null ? {} : {
    trigger: "update",
    source: update.source,
    session: update.data,
  } as const;
  const token = await callHost(
    { name: "jwt", failure: SessionError },
    () => jwt({ token: copy, ...told }),
  );
  if (token === null) return null;
  if (typeof token !== "object") {
    throw new SessionError(
      "The jwt callback returned neither a token nor null.",
    );
  }
  const { sub, sid, iat, auth_time, exp, aud, authn } = claims;
  return { ...token, sub, sid, iat, auth_time, exp, aud, authn };
}

/** Compares two tokens by value, as the cookie would hold them. */
function isSame(a: JWT, b: JWT): boolean {
  try {
    return a === b || toCanonical(a) === toCanonical(b);
  } catch (error) {
    throw new SessionError(
      "The jwt callback returned a value that JSON cannot represent.",
      {
        cause: error,
      },
    );
  }
}

function toCanonical(value: JWT): string {
  return JSON.stringify(
    value,
    (_key, part) =>
      part !== null && typeof part === "object" && !Array.isArray(part)
        ? Object.fromEntries(
          Object.entries(part).sort(([a], [b]) => a < b ? -1 : 1),
        )
        : part,
  );
}
