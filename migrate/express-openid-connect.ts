/**
 * Accepts the sessions of express-openid-connect (versions 2 and 3), the
 * library of Auth0 for Express, so that its visitors stay signed in.
 *
 * @module
 */

import { toAuthentication } from "../core/methods/oauth/id_token/authentication.ts";
import type { SessionBridge } from "../core/model/session_bridge.ts";
import type { SessionContext } from "../core/request/context.ts";
import { type Candidate, createBridge, type Opened } from "./engine/bridge.ts";
import { type Claims, isObject, parseObject } from "./engine/jwe.ts";
import { type OldCookieOptions, toCleared } from "./engine/old_attributes.ts";
import { type OldSecrets, toSecrets } from "./engine/secrets.ts";
import {
  createKeys,
  type OldCookieKeys,
  type Written,
} from "./express-openid-connect/cookies.ts";
import {
  findAccount,
  type IdClaims,
  readIdToken,
} from "./express-openid-connect/identity.ts";
import {
  type OldLifetimes,
  readTimes,
} from "./express-openid-connect/times.ts";
import {
  type ConnectStore,
  loadStored,
  removeStored,
} from "./express-session/store_calls.ts";

export type { SessionBridge } from "../core/model/session_bridge.ts";
export type { OldCookieOptions } from "./engine/old_attributes.ts";
export type { OldSecrets } from "./engine/secrets.ts";
export type { OldLifetimes } from "./express-openid-connect/times.ts";
export type { ConnectStore } from "./express-session/store_calls.ts";

/** The attributes of the old cookie. */
export interface OldSessionCookie extends OldCookieOptions {
  /** Whether the cookie ended with the browser. Default false. */
  readonly transient?: boolean | undefined;
}

/**
 * Options of {@link fromExpressOpenidConnect}. Except for `secret`, `provider`
 * and `logoutStore`, they are those of the old `session`, with its names and
 * defaults.
 */
export interface ExpressOpenidConnectOptions extends OldSecrets, OldLifetimes {
  /** The old secret or secrets: `secret`, or the variable `SECRET`. */
  readonly secret: string | readonly string[];
  /**
   * The id of the configured OpenID provider that the visitors signed in with,
   * such as `auth0`. Its issuer has to be that of the old ID tokens.
   */
  readonly provider: string;
  /** The name of the session cookie. Default `appSession`. */
  readonly name?: string | undefined;
  /** The store of the sessions. Default: they are in the cookie. */
  readonly store?: ConnectStore | undefined;
  /** Whether the ids of stored sessions were signed. Default false. */
  readonly signSessionStoreCookie?: boolean | undefined;
  /** Whether an id without a signature is refused. Default: `signSessionStoreCookie`. */
  readonly requireSignedSessionStoreCookie?: boolean | undefined;
  /** The attributes of the session cookie. */
  readonly cookie?: OldSessionCookie | undefined;
  /**
   * The store in which the old application kept the logouts that its provider
   * reported (`backchannelLogout`). Default: there were none.
   */
  readonly logoutStore?: Pick<ConnectStore, "get"> | undefined;
}

/**
 * Creates a bridge for the sessions of express-openid-connect, in a cookie or in
 * a store.
 *
 * Such a session names an account at the provider. It becomes a session of the
 * user whom a sign-in with that provider would find or create, so that the
 * person is the same after the next sign-in. If the address of a new user
 * belongs to another one, the person has to sign in.
 *
 * The `jwt` callback, or the `session` callback of sessions in a database, gets
 * the old content once, with `trigger: "migrate"`: `id_token` and its content
 * as `idTokenClaims`, the provider's `sid`, and what `afterCallback` added.
 *
 * @param options the old secret, and the id of the provider
 * @throws TypeError if one of them is missing, or the secret is short and
 * `allowShortSecret` is not set
 *
 * @example
 * ```ts
 * import { createAuth } from "@latchkey/auth";
 * import { fromExpressOpenidConnect } from "@latchkey/auth/migrate/express-openid-connect";
 * import { Auth0 } from "@latchkey/auth/providers/auth0";
 *
 * const auth = createAuth({
 *   providers: [
 *     Auth0({
 *       domain: "my-tenant.eu.auth0.com",
 *       clientId: "the client id",
 *       clientSecret: "the client secret",
 *     }),
 *   ],
 *   secret: "a new secret of at least thirty-two characters",
 *   session: {
 *     accept: [
 *       fromExpressOpenidConnect({
 *         secret: "the secret of the old application: 32+",
 *         provider: "auth0",
 *       }),
 *     ],
 *     acceptUntil: "2030-01-31",
 *   },
 * });
 * ```
 */
