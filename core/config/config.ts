import type { Theme } from "../model/theme.ts";
import type { Logger } from "../runtime/log.ts";
import type { Adapter } from "../model/adapter.ts";
import type { Callbacks, Events } from "./callbacks.ts";
import type { CookieOverride } from "../http/cookie_policy.ts";
import type { Awaitable, JWT } from "../model/model.ts";
import type { Limits } from "./limit_rules.ts";
import type { ProviderInput } from "../providers/provider.ts";
import type { Store } from "../model/store.ts";

export type { Logger, Theme };

/** Value of the option of the same name. */
export const skipCSRFCheck: unique symbol = Symbol("skip-csrf-check");
/** Value of the option of the same name. */
export const raw: unique symbol = Symbol("return-type-raw");

/** How long a session lives. */
export interface SessionOptions {
  /**
   * Where the session is: in an encrypted token in a cookie (`jwt`), or in the
   * adapter's database, with a random token in the cookie (`database`). Default:
   * `database` with an `adapter`, else `jwt`.
   */
  strategy?: "jwt" | "database" | undefined;
  /** Seconds without use after which a session ends. Default 30 days, at most 400 days. */
  maxAge?: number | undefined;
  /** Seconds after which a session in use is written again. Default 1 day, or half the life of a shorter session; 0 writes at each read. */
  updateAge?: number | undefined;
  /** Seconds after sign-in at which a session ends in any case; one of unknown age is not extended. Default 90 days; false: never. */
  absoluteMaxAge?: number | false | undefined;
  /**
   * Makes the token of a database session: at least 22 characters that nobody
   * can guess. Default: 32 random bytes and the time of the sign-in. With a
   * generator of your own and an adapter without `sessionDetails`, the cookie
   * carries the time beside the token, authenticated.
   */
  generateSessionToken?: (() => string) | undefined;
  /**
   * Seconds for which this process may remember that a session was not revoked,
   * where the `store` has to be waited for; a revocation in this process counts
   * at once. Default 0: the store is asked at each read. At most 300.
   */
  revocationCheck?: number | undefined;
}

/** What {@link JWTOptions.encode} gets. */
export interface JWTEncodeParams {
  /** The claims. */
  token?: JWT | undefined;
  /** The secrets, newest first. */
  secret: string | readonly string[];
  /** Seconds that the token may live. Default 30 days. */
  maxAge?: number | undefined;
  /** The effective name of the session cookie. */
  salt: string;
}

/** What {@link JWTOptions.decode} gets. */
export interface JWTDecodeParams {
  /** The cookie's text. */
  token?: string | undefined;
  /** The secrets, newest first. */
  secret: string | readonly string[];
  /** The effective name of the session cookie. */
  salt: string;
}

/** How claims become the text of the session cookie. */
export interface JWTOptions {
  /** What seals the session. Default: the `secret` of the configuration. */
  secret?: string | readonly string[] | undefined;
  /** Seconds that a token may live, at most `session.maxAge`. Default: `session.maxAge`. */
  maxAge?: number | undefined;
  /**
   * A codec of your own. It has to keep every claim: without `sub`, `sid`,
   * `iat`, `auth_time`, `exp` and `aud` a token is no session. Default: a JWE.
   */
  encode?: ((params: JWTEncodeParams) => Awaitable<string>) | undefined;
  /** The way back: null, or a throw, for what is no token. Belongs to `encode`. Default: opens the JWE. */
  decode?: ((params: JWTDecodeParams) => Awaitable<JWT | null>) | undefined;
}

/** Pages of the host in place of the built-in ones: paths, or URLs of this origin. */
export interface Pages {
  /** Gets `callbackUrl`, and `error` and `code` after a failure. Default: the built-in page. */
  signIn?: string | undefined;
  /** Gets `callbackUrl`. Default: the built-in page. */
  signOut?: string | undefined;
  /** Gets `error`, `code` and `ref`. Default: the built-in page. */
  error?: string | undefined;
  /** "Look into your mail"; gets what the built-in page would. Default: the built-in page. */
  verifyRequest?: string | undefined;
  /** Where a sign-in that created the user ends; gets `callbackUrl`. Default: none, the sign-in ends where it was going. */
  newUser?: string | undefined;
}

/** The cookies that a host may change. */
export interface CookieOptions {
  /** The session. Default name: `latchkey.session`, on https with `__Host-` before it. */
  sessionToken?: CookieOverride | undefined;
  /** The form token. Default name: `latchkey.csrf`, on https with `__Host-` before it. */
  csrfToken?: CookieOverride | undefined;
  /** A sign-in under way; its id is added to the name. Default name: `latchkey.attempt`, on https with `__Host-` before it. */
  attempt?: CookieOverride | undefined;
  /** A passkey being made or used. Default name: `latchkey.challenge`, on https with `__Host-` before it. */
  webauthnChallenge?: CookieOverride | undefined;
  /** Accounts that signed in with this browser, as keyed hashes: strangers' attempts do not slow them here. Default name: `latchkey.device`, on https with `__Host-` before it. */
  device?: CookieOverride | undefined;
}

/** What may change or go without notice. A process that uses it says so once. */
export interface ExperimentalOptions {
  /** Passkeys: without it a provider of type `webauthn` is an error. Default false. */
  enableWebAuthn?: boolean | undefined;
}

/**
 * The configuration of the library. The object is never written to.
 *
 * @example
 * ```ts
 * import type { AuthConfig } from "@latchkey/auth";
 *
 * const config: AuthConfig = {
 *   providers: [{
 *     id: "work",
 *     name: "Work",
 *     type: "oidc",
 *     issuer: "https://login.example.com",
 *   }],
 *   callbacks: {
 *     signIn: ({ user }) => user.email?.endsWith("@example.com") ?? false,
 *   },
 * };
 * ```
 */
