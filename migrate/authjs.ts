/**
 * Accepts the sessions of Auth.js (`@auth/express`, `@auth/qwik`, `@auth/core`
 * and NextAuth.js 4 and 5), so that its visitors stay signed in.
 *
 * @module
 */

import type { Adapter } from "../core/model/adapter.ts";
import type { Awaitable } from "../core/model/model.ts";
import type { SessionBridge } from "../core/model/session_bridge.ts";
import type { SessionContext } from "../core/request/context.ts";
import { AdapterCalls } from "../core/storage/adapter_calls.ts";
import { type Claims, createKeys } from "./authjs/keys.ts";
import {
  type Candidate,
  createBridge,
  type ForeignCookie,
  type Opened,
} from "./engine/bridge.ts";
import type { OldCookies } from "./engine/old_cookies.ts";
import { type OldSecrets, toSecrets } from "./engine/secrets.ts";

export type { SessionBridge } from "../core/model/session_bridge.ts";
export type { OldSecrets } from "./engine/secrets.ts";

/** Options of {@link fromAuthJs}. */
export interface AuthJsOptions extends OldSecrets {
  /**
   * The secret or the secrets of the old application: `AUTH_SECRET`, or
   * `NEXTAUTH_SECRET`.
   */
  readonly secret: string | readonly string[];
  /** The salt that the old application passed to `encode` itself. Default: none. */
  readonly salt?: string | undefined;
  /**
   * The name of the session cookie, if the application changed it
   * (`cookies.sessionToken.name`). Default: all names that these libraries have
   * used.
   */
  readonly cookieName?: string | undefined;
  /** The `domain` of the session cookie, if the application set one. */
  readonly domain?: string | undefined;
  /** The `path` of the session cookie, if the application set one. Default `/`. */
  readonly path?: string | undefined;
  /** The old `session.maxAge` in seconds, for sessions in a database. Default 30 days. */
  readonly maxAge?: number | undefined;
  /**
   * The adapter whose table holds the old sessions. Default: the adapter of the
   * configuration.
   */
  readonly adapter?: Adapter | undefined;
  /** The old `jwt.decode`, if the application had its own. */
  readonly decode?:
    | ((
      params: { token: string; secret: readonly string[]; salt: string },
    ) => Awaitable<Claims | null>)
    | undefined;
  /**
   * Returns the user's id from the old claims; null if there is none. Default:
   * the claim `sub`.
   */
  readonly userId?: ((claims: Claims) => string | null) | undefined;
}

/**
 * Creates a bridge for the sessions of Auth.js and NextAuth.js: those in a
 * cookie (`strategy: "jwt"`) and those in a database, whose rows it finds
 * through the adapter and leaves as they are.
 *
 * The claims that the old `jwt` callback added are in the `token` of the new
 * one, which is called with `trigger: "migrate"`.
 *
 * @param options the old secret; everything else has defaults
 * @throws TypeError if the secret is missing, or short and `allowShortSecret` is
 * not set
 *
 * @example
 * ```ts
 * import { createAuth } from "@latchkey/auth";
 * import { fromAuthJs } from "@latchkey/auth/migrate/authjs";
 *
 * const auth = createAuth({
 *   providers: [],
 *   secret: "a new secret of at least thirty-two characters",
 *   session: {
 *     accept: [fromAuthJs({ secret: "the secret of the old application: 32+" })],
 *     acceptUntil: "2030-01-31",
 *   },
 * });
 * ```
 */
export function fromAuthJs(options: AuthJsOptions): SessionBridge {
  const secrets = toSecrets("fromAuthJs", options);
  const keys = createKeys(secrets, options.salt);
  const old = { options, open: toOpen(options, secrets, keys.open) };
  return createBridge({
    name: "Auth.js",
    hidden: secrets,
    candidates: (cookies) =>
      toNames(options).flatMap((name) => cookies.candidates(name)),
    open: (candidate, ctx) => openCookie(candidate, ctx, old),
    clear: (cookies) => toCleared(cookies, options),
  });
}

const NAMES = ["authjs.session-token", "next-auth.session-token"];

function toNames({ cookieName }: AuthJsOptions): readonly string[] {
  const names = cookieName === undefined ? NAMES : [cookieName];
  return names.flatMap((name) =>
    name.startsWith("__") ? [name] : [`__Secure-${name}`, name]
  );
}

/** Opens the claims of a cookie; null if no secret does. */
type Open = (text: string, name: string) => Promise<Claims | null>;

/** A bridge's options, and how it opens claims. */
interface Old {
  readonly options: AuthJsOptions;
  readonly open: Open;
}

