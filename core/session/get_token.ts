import { readClock } from "../clock.ts";
import type {
  CookieOptions,
  JWTDecodeParams,
  JWTEncodeParams,
  JWTOptions,
} from "../config.ts";
import { createSessionContext, type SessionContext } from "../context.ts";
import { open, seal } from "../crypto/seal.ts";
import { readEnv } from "../env.ts";
import type { JWT } from "../model.ts";
import { readHead } from "../request_head.ts";
import { resolveSettings } from "../settings.ts";
import { sharedKeyring } from "../shared.ts";
import type { Store } from "../store.ts";
import { openSession } from "./read.ts";
import { isRevoked } from "./revocation.ts";

/** Headers as a web Request or a Node request has them. */
export type TokenHeaders =
  | Headers
  | Readonly<Record<string, string | readonly string[] | undefined>>;

/** What {@link getToken} takes. */
export interface GetTokenParams {
  /** The request, or anything with its headers. */
  req: { readonly headers: TokenHeaders };
  /** Default: as in the configuration, from the environment. */
  secret?: string | readonly string[] | undefined;
  /** Whether the cookie is the one for https. Default: whichever was sent. */
  secureCookie?: boolean | undefined;
  /** The session cookie's name, where the configuration changes it. */
  cookieName?: string | undefined;
  /** The configured origin and base path, where there are any (`AUTH_URL` counts by itself). */
  origin?: string | undefined;
  /** See `origin`. */
  basePath?: string | undefined;
  /** The store of the configuration, if it has one: without, sign-outs in other processes are not seen. */
  store?: Store | undefined;
  /** Seconds that one call to the `store` may take. Default 2, at most 60. */
  storeTimeout?: number | undefined;
  /** The codec of the configuration, if it has one. */
  jwt?: JWTOptions | undefined;
  /** Also take the token from `Authorization: Bearer`. Default false. */
  bearer?: boolean | undefined;
}

/**
 * The claims of a request's session, or null, for code that has no
 * configuration at hand: a gateway, a worker. It neither runs callbacks nor
 * writes cookies. (For a provider's access token this is the wrong function.)
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
  const { secret, origin, basePath, store, storeTimeout, jwt, cookieName } =
    params;
  const cookies: CookieOptions | undefined = cookieName === undefined
    ? undefined
    : { sessionToken: { name: cookieName } };
  const settings = resolveSettings(
    {
      providers: [],
      trustHost: true,
      secret,
      origin,
      basePath,
      store,
      storeTimeout,
      // When a session ends is in the session: no lifetime has to be known here.
      session: { maxAge: 400 * DAY, absoluteMaxAge: false },
      jwt: jwt && { ...jwt, maxAge: undefined },
      cookies,
      useSecureCookies,
    },
    readEnv,
  );
  const head = readHead({
    // Only the cookies count here; no URL is made of it.
    origin: () => "http://localhost",
    header: (name) => readHeader(params.req.headers, name),
  }, settings);
  return createSessionContext(settings, head, readClock());
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
 * Seals claims as the session cookie would have them, for tests and tools.
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

/** Opens what {@link encode} sealed; null for anything else, and after `exp`. */
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