export interface AuthConfig {
  /**
   * Who people can sign in with. Required; may be empty. A function gives those
   * of one request (tenants), from the framework's request object.
   */
  providers:
    | readonly ProviderInput[]
    // deno-lint-ignore no-explicit-any -- each framework has its own request
    | ((request: any) => Awaitable<readonly ProviderInput[]>);
  /**
   * At least 32 characters. A list rotates: the first seals, all open. Default:
   * `AUTH_SECRET_9` to `AUTH_SECRET_1`, then `AUTH_SECRET`.
   */
  secret?: string | readonly string[] | undefined;
  /** The public origin, for example `https://app.example.com`. Default: that of `AUTH_URL`. Wins over all headers. */
  origin?: string | undefined;
  /**
   * Path of the auth routes. Default: that of `AUTH_URL`, else where the handler
   * is mounted, else `/auth`. Behind a proxy that removes a prefix from every
   * path, `AUTH_URL` has the whole path that browsers see, and this the end of it
   * that arrives. In Express, the mount says so as well.
   */
  basePath?: string | undefined;
  /**
   * Whether the host that the framework reports may be believed where no origin
   * is configured: all, those in the list, or by a function. Default:
   * `AUTH_TRUST_HOST` (`false`, `0` and nothing mean false), else true on
   * platforms that set the host themselves (known by `VERCEL`, `CF_PAGES`,
   * `NETLIFY`, `RENDER` or `DENO_DEPLOYMENT_ID`) and where `NODE_ENV` is not
   * `production`.
   */
  trustHost?:
    | boolean
    | readonly string[]
    | ((host: string) => boolean)
    | undefined;
  /** Where users, their accounts and their sessions are kept. Default: nowhere; the session is all there is. */
  adapter?: Adapter | undefined;
  /** How long a session lives. */
  session?: SessionOptions | undefined;
  /** How claims become the text of the session cookie. */
  jwt?: JWTOptions | undefined;
  /** Decisions of the host. */
  callbacks?: Callbacks | undefined;
  /** Handlers that are told what happened. */
  events?: Events | undefined;
  /** Pages of the host in place of the built-in ones. */
  pages?: Pages | undefined;
  /** How the built-in pages look. */
  theme?: Theme | undefined;
  /** Secure cookies with the `__Host-` prefix. Default: on https. */
  useSecureCookies?: boolean | undefined;
  /**
   * Other names and attributes for single cookies. A `domain` or `path` drops
   * the `__Host-` prefix, and with it the protection against cookies that a
   * neighbour host plants.
   */
  cookies?: CookieOptions | undefined;
  /** Revocation marks, used-up attempts, and counts of attempts. Default: this process's memory. */
  store?: Store | undefined;
  /**
   * Seconds that one call to the `store` may take. After that the request fails
   * with 503: a session is not read or ended, and nothing is marked as used.
   * Only attempts to sign in go on, uncounted. Default 2, at most 60.
   */
  storeTimeout?: number | undefined;
  /**
   * Where a stable deployment serves the auth routes, for deployments whose own
   * redirect URI cannot be registered (previews): providers send people there,
   * and it sends them on. Both share the secret. Default:
   * `AUTH_REDIRECT_PROXY_URL`.
   */
  redirectProxyUrl?: string | undefined;
  /**
   * The origins that the stable deployment sends people on to, there and on
   * deployments that take their own origin from the request: origins, and
   * patterns with one `*` for characters of one host label, like
   * `https://shop-*-team.vercel.app`. A label may be `*` as a whole below a
   * domain of your own only, like `https://*.preview.example.com`. Default:
   * `AUTH_REDIRECT_PROXY_ORIGINS`, with commas or spaces between; without either,
   * people are sent on to nowhere.
   */
  redirectProxyOrigins?: readonly string[] | undefined;
  /**
   * How often somebody may try to sign in, kind by kind. `false` limits nothing.
   * Default: on, with the numbers of {@link Limits}; see docs/limits.md.
   */
  limits?: false | Limits | undefined;
  /**
   * The address of the client of a request, where the framework cannot tell it
   * by itself (`Request` and `Response`), or not rightly; null where it is not
   * known. `info` is the second argument of `handler`. A header counts only if
   * whatever is in front of the application always sets it. Default: what
   * Express says with its `trust proxy` setting; elsewhere not known.
   */
  clientAddress?:
    // deno-lint-ignore no-explicit-any -- each framework has its own request
    | ((request: any, info?: any) => string | null | undefined)
    | undefined;
  /** Seconds that one request to a provider may take. Default 5. */
  providerTimeout?: number | undefined;
  /** Where log lines go, level by level. Default: the console. */
  logger?: Logger | undefined;
  /** Log what the library does. Default false. */
  debug?: boolean | undefined;
  /**
   * Switches the check of the form token off, with the symbol
   * {@link skipCSRFCheck}: for frameworks that check forms themselves. Default:
   * forms are checked.
   */
  skipCSRFCheck?: symbol | undefined;
  /**
   * With the symbol {@link raw}, `Auth()` gives a {@link RawResponse} and throws
   * the library's errors instead of showing them. Default: a Response.
   */
  raw?: symbol | undefined;
  /** What may change or go without notice. */
  experimental?: ExperimentalOptions | undefined;
}

/** A configuration, or a function that gives the one for a request. */
export type ConfigSource<R extends object, C extends AuthConfig = AuthConfig> =
  | C
  | ((request: R) => Awaitable<C>);
