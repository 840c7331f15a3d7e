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
import { toSession } from "./authjs/claims.ts";
import { type Claims, createKeys } from "./authjs/keys.ts";
import { openRow } from "./authjs/rows.ts";
import {
  type Candidate,
  createBridge,
  type ForeignCookie,
  type Opened,
} from "./engine/bridge.ts";
import type { OldCookies } from "./engine/old_cookies.ts";
import { type OldSecrets, toSecrets } from "./engine/secrets.ts";

export type { SessionBridge } from "../core/model/session_bridge.ts";
export type { Claims } from "./authjs/keys.ts";
export type { OldSecrets } from "./engine/secrets.ts";

/** Options of {@link fromAuthJs}. */
export interface AuthJsOptions extends OldSecrets {
  /**
   * The secret or the secrets of the old application: `AUTH_SECRET`, or
   * `NEXTAUTH_SECRET`.
   */
  readonly secret: string | readonly string[] | undefined;
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
    : toSession(claims, ctx, old.options.userId);
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
