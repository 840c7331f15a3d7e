/**
 * Finds out who a request is from: by a token, by a session, or by both if they
 * name the same user.
 *
 * @module
 */

import type { HeaderList } from "../core/http/headers.ts";
import type { Session } from "../core/model/model.ts";
import type { Access, SessionAccess, TokenAccess } from "./access.ts";
import { assertBound } from "./bound/assert_bound.ts";
import {
  type Credential,
  readCredential,
  type ResourceRequest,
} from "./credential.ts";
import { findUserId } from "./issuers/accounts.ts";
import { type ReadToken, readToken, verifyJwt } from "./jwt/verify_jwt.ts";
import type { Guard } from "./options.ts";
import { Refusal, refuseToken } from "./refusal.ts";

/** The kinds of credentials that a route accepts. */
export type Accepted = "token" | "session";

/** A session of the application, and the cookies that reading it has to set. */
export interface FoundSession {
  readonly session: Session | null;
  readonly headers: HeaderList;
}

/** A request, and how the framework reads its session. */
export interface Identifying {
  readonly request: ResourceRequest;
  /** The framework's own request. */
  readonly own: object;
  /** Whether tokens that are not bound to their client are refused. */
  readonly isBound: boolean;
  readonly accept: readonly Accepted[];
  readonly readSession: () => Promise<FoundSession>;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** Who a request is from, and headers for its answer. */
export interface Identified {
  readonly access: Access;
  readonly headers: HeaderList;
}

/**
 * Finds out who a request is from.
 *
 * @throws Refusal; AuthError if an issuer or the application's storage fails
 */
export async function identify(
  guard: Guard,
  asked: Identifying,
): Promise<Identified> {
  const { request, accept } = asked;
  const takesSessions = accept.includes("session");
  const credential = accept.includes("token") ? readCredential(request) : null;
  const found = credential === null
    ? null
    : await readAccess(guard, credential, asked);
  const { session, headers } = takesSessions
    ? await asked.readSession()
    : { session: null, headers: [] };
  const own = session === null ? null : toSessionAccess(session);
  if (found === null) {
    if (own === null) throw refuseUnknown();
    assertOwnPage(guard, request);
    return { access: own, headers };
  }
  const { access } = found;
  if (own !== null && own.userId !== access.userId) {
    throw new Refusal(
      { status: 400, code: "invalid_request" },
      "The request has a token and the cookie of a session, and they do not name the same user. Without `accounts` of the issuer, a token names no user.",
    );
  }
  return { access, headers: [...headers, ...found.headers] };
}

function refuseUnknown(): Refusal {
  const facts = { status: 401, code: null } as const;
  return new Refusal(facts, "The request has no access token.");
}

/** A token is asked for in the order of what it costs to find out what it is. */
async function readAccess(
  guard: Guard,
  credential: Credential,
  asked: Identifying,
): Promise<Identified> {
  const { token } = credential;
  const read = readToken(token);
  const personal = read === null
    ? await guard.personalTokens?.verify(token) ?? null
    : null;
  if (personal === null) {
    const verified = read === null
      ? await readOpaque(guard, token, asked.now)
      : await readJwt(guard, read, asked.now);
    const { cnf } = verified.claims;
    const headers = await assertBound(guard, { cnf, credential, asked });
    return { access: await withUser(guard, verified), headers };
  }
  const { userId, id, name, scopes, expires } = personal;
  const subject = userId;
  const headers = await assertBound(guard, {
    cnf: undefined,
    credential,
    asked,
  });
  const kind = "personal";
  return {
    access: { kind, subject, userId, id, name, scopes, expires },
    headers,
  };
}

async function readJwt(
  guard: Guard,
  read: ReadToken,
  now: number,
): Promise<TokenAccess> {
  const access = await verifyJwt(guard, read, now);
  const issuer = guard.issuers.get(access.issuer);
  const own = issuer?.introspection ?? null;
  if (issuer === undefined || own === null || !own.takesJwts) return access;
  const { assertActive } = await import("./introspection/verify_opaque.ts");
  await assertActive(guard, { issuer, own }, { access, now });
  return access;
}

async function readOpaque(
  guard: Guard,
  token: string,
  now: number,
): Promise<TokenAccess> {
  if (guard.opaque === null) throw refuseToken("it is not known");
  const { verifyOpaque } = await import("./introspection/verify_opaque.ts");
  return await verifyOpaque(guard, guard.opaque, { token, now });
}

async function withUser(
  { issuers }: Guard,
  access: TokenAccess,
): Promise<TokenAccess> {
  const issuer = issuers.get(access.issuer);
  if (issuer === undefined || issuer.accounts === null) return access;
  return { ...access, userId: await findUserId(issuer, access.subject) };
}

function toSessionAccess(session: Session): SessionAccess {
  const userId = session.user?.id ?? "";
  return { kind: "session", subject: userId, userId, scopes: [], session };
}

const SAFE_METHODS = ["GET", "HEAD", "OPTIONS"];

/**
 * Asserts that a request that may change something comes from a page of this
 * origin: browsers add cookies to requests of any page. Tokens need no such
 * check, because no browser adds them.
 */
function assertOwnPage(
  { resource }: Guard,
  { method, header }: ResourceRequest,
): void {
  // Each page may open a WebSocket, which begins with a GET and then does more.
  const isSocket = /websocket/i.test(header("upgrade") ?? "");
  if (SAFE_METHODS.includes(method) && !isSocket) return;
  const site = header("sec-fetch-site");
  const isOwn = site === null
    ? header("origin") === new URL(resource).origin
    : site === "same-origin";
  if (isOwn) return;
  throw new Refusal(
    { status: 403, code: null },
    "The request has the cookie of a session, but does not come from a page of this origin: `Sec-Fetch-Site` and `Origin` say so, or are missing.",
  );
}
