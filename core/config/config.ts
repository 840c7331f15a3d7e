import type { Theme } from "../model/theme.ts";
import type { PageFacts, PageFunction, Pages } from "./pages/own_pages.ts";
import type { OwnWords } from "./pages/own_words.ts";
import type { Logger } from "../runtime/log.ts";
import type { Adapter } from "../model/adapter.ts";
import type { Callbacks, Events } from "./callbacks.ts";
import type { AuditOptions, AuditSink } from "./audit_options.ts";
import type { CookieOverride } from "../http/cookie_policy.ts";
import type { Awaitable, JWT } from "../model/model.ts";
import type { Limits } from "./limit_rules.ts";
import type { ProviderInput } from "../providers/provider.ts";
import type { CorsOptions } from "./cors_options.ts";
import type {
  JWTDecodeParams,
  JWTEncodeParams,
  JWTOptions,
} from "./jwt_options.ts";
import type { SessionOptions } from "./session_options.ts";
import type { TokenOptions } from "./token_options.ts";
import type { PersonalTokenOptions } from "./personal_token_options.ts";
import type { Store } from "../model/store.ts";
import type { UserOptions } from "../model/user_fields.ts";

export type {
  AuditOptions,
  AuditSink,
  CorsOptions,
  JWTDecodeParams,
  JWTEncodeParams,
  JWTOptions,
  Logger,
  PageFacts,
  PageFunction,
  Pages,
  Theme,
};

/** Value of the option of the same name. */
export const skipCSRFCheck: unique symbol = Symbol("skip-csrf-check");
/** Value of the option of the same name. */
export const raw: unique symbol = Symbol("return-type-raw");

/** The cookies that an application can change. */
export interface CookieOptions {
  /** The session. Default name: `latchkey.session`, prefixed with `__Host-` on https. */
  sessionToken?: CookieOverride | undefined;
  /** The CSRF token of forms. Default name: `latchkey.csrf`, prefixed with `__Host-` on https. */
  csrfToken?: CookieOverride | undefined;
  /** The id of the provider that this browser signed in with last: the sign-in page shows it first. Default name: `latchkey.last`, prefixed with `__Host-` on https. */
  lastUsed?: CookieOverride | undefined;
  /** A sign-in in progress; its id is appended to the name. Default name: `latchkey.attempt`, prefixed with `__Host-` on https. */
  attempt?: CookieOverride | undefined;
  /** A passkey ceremony in progress. Default name: `latchkey.challenge`, prefixed with `__Host-` on https. */
  webauthnChallenge?: CookieOverride | undefined;
  /** Keyed hashes of the accounts that signed in with this browser: attempts by others do not slow them down here. Default name: `latchkey.device`, prefixed with `__Host-` on https. */
  device?: CookieOverride | undefined;
  /** The users whose second factor was given in this browser, which is not asked for again for 30 days. Default name: `latchkey.remembered`, prefixed with `__Host-` on https. */
  rememberedBrowser?: CookieOverride | undefined;
  /** Tokens that are kept in cookies (`tokens.keep`, `logout` of a provider); the provider's id is appended to the name. Its attributes default to those of the session's cookie. Default name: `latchkey.tokens`, prefixed with `__Host-` on https. */
  tokens?: CookieOverride | undefined;
}

