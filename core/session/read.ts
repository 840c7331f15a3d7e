import type { Callbacks } from "../config/callbacks.ts";
import type { SessionContext } from "../request/context.ts";
import { chain } from "../runtime/maybe_promise.ts";
import type { Opened } from "../crypto/seal.ts";
import { readHeader } from "../crypto/keys.ts";
import { SessionError } from "../errors/auth_error.ts";
import { readAuthentication } from "../model/authentication.ts";
import type { Awaitable, JWT, Session } from "../model/model.ts";
import { isFirstWarning } from "../storage/process_cache.ts";
import { callHost } from "../runtime/timeout.ts";
import { isCrowded, listCandidates, refuseSeveral } from "./candidates.ts";
import { takesAnyAudience, toAudience } from "./audience.ts";
import type { SessionClaims } from "./claims.ts";
import {
  LATE_READ,
  makeSession,
  NO_CHANGES,
  noSession,
  type SessionRead,
  toRead,
} from "./session_read.ts";
import { decodeSession, toPurpose } from "./codec.ts";
import { decideSession, isSessionClaims } from "./decide.ts";
import { loadChanges } from "./load.ts";
import { findStanding, type Standing } from "./revocation/revocation.ts";

/** A session cookie that was opened and is live. */
export interface LiveSession {
  readonly claims: SessionClaims;
  /** Whether the cookie must be written again even if nothing changes. */
  readonly due: boolean;
}

/**
 * Opens the session cookie, without querying the store. If a browser sends
 * several, the one that opens counts; if two open, both are refused, because
 * one of them was planted.
 */
export function openSession(
  ctx: SessionContext,
): Awaitable<LiveSession | null> {
  const values = ctx.jar.session;
  const [only] = values;
  if (only === undefined) return null;
  return values.length === 1
    ? chain(
      decodeSession(ctx, only),
      (opened) => toLive(ctx, opened) ?? tellUnopened(ctx, only, opened),
    )
    : openOneOf(ctx);
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
    const live = toLive(ctx, opened);
    if (live === null) await tellUnopened(ctx, value, opened);
    else found.set(live.claims.sid, live);
  }
  return [...found.values()];
}

/**
 * Logs why a cookie did not open. A failure here does not fail the read: the
 * module may be gone after a deployment.
 */
function tellUnopened(
  ctx: SessionContext,
  text: string,
  opened: Opened | null,
): Promise<null> {
  // Passed along, because importing these there would split the chunk that reads load.
  const cookie = {
    text,
    opened,
    purpose: toPurpose(ctx),
    audience: toAudience(ctx),
    isSession: opened !== null && isSessionClaims(opened.payload),
    kid: readHeader(text.split(".", 1)[0] ?? ""),
    isFirstWarning,
  };
  return import("./unopened.ts").then((own) => own.tellUnopened(ctx, cookie))
    .catch(() => null);
}

function toLive(
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

/** A request to change the session, from the browser or from the application's own code. */
export interface SessionUpdate {
  /** Passed to the `jwt` callback, which decides how much of it counts. */
  readonly data: unknown;
  /** Who sent the data: anybody who is signed in, or the application's own code. */
  readonly source: "browser" | "server";
  /** Whether the session gets a new id and the old one ends. */
  readonly rotate: boolean;
}

/**
 * Reads the session: opened, live, not revoked, and shaped by the callbacks. A
 * cookie is written only when it is due or its claims changed, and always for
 * an update.
 *
 * @throws StoreError, SessionError or an AuthError from the application
 */
export function readSession(
  ctx: SessionContext,
  update: SessionUpdate | null = null,
): Awaitable<SessionRead> {
  return chain(openSession(ctx), (live) => {
    if (live === null) return noSession(ctx);
    return chain(
      findStanding(ctx, live.claims),
      (standing) =>
        standing === "live"
          ? readLive(ctx, live, update)
          : toNobody(ctx, standing),
    );
  });
}

function readLive(
  ctx: SessionContext,
  live: LiveSession,
  update: SessionUpdate | null,
): Awaitable<SessionRead> {
  return chain(callJwt(ctx, live.claims, update), (token) => {
    if (token === null) return noSession(ctx);
    const write = live.due || update !== null || !isSame(token, live.claims);
    if (write) {
      return chain(
        loadChanges(),
        (own) => own.writeSession(ctx, live, { token, update }),
      );
    }
    return chain(
      callSession(ctx, token, live.claims),
      (session) => toRead(ctx, { session, token }, NO_CHANGES),
    );
  });
}

/** Leaves the new cookie alone for late requests with the cookie of a rotated session. */
export function toNobody(ctx: SessionContext, standing: Standing): SessionRead {
  return standing === "rotated" ? LATE_READ : noSession(ctx);
}

function callJwt(
  ctx: SessionContext,
  claims: SessionClaims,
  update: SessionUpdate | null,
): Awaitable<JWT | null> {
  const { jwt } = ctx.settings.callbacks;
  return jwt === undefined ? claims : askJwt(jwt, claims, update);
}

async function askJwt(
  jwt: NonNullable<Callbacks["jwt"]>,
  claims: SessionClaims,
  update: SessionUpdate | null,
): Promise<JWT | null> {
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

/** Makes the session of a token that was read. */
export function callSession(
  ctx: SessionContext,
  token: JWT,
  { sub, exp, authn }: SessionClaims,
): Awaitable<Session> {
  const { name, email, picture: image } = token;
  const user = { id: sub, name, email, image };
  const authentication = readAuthentication(authn);
  return makeSession(ctx, { user, ends: exp * 1000, authentication }, {
    token,
  });
}

/** Compares two tokens by value, as the cookie would hold them. */
function isSame(a: JWT, b: JWT): boolean {
  try {
    return a === b || toCanonical(a) === toCanonical(b);
  } catch (error) {
    throw new SessionError(
      "The jwt callback returned a value that JSON cannot hold.",
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
