import { readClock } from "../../runtime/clock.ts";
import type {
  AuthConfig,
  CookieOptions,
  JWTDecodeParams,
  JWTEncodeParams,
  JWTOptions,
} from "../../config/config.ts";
import {
  createSessionContext,
  type SessionContext,
} from "../../request/context.ts";
import { open, seal } from "../../crypto/seal.ts";
import { readEnv } from "../../runtime/env.ts";
import type { JWT } from "../../model/model.ts";
import { readHead } from "../../request/request_head.ts";
import { resolveSettings } from "../../config/resolve_settings.ts";
import { sharedKeyring } from "../../storage/process_cache.ts";
import type { Store } from "../../model/store.ts";
import { openSession } from "./open_session.ts";
import { isRevoked } from "../revocation/revocation.ts";

/** Headers of a web Request or of a Node request. */
export type TokenHeaders =
  | Headers
  | Readonly<Record<string, string | readonly string[] | undefined>>;

/** The parameters of {@link getToken}. */
export interface GetTokenParams {
  /** The request, or anything with its headers; a URL without an origin is ignored. */
  req: { readonly headers: TokenHeaders; readonly url?: string | undefined };
  /** Default: as in the configuration, from the environment. */
  secret?: string | readonly string[] | undefined;
  /** Whether to read the cookie that is meant for https. Default: whichever was sent. */
  secureCookie?: boolean | undefined;
  /** The session cookie's name, if the configuration changes it. */
  cookieName?: string | undefined;
  /**
   * The origin that the session is for. Default: that of `AUTH_URL`, else that
   * of the request: of its URL, or of its `Host` header. Behind a proxy that
   * changes the host, pass the public origin.
   */
  origin?: string | undefined;
  /** The configured base path, if there is one. Default: that of `AUTH_URL`. */
  basePath?: string | undefined;
  /** The `domain` of the session cookie, if the configuration sets one. */
  cookieDomain?: string | undefined;
  /** As in the configuration; a host that is not trusted has no session. Default true. */
  trustHost?: AuthConfig["trustHost"];
  /** The store of the configuration, if it has one. Without it, sign-outs in other processes are not seen. */
  store?: Store | undefined;
  /** Seconds that one call to the `store` may take. Default 2, at most 60. */
  storeTimeout?: number | undefined;
  /** The codec of the configuration, if it has one. */
  jwt?: JWTOptions | undefined;
  /** Whether to accept the token from `Authorization: Bearer` as well. Default false. */
  bearer?: boolean | undefined;
}

/**
 * Returns the claims of a request's session, or null, for code without the
 * configuration at hand, such as a gateway or a worker. It neither runs
 * callbacks nor writes cookies. (It does not return a provider's access token.)
 *
 * @throws ConfigurationError without a usable secret, StoreError if the store
 * failed; never because of what a client sent
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { getToken } from "@latchkey/auth/jwt";
 *
 * const token = await getToken({
 *   req: new Request("https://app.example.com/"),
 *   secret: "a random text of at least 32 characters",
 * });
 * assert.equal(token, null);
 * ```
 */
export async function getToken(params: GetTokenParams): Promise<JWT | null> {
  const { req: { headers }, bearer = false, secureCookie } = params;
  const kinds = secureCookie === undefined ? [true, false] : [secureCookie];
  for (const useSecureCookies of kinds) {
    const ctx = toContext(params, useSecureCookies);
    if (ctx.refusal !== null) continue;
    const sent = bearer ? readBearer(headers) : null;
    const live = await openSession(ctx) ??
      (sent === null ? null : await openSession(withSession(ctx, sent)));
    if (live === null) continue;
    return await isRevoked(ctx, live.claims) ? null : live.claims;
  }
  return null;
}

function withSession(ctx: SessionContext, value: string): SessionContext {
  return { ...ctx, jar: { ...ctx.jar, session: [value] } };
}

function toContext(
  params: GetTokenParams,
  useSecureCookies: boolean,
): SessionContext {
  const { secret, origin, basePath, store, storeTimeout, jwt } = params;
  const { cookieName: name, cookieDomain: domain, trustHost = true } = params;
  const cookies: CookieOptions = {
    sessionToken: { name, options: { domain } },
  };
  const settings = resolveSettings(
    {
      providers: [],
      trustHost,
      secret,
      origin,
      basePath,
      store,
      storeTimeout,
      // The session itself says when it ends, so no lifetime is needed here.
      session: { maxAge: 400 * DAY, absoluteMaxAge: false },
      jwt: jwt && { ...jwt, maxAge: undefined },
      cookies,
      useSecureCookies,
    },
    readEnv,
  );
  const head = readHead({
    origin: () => toOrigin(params, useSecureCookies),
    header: (name) => readHeader(params.req.headers, name),
  }, settings);
  return createSessionContext(settings, head, readClock());
}

/** Returns the origin that the browser used, as far as the request itself says. */
function toOrigin(
  { req: { headers, url = "" } }: GetTokenParams,
  isSecure: boolean,
): string | null {
  if (URL.canParse(url)) {
    const { host, origin } = new URL(url);
    // A proxy that ends TLS leaves http in the URL; the cookie shows that it was https.
    return isSecure ? `https://${host}` : origin;
  }
  // HTTP/2 has the host in a field of its own, which web headers cannot hold.
  const host = readHeader(headers, "host") ??
    (headers instanceof Headers ? null : readHeader(headers, ":authority"));
  return host === null ? null : `${isSecure ? "https" : "http"}://${host}`;
}

function readHeader(headers: TokenHeaders, name: string): string | null {
  if (headers instanceof Headers) return headers.get(name);
  const value = headers[name];
  return typeof value === "string" ? value : value?.join("; ") ?? null;
}

function readBearer(headers: TokenHeaders): string | null {
  const header = readHeader(headers, "authorization") ?? "";
  const [, text] = /^Bearer ([^\s]{1,16384})$/i.exec(header) ?? [];
  try {
    return text === undefined ? null : decodeURIComponent(text);
  } catch {
    return null;
  }
}

const DAY = 86_400;
const MONTH = 30 * DAY;

/**
 * Seals claims in the format of the session cookie, for tests and tools.
 *
 * @param params the claims, the secret, and the session cookie's effective name
 * as the salt
 */
export async function encode(params: JWTEncodeParams): Promise<string> {
  const { token = {}, secret, maxAge = MONTH, salt } = params;
  const now = readClock();
  const iat = Math.floor(now / 1000);
  return await seal(
    sharedKeyring([secret].flat()),
    { name: "session", cookie: salt, maxAge },
    { ...token, iat, exp: iat + maxAge },
    now,
  );
}

/** Opens a token sealed by {@link encode}; returns null for anything else, and after `exp`. */
export async function decode(params: JWTDecodeParams): Promise<JWT | null> {
  const { token = "", secret, salt } = params;
  const now = readClock();
  const purpose = {
    name: "session",
    cookie: salt,
    maxAge: 400 * DAY,
  } as const;
  const opened = await open(
    sharedKeyring([secret].flat()),
    purpose,
    token,
    now,
  );
  const exp = Number(opened?.payload.exp);
  return opened !== null && exp > now / 1000 ? opened.payload as JWT : null;
}
