/**
 * The result of reading a session, which is the same for both strategies.
 *
 * @module
 */

import type { Callbacks } from "../config/callbacks.ts";
import { SessionError } from "../errors/auth_error.ts";
import type { CookieChange } from "../http/cookies.ts";
import {
  type Authentication,
  readAuthentication,
} from "../model/authentication.ts";
import { toSessionFields } from "../model/field_values.ts";
import { toImage } from "../model/image.ts";
import type { Awaitable, JWT, Session, User } from "../model/model.ts";
import type { SessionContext } from "../request/context.ts";
import { chain } from "../runtime/maybe_promise.ts";
import { callHost } from "../runtime/timeout.ts";
import type { SessionClaims } from "./jwt/claims.ts";
import type { Standing } from "./revocation/revocation.ts";

/** The result of reading a session: the session, and the cookies to write. */
export interface SessionRead {
  readonly session: Session | null;
  readonly cookies: readonly CookieChange[];
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

/** No cookies to write. */
export const NO_CHANGES: readonly CookieChange[] = [];

/** The answer to a late request: no session, and no change of cookies. */
export const LATE_READ: SessionRead = { session: null, cookies: NO_CHANGES };

/** Clears a cookie that cannot be a session, so that it is not tried again. */
export function noSession(ctx: SessionContext): SessionRead {
  const sent = [...ctx.jar.seen].some((name) =>
    name.startsWith(ctx.policy.names.session)
  );
  return {
    session: null,
    cookies: sent ? [{ role: "session", value: null }] : [],
  };
}

/** Leaves the new cookie alone for late requests with the cookie of a rotated session. */
export function toNobody(ctx: SessionContext, standing: Standing): SessionRead {
  return standing === "rotated" ? LATE_READ : noSession(ctx);
}

/** The argument of the `session` callback: with one strategy it has the token, with the other the user. */
type SessionMessage = Parameters<NonNullable<Callbacks["session"]>>[0];

/** The fields that every application has. */
type ShownUser = Pick<User, "id" | "name" | "email" | "image">;

/** The user, the end and the proof that a session is made of. */
interface ShownFacts {
  readonly user: ShownUser;
  /** Milliseconds since the epoch. */
  readonly ends: number;
  readonly authentication: Authentication | null;
}

/** Shows who acts as the user, and how an OpenID provider authenticated them, but not at which account. */
function show(
  session: Session,
  { at, acr, amr, iss, act }: Authentication,
): void {
  if (act !== undefined) session.actor = { id: act.sub };
  // The time of our own proof is for guards alone.
  const isStated = iss !== undefined && at !== null;
  if (acr === undefined && amr === undefined && !isStated) return;
  session.authentication = {
    at: at === null ? null : new Date(at * 1000).toISOString(),
    acr: acr ?? null,
    amr: amr ?? [],
  };
}

/**
 * Makes a session. The application's `session` callback decides how much of it
 * is visible.
 *
 * @param more what the callback sees besides the session
 */
export function makeSession(
  ctx: SessionContext,
  { user, ends, authentication }: ShownFacts,
  more: Partial<SessionMessage>,
): Awaitable<Session> {
  // Fields that the application's own declarations add come from its session callback.
  const expires = new Date(ends).toISOString();
  const session = { user, expires } as Session;
  // What is stored may be older than this library.
  if (user.image) user.image = toImage(user.image);
  if (authentication !== null) show(session, authentication);
  const { session: callback } = ctx.settings.callbacks;
  return callback === undefined ? session : askSession(
    () => callback({ session, ...more, ...ctx.migration } as SessionMessage),
    more,
  );
}

/** Makes the session of a token that was read. */
export function callSession(
  ctx: SessionContext,
  token: JWT,
  { sub, exp, authn }: SessionClaims,
): Awaitable<Session> {
  const { name, email, picture: image } = token;
  const own = toSessionFields(ctx.settings.userFields, token);
  const user = { id: sub, name, email, image, ...own };
  const authentication = readAuthentication(authn);
  return makeSession(ctx, { user, ends: exp * 1000, authentication }, {
    token,
  });
}

async function askSession(
  call: () => Awaitable<Session>,
  { token }: Partial<SessionMessage>,
): Promise<Session> {
  const seen = await callHost(
    { name: "session", failure: SessionError },
    call,
  ).catch((error) => {
    // Its type says that there is a token: an adapter that was added changes that.
    const isMissing = token === undefined &&
      error.cause?.err instanceof TypeError;
    if (!isMissing) throw error;
    throw new SessionError(
      "The session callback threw. With database sessions it gets `user`, and `token` is undefined.",
      { cause: error.cause },
    );
  });
  if (typeof seen !== "object" || seen === null) {
    throw new SessionError("The session callback did not return a session.");
  }
  return seen;
}

/** Emits `session`, and returns the session with the cookies to write. */
export function toRead(
  ctx: SessionContext,
  told: { readonly session: Session; readonly token?: JWT },
  cookies: readonly CookieChange[],
): Awaitable<SessionRead> {
  const { session } = told;
  const heard = ctx.effects.emit("session", told as Required<typeof told>);
  return chain(heard, () => ({ session, cookies }));
}
