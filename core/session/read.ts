import type { SessionContext } from "../context.ts";
import type { CookieChange } from "../cookies.ts";
import { randomText } from "../crypto/random.ts";
import type { Opened } from "../crypto/seal.ts";
import { SessionError, toAuthError } from "../errors.ts";
import type { JWT, Session } from "../model.ts";
import { waitForHost } from "../time_limit.ts";
import {
  sealSession,
  type SessionClaims,
  toAudience,
  toClaims,
} from "./claims.ts";
import { decodeSession } from "./codec.ts";
import { decideSession } from "./decide.ts";
import { isRevoked, revoke } from "./revocation.ts";

/** A session read: what it gives, and what it has to write. */
export interface SessionRead {
  readonly session: Session | null;
  readonly cookies: readonly CookieChange[];
}

/** An opened and live session cookie. */
export interface LiveSession {
  readonly claims: SessionClaims;
  /** Whether the cookie must be written again even if nothing changes. */
  readonly due: boolean;
}

/** More values than an honest browser sends; each costs a decryption. */
const MAX_CANDIDATES = 4;

/**
 * Opens the session cookie, without asking the store. Where a browser sends
 * several, the one that opens counts; two that open are refused, because one of
 * them was planted.
 */
export async function openSession(
  ctx: SessionContext,
): Promise<LiveSession | null> {
  let found: LiveSession | null = null;
  for (const value of ctx.jar.session.slice(0, MAX_CANDIDATES)) {
    const opened = await decodeSession(ctx, value);
    const live = opened === null ? null : toLive(ctx, opened);
    if (live === null) continue;
    if (found !== null && found.claims.sid !== live.claims.sid) {
      ctx.effects.log.warn(
        "two-sessions",
        "A browser sent two different valid session cookies; both were refused.",
      );
      return null;
    }
    found = live;
  }
  return found;
}

function toLive(ctx: SessionContext, opened: Opened): LiveSession | null {
  const { session, jwt: { maxAge } } = ctx.settings;
  const { payload, outdated } = opened;
  const lifetimes = { ...session, maxAge };
  const verdict = decideSession(payload, toAudience(ctx), lifetimes, ctx.now);
  return verdict.kind === "live"
    ? { claims: verdict.claims, due: verdict.due || outdated }
    : null;
}

/** A wish to change the session, from the browser or from the host's own code. */
export interface SessionUpdate {
  /** Handed to the `jwt` callback, which decides what of it counts. */
  readonly data: unknown;
  /** Whether the session gets a new id, and the old one ends. */
  readonly rotate: boolean;
}

/**
 * Reads the session: opened, alive, not revoked, and as the callbacks want it
 * seen. A cookie is written only when it is due or its claims changed; always,
 * if this is an update.
 *
 * @throws StoreError, SessionError or an AuthError of the host's
 */
export async function readSession(
  ctx: SessionContext,
  update: SessionUpdate | null = null,
): Promise<SessionRead> {
  const live = await openSession(ctx);
  if (live === null || await isRevoked(ctx, live.claims)) return noSession(ctx);
  const token = await callJwt(ctx, live.claims, update);
  if (token === null) return noSession(ctx);
  const write = live.due || update !== null || !isSame(token, live.claims);
  if (!write) {
    const session = await callSession(ctx, token, live.claims.exp);
    return await finish(ctx, session, token, NO_CHANGES);
  }
  const claims = toClaims(ctx, token, {
    ...live.claims,
    ...(update?.rotate ? { sid: randomText(16) } : {}),
  });
  // What is written is what is seen: the id of a rotated session is the new one.
  const session = await callSession(ctx, claims, claims.exp);
  const cookie = await sealSession(ctx, claims);
  if (update?.rotate) {
    await revoke(ctx.settings, { session: live.claims.sid }, ctx.now);
  }
  return await finish(ctx, session, claims, [cookie]);
}

const NO_CHANGES: readonly CookieChange[] = [];

async function finish(
  ctx: SessionContext,
  session: Session,
  token: JWT,
  cookies: readonly CookieChange[],
): Promise<SessionRead> {
  await ctx.effects.emit("session", { session, token });
  return { session, cookies };
}

/** What cannot be a session is cleared, so that it is not tried again. */
function noSession(ctx: SessionContext): SessionRead {
  const sent = [...ctx.jar.seen].some((name) =>
    name.startsWith(ctx.policy.names.session)
  );
  return {
    session: null,
    cookies: sent ? [{ role: "session", value: null }] : [],
  };
}

async function callJwt(
  ctx: SessionContext,
  claims: SessionClaims,
  update: SessionUpdate | null,
): Promise<JWT | null> {
  const { jwt } = ctx.settings.callbacks;
  if (jwt === undefined) return claims;
  // A copy: what the callback does to its argument must not change what its
  // answer is compared with.
  const copy = structuredClone(claims);
  const token = await guard(
    "jwt",
    () =>
      jwt(
        update === null
          ? { token: copy }
          : { token: copy, trigger: "update", session: update.data },
      ),
  );
  if (token === null) return null;
  if (typeof token !== "object") {
    throw new SessionError("The jwt callback gave neither a token nor null.");
  }
  const { sub, sid, iat, auth_time, exp, aud } = claims;
  return { ...token, sub, sid, iat, auth_time, exp, aud };
}

async function callSession(
  ctx: SessionContext,
  token: JWT,
  exp: number,
): Promise<Session> {
  // What a host's own declarations add comes from its session callback.
  const session = {
    user: { name: token.name, email: token.email, image: token.picture },
    expires: new Date(exp * 1000).toISOString(),
  } as Session;
  const { callbacks } = ctx.settings;
  if (callbacks.session === undefined) return session;
  const { session: callback } = callbacks;
  const seen = await guard("session", () => callback({ session, token }));
  if (typeof seen !== "object" || seen === null) {
    throw new SessionError("The session callback gave no session.");
  }
  return seen;
}

async function guard<T>(name: string, call: () => T | Promise<T>): Promise<T> {
  try {
    return await waitForHost(call(), name);
  } catch (error) {
    throw toAuthError(error) ??
      new SessionError(`The ${name} callback threw.`, { cause: error });
  }
}

/** By value, as the cookie would hold it. */
function isSame(a: JWT, b: JWT): boolean {
  try {
    return a === b || toCanonical(a) === toCanonical(b);
  } catch (error) {
    throw new SessionError("The jwt callback gave what JSON cannot hold.", {
      cause: error,
    });
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