export function fromExpressOpenidConnect(
  options: ExpressOpenidConnectOptions,
): SessionBridge {
  const { name = "appSession", provider, cookie } = options;
  const secrets = toSecrets("fromExpressOpenidConnect", options);
  if (typeof provider !== "string" || provider === "") {
    throw new TypeError(
      "fromExpressOpenidConnect needs `provider`: the id of the provider in `providers` that the old application used.",
    );
  }
  const { signSessionStoreCookie: signs = false } = options;
  const { requireSignedSessionStoreCookie: needs = signs } = options;
  const old = { options, keys: createKeys(secrets, needs) };
  return createBridge({
    name: "express-openid-connect",
    hidden: secrets,
    candidates: (cookies) => cookies.candidates(name),
    open: (candidate, ctx) => openCookie(candidate, ctx, old),
    clear: (cookies) => toCleared(cookies.chunkNames(name), cookie),
  });
}

/** A bridge's options, and the keys of its secrets. */
interface Old {
  readonly options: ExpressOpenidConnectOptions;
  readonly keys: OldCookieKeys;
}

async function openCookie(
  candidate: Candidate,
  ctx: SessionContext,
  old: Old,
): Promise<Opened> {
  const { keys, options } = old;
  if (candidate.text.split(".", 6).length === 5) {
    const written = await keys.openSealed(candidate.text);
    return written === null
      ? refuse("forged")
      : await openWritten(written, ctx, options);
  }
  const { store } = options;
  const id = store === undefined ? null : await keys.openId(candidate);
  if (store === undefined || id === null) return refuse("forged");
  const row = await loadStored(store, id);
  if (row === null) return refuse("expired");
  const written = readRow(row);
  if (written === null) return refuse("malformed");
  const opened = await openWritten(written, ctx, options);
  if (opened.kind !== "account") return opened;
  const end = () => removeStored(store, id);
  const stored = { identity: id, isStored: true, end };
  return { ...opened, session: { ...opened.session, ...stored } };
}

/** The limit on the characters of a stored session. */
const LARGEST = 1_000_000;

/** Reads a stored session; stores keep it as an object, or as JSON. */
function readRow(row: unknown): Written | null {
  const isText = typeof row === "string" && row.length <= LARGEST;
  const found = isText ? parseObject(row) : row;
  if (!isObject(found)) return null;
  const { header, data } = found;
  return isObject(header) && isObject(data) ? { header, data } : null;
}

async function openWritten(
  written: Written,
  ctx: SessionContext,
  options: ExpressOpenidConnectOptions,
): Promise<Opened> {
  const { data } = written;
  const times = readTimes(written, options, ctx.now / 1000);
  if ("kind" in times) return times;
  // The library also keeps values for visitors who are not signed in.
  if (data.id_token === undefined) return { kind: "visitor" };
  const claims = readIdToken(data);
  if (claims === null) return refuse("malformed");
  // The provider's own session is over (IPSIE SL1).
  if (Number(claims.session_expiry) <= ctx.now / 1000) return refuse("expired");
  if (await isLoggedOut(claims, options)) return refuse("revoked");
  const found = await findAccount(ctx, options.provider, { claims, data });
  if ("kind" in found) return found;
  const { startedAt, writtenAt, endsAt } = times;
  const { user } = found.identity;
  const session = {
    // Two browsers may begin in the same second.
    identity: JSON.stringify([
      claims.iss,
      claims.sub,
      startedAt,
      data.id_token,
    ]),
    name: user.name,
    email: user.email,
    image: user.image,
    startedAt: 1000 * toSignIn(claims, startedAt),
    writtenAt: 1000 * writtenAt,
    endsAt: 1000 * endsAt,
    isTransient: options.cookie?.transient,
    authentication: toAuthentication(ctx, found.provider, claims),
    content: { ...data, idTokenClaims: claims },
  };
  return { kind: "account", session, ...found };
}

/** Returns when the person proved their identity, which is not after the sign-in here. */
function toSignIn({ auth_time }: IdClaims, startedAt: number): number {
  return Math.min(Number(auth_time ?? startedAt), startedAt);
}

/** Whether the provider told the old application that the session had ended. */
async function isLoggedOut(
  { iss, sub, sid }: Claims,
  { logoutStore: store }: ExpressOpenidConnectOptions,
): Promise<boolean> {
  if (store === undefined) return false;
  const calls = { get: store.get.bind(store), destroy: () => {} };
  for (const id of [sid, sub]) {
    if (typeof id !== "string") continue;
    if (await loadStored(calls, `${iss}|${id}`) !== null) return true;
  }
  return false;
}

function refuse(
  reason: "expired" | "forged" | "malformed" | "revoked",
): Opened {
  return { kind: "refused", reason };
}