/** Options that may change or disappear without notice. A process that uses one logs a warning once. */
export interface ExperimentalOptions {
  /** Enables passkeys; without it, a provider of type `webauthn` is an error. Default false. */
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
export interface AuthConfig<Token = JWT> {
  /**
   * The providers that users can sign in with. Required; may be empty. A
   * function returns the providers of one request (tenants), from the
   * framework's request object.
   */
  providers:
    | readonly ProviderInput[]
    // deno-lint-ignore no-explicit-any -- each framework has its own request
    | ((request: any) => Awaitable<readonly ProviderInput[]>);
  /**
   * The secret, at least 32 characters. In a list, for rotation, the first
   * encrypts and all decrypt. Default: `AUTH_SECRET_9` to `AUTH_SECRET_1`, then
   * `AUTH_SECRET`.
   */
  secret?: string | readonly string[] | undefined;
  /** The public origin, for example `https://app.example.com`. Takes precedence over all headers. Default: that of `AUTH_URL`. */
  origin?: string | undefined;
  /**
   * Path of the auth routes. Default: that of `AUTH_URL`, else the path where
   * the handler is mounted, else `/auth`. Behind a proxy that strips a prefix
   * from every path, set `AUTH_URL` to the full path that browsers see, and
   * this option to the end of that path, which reaches the application. In
   * Express, the mount path serves as well.
   */
  basePath?: string | undefined;
  /**
   * Whether to trust the host that the framework reports if no origin is
   * configured: any host, the hosts in a list, or as a function decides.
   * Default: `AUTH_TRUST_HOST` (`false`, `0` and empty mean false), else true
   * on platforms that set the host themselves (recognised by `VERCEL`,
   * `CF_PAGES`, `NETLIFY`, `RENDER` or `DENO_DEPLOYMENT_ID`), for requests from
   * a proxy that Express trusts (`trust proxy`), and if `NODE_ENV` is not
   * `production`. The last does not suffice for links in mails, unless the host
   * is local or `NODE_ENV` is `development` or `test`.
   */
  trustHost?:
    | boolean
    | readonly string[]
    | ((host: string) => boolean)
    | undefined;
  /** Stores users, their accounts and their sessions. Default: none; only the session cookie exists. */
  adapter?: Adapter | undefined;
  /** Users: fields of the application's own. */
  user?: UserOptions | undefined;
  /** Storage and lifetime of sessions. */
  session?: SessionOptions | undefined;
  /** Provider tokens that the application uses. Default: none are kept for use. */
  tokens?: TokenOptions | undefined;
  /** Personal tokens of users: `auth.tokens`. */
  personalTokens?: PersonalTokenOptions | undefined;
  /** Encoding of claims in the session cookie. */
  jwt?: JWTOptions | undefined;
  /** The application's decisions. */
  callbacks?: Callbacks<Token> | undefined;
  /** Handlers that are notified of what happened. */
  events?: Events | undefined;
  /** The application's pages in place of the built-in ones. */
  pages?: Pages | undefined;
  /** Appearance of the built-in pages. */
  theme?: Theme | undefined;
  /**
   * Language of the built-in pages and mails: `ar`, `de`, `en`, `es`, `fr`,
   * `it`, `ja`, `ko`, `nl`, `pl`, `pt`, `sv`, `tr` or `zh`. Default: the one of
   * these that the visitor's browser prefers, else English.
   */
  locale?: string | undefined;
  /**
   * Texts of the built-in pages in place of the library's, by language:
   * `{ en: { sendLink: "Send me a link" } }`. Default: none.
   */
  words?: OwnWords | undefined;
  /** Whether to use secure cookies with the `__Host-` prefix. Default: on https. */
  useSecureCookies?: boolean | undefined;
  /**
   * Custom names and attributes of individual cookies. A `domain` or `path`
   * drops the `__Host-` prefix, and with it the protection against cookies set
   * by a sibling host.
   */
  cookies?: CookieOptions | undefined;
  /**
   * Pages on other origins of the same site that use the auth routes from
   * scripts, such as a development server. Default: none.
   */
  cors?: CorsOptions | undefined;
  /** Stores revocation marks, used sign-in attempts, and attempt counters. Default: this process's memory. */
  store?: Store | undefined;
  /**
   * Timeout in seconds of one call to the `store`. When it runs out, the
   * request fails with 503: no session is read or ended, and nothing is marked
   * as used. Only sign-in attempts continue, uncounted. Default 2, at most 60.
   */
  storeTimeout?: number | undefined;
  /**
   * URL of the auth routes on a stable deployment, for deployments whose own
   * redirect URI cannot be registered (previews): providers redirect to it, and
   * it redirects to the preview. Both share the secret. Default:
   * `AUTH_REDIRECT_PROXY_URL`.
   */
  redirectProxyUrl?: string | undefined;
  /**
   * The origins that the stable deployment may redirect to. Set it there, and
   * on deployments that take their own origin from the request. Each entry is
   * an origin, or a pattern with one `*` for characters of one host label, like
   * `https://shop-*-team.vercel.app`. `*` may be a whole label only below a
   * domain of your own, like `https://*.preview.example.com`. Default:
   * `AUTH_REDIRECT_PROXY_ORIGINS`, separated by commas or spaces; without
   * either, nothing is redirected.
   */
  redirectProxyOrigins?: readonly string[] | undefined;
  /**
   * Rate limits on attempts to sign in, by kind. `false` limits nothing.
   * Default: on, with the numbers of {@link Limits}; see docs/limits.md.
   */
  limits?: false | Limits | undefined;
  /**
   * Returns the client's address, for frameworks that do not report it
   * (`Request` and `Response`) or report a wrong one; null if it is not known.
   * `info` is the second argument of `handler`. Use a header only if a proxy in
   * front of the application always sets it. Default: the address that Express
   * reports according to its `trust proxy` setting; elsewhere unknown.
   */
  clientAddress?:
    // deno-lint-ignore no-explicit-any -- each framework has its own request
    | ((request: any, info?: any) => string | null | undefined)
    | undefined;
  /** Timeout in seconds of one request to a provider. Default 5. */
  providerTimeout?: number | undefined;
  /** Receives log lines, by level. Default: the console. */
  logger?: Logger | undefined;
  /** Whether to log what the library does. Default false. */
  debug?: boolean | undefined;
  /** Turns off the CSRF check of forms if set to the symbol {@link skipCSRFCheck}, for frameworks that check forms themselves. Default: forms are checked. */
  skipCSRFCheck?: symbol | undefined;
  /**
   * With the symbol {@link raw}, `Auth()` returns a {@link RawResponse}, and
   * throws the library's errors instead of showing them. Default: a Response.
   */
  raw?: symbol | undefined;
  /**
   * Where each security-relevant event goes, as one record: a function,
   * `adapter` for a table of the adapter, or {@link AuditOptions}. Default:
   * nowhere. docs/audit.md has the records.
   */
  audit?: AuditSink | "adapter" | AuditOptions | undefined;
  /** Options that may change or disappear without notice. */
  experimental?: ExperimentalOptions | undefined;
}

/** A configuration, or a function that returns the one for a request. */
export type ConfigSource<R extends object, C extends AuthConfig = AuthConfig> =
  | C
  | ((request: R) => Awaitable<C>);