function toOpen(
  { decode, salt }: AuthJsOptions,
  secret: readonly string[],
  open: Open,
): Open {
  if (decode === undefined) return open;
  return async (token, name) => {
    try {
      return await decode({ token, secret, salt: salt ?? name });
    } catch {
      return null;
    }
  };
}

async function openCookie(
  { name, text }: Candidate,
  ctx: SessionContext,
  old: Old,
): Promise<Opened> {
  const isJwe = text.split(".", 6).length === 5;
  if (!isJwe && old.options.decode === undefined) {
    return await openRow(text, ctx, old.options);
  }
  const claims = await old.open(text, name);
  return claims === null
    ? { kind: "refused", reason: "forged" }
    : toSession(claims, ctx, old.options);
}

/** Seconds by which a clock may be ahead. */
const AHEAD = 60;

/** The claims that do not carry over: the new session has its own. */
const OWN = new Set(
  "name email picture sub iat exp nbf jti iss aud sid auth_time".split(" "),
);

function toSession(
  claims: Claims,
  { now }: SessionContext,
  { userId: ask = toSub }: AuthJsOptions,
): Opened {
  const seconds = now / 1000;
  const { iat, exp, jti } = claims;
  if (typeof iat !== "number" || typeof exp !== "number") {
    return { kind: "refused", reason: "malformed" };
  }
  if (!(seconds < exp)) return refuse("expired");
  if (!(iat <= seconds + AHEAD)) {
    return refuse(
      "malformed",
      "It was written in the future: compare the clocks.",
    );
  }
  const userId = ask(claims);
  if (typeof userId !== "string" || userId === "") {
    return refuse(
      "malformed",
      "It names no user: if the old `jwt` callback left out `sub`, give `fromAuthJs` the option `userId`.",
    );
  }
  const session = {
    identity: typeof jti === "string"
      ? jti
      : JSON.stringify([userId, iat, exp]),
    userId,
    name: toText(claims.name),
    email: toText(claims.email),
    image: toText(claims.picture),
    claims: Object.fromEntries(
      Object.entries(claims).filter(([name]) => !OWN.has(name)),
    ),
    // It is the time of the last renewal, and not that of the sign-in.
    startedAt: null,
    writtenAt: iat * 1000,
    endsAt: exp * 1000,
    content: claims,
  };
  return { kind: "session", session };
}

function refuse(reason: "expired" | "malformed", hint?: string): Opened {
  return { kind: "refused", reason, hint };
}

function toSub({ sub }: Claims): string | null {
  return typeof sub === "string" || typeof sub === "number"
    ? String(sub)
    : null;
}

function toText(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}

/** The limit on tokens that are looked up. */
const MAX_TOKEN = 512;
/** A token that the library hashed: one of these in a cookie was read from the table. */
const HASH = /^[\w-]{43}$/;
const MONTH = 30 * 86_400;

async function openRow(
  token: string,
  ctx: SessionContext,
  { adapter: own, maxAge = MONTH }: AuthJsOptions,
): Promise<Opened> {
  const adapter = own ?? ctx.effects.adapter;
  if (adapter === null || token.length > MAX_TOKEN) {
    return { kind: "refused", reason: "forged" };
  }
  const isHashed = adapter.hashedTokens === true;
  if (isHashed && HASH.test(token)) {
    return { kind: "refused", reason: "forged" };
  }
  const calls = new AdapterCalls(adapter);
  const found = await calls.getSessionAndUser(token);
  if (found === null) return { kind: "refused", reason: "expired" };
  const { session, user } = found;
  const isOwn = isHashed && session.createdAt !== undefined &&
    session.createdAt !== null;
  if (isOwn || (session.sessionToken ?? token) !== token) {
    return { kind: "refused", reason: "forged" };
  }
  const endsAt = session.expires.getTime();
  if (!(ctx.now < endsAt)) return { kind: "refused", reason: "expired" };
  return {
    kind: "session",
    session: {
      identity: token,
      userId: user.id,
      name: user.name,
      email: user.email,
      image: user.image,
      startedAt: null,
      writtenAt: endsAt - maxAge * 1000,
      endsAt,
      content: { expires: session.expires, user },
      end: () => calls.deleteSession(token),
    },
  };
}

function toCleared(
  cookies: OldCookies,
  options: AuthJsOptions,
): readonly ForeignCookie[] {
  return toNames(options).flatMap((name) => cookies.chunkNames(name))
    .map((name) => ({
      name,
      attributes: {
        path: options.path ?? "/",
        // A cookie with this prefix is cleared only by one with this attribute.
        secure: name.startsWith("__"),
        domain: options.domain,
      },
    }));
}
