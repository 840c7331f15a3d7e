import type { Adapter, AdapterSession, AdapterUser } from "./adapter.ts";
import type { CookieOverride } from "./cookie_policy.ts";
import type { ErrorType } from "./error_table.ts";
import type {
  Account,
  Awaitable,
  JWT,
  Profile,
  Session,
  User,
} from "./model.ts";
import type { LimitKind, Limits } from "./limit_rules.ts";
import type { ProviderInput } from "./provider.ts";
import type { Store } from "./store.ts";

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
  /** Seconds after sign-in at which a session ends in any case. Default 90 days; false: never. */
  absoluteMaxAge?: number | false | undefined;
  /**
   * Makes the token of a database session: at least 22 characters that nobody
   * can guess. Default: 32 random bytes and the time of the sign-in. With tokens
   * of your own, `absoluteMaxAge` needs an adapter with `sessionDetails`.
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
   * `iat`, `auth_time` and `exp` a token is no session. Default: a JWE.
   */
  encode?: ((params: JWTEncodeParams) => Awaitable<string>) | undefined;
  /** The way back: null, or a throw, for what is no token. Belongs to `encode`. Default: opens the JWE. */
  decode?: ((params: JWTDecodeParams) => Awaitable<JWT | null>) | undefined;
}

/** Decisions of the host. A callback that throws refuses; none of them can be skipped. */
export interface Callbacks {
  /**
   * May this person sign in? `true` goes on, `false` refuses, a text redirects
   * there without signing in. Default: everybody may.
   */
  signIn?:
    | ((message: {
      /** The stored user if the account is known, else what the provider said. */
      user: User | AdapterUser;
      account: Account | null;
      profile?: Profile | undefined;
      /** With a credentials provider: what was typed into its fields. */
      credentials?: Readonly<Record<string, string>> | undefined;
      /** With e-mail: a mail was asked for, and nothing is proved yet. Absent when the link or the code came back. */
      email?: { verificationRequest?: boolean | undefined } | undefined;
    }) => Awaitable<boolean | string>)
    | undefined;
  /**
   * Where to go after signing in or out. `url` is what the client asked for, or
   * `baseUrl`. Default: URLs of this origin only.
   */
  redirect?:
    | ((message: { url: string; baseUrl: string }) => Awaitable<string>)
    | undefined;
  /**
   * The claims of the session cookie: at sign-in (`user`, `account`, `profile`,
   * `trigger` present) and at each session check. `null` ends the session.
   * Default: the claims as they are.
   */
  jwt?:
    | ((message: {
      token: JWT;
      /** With an adapter: the stored user. */
      user?: User | AdapterUser | undefined;
      account?: Account | null | undefined;
      profile?: Profile | undefined;
      trigger?: "signIn" | "signUp" | "update" | undefined;
      /** With `trigger: "update"`: what the browser sent. It proves nothing: validate it. */
      session?: unknown;
      /** @deprecated use `trigger === "signUp"` */
      isNewUser?: boolean | undefined;
    }) => Awaitable<JWT | null>)
    | undefined;
  /** What the application and the browser see of the session. Default: name, email, image. */
  session?:
    | ((message: {
      session: Session;
      /** The claims: with the strategy `jwt` only. */
      token: JWT;
      /** The stored user: with the strategy `database` only. */
      user: AdapterUser;
      /** With `trigger: "update"` and the strategy `database`: what the browser sent. It proves nothing: validate it. */
      newSession?: unknown;
      /** The session is being changed: with the strategy `database` only. */
      trigger?: "update" | undefined;
    }) => Awaitable<Session>)
    | undefined;
}

/** Handlers that are told what happened. One that fails is logged and changes nothing. */
export interface Events {
  /** Somebody signed in. */
  signIn?:
    | ((message: {
      user: User;
      account: Account | null;
      profile?: Profile | undefined;
      isNewUser?: boolean | undefined;
    }) => Awaitable<void>)
    | undefined;
  /** A session was ended by signing out. */
  signOut?:
    | ((message: {
      /** Its claims: with the strategy `jwt` only. */
      token: JWT | null;
      /** Its row, in which a hash stands for the token: with the strategy `database` only. */
      session?: AdapterSession | null | undefined;
    }) => Awaitable<void>)
    | undefined;
  /** A session was read. */
  session?:
    | ((message: {
      session: Session;
      /** Its claims: with the strategy `jwt` only. */
      token: JWT;
    }) => Awaitable<void>)
    | undefined;
  /** A user was created, and has an account. */
  createUser?:
    | ((message: { user: AdapterUser }) => Awaitable<void>)
    | undefined;
  /** The library changed a user: somebody proved that the address is theirs. */
  updateUser?:
    | ((message: { user: AdapterUser }) => Awaitable<void>)
    | undefined;
  /** An account was added to a user; `profile` is the user that the provider describes. */
  linkAccount?:
    | ((message: {
      user: AdapterUser;
      account: Account;
      profile: User;
    }) => Awaitable<void>)
    | undefined;
  /** Somebody tried to sign in and was not let in. Nothing that was typed in is told. */
  signInFailed?:
    | ((message: SignInFailure) => Awaitable<void>)
    | undefined;
  /** An account was not added to a user: it is somebody else's, or its address is. */
  linkRefused?:
    | ((message: {
      /** Id of the provider. */
      provider: string;
      /** The account belongs to another user; or another user has the address. */
      reason: "in use" | "address";
      /** Who asked for it; where nobody did, the user with the address. */
      userId?: string | undefined;
    }) => Awaitable<void>)
    | undefined;
  /** Sessions were ended by `revoke`, or because somebody else proved that the address is theirs. */
  sessionRevoked?:
    | ((message: {
      /** One session, all of a person, or everybody's. */
      what: "session" | "user" | "all";
      /** The session's id; a hash of it where it is the token itself. */
      sessionId?: string | undefined;
      userId?: string | undefined;
      /** Only sessions that began before this moment. */
      before?: Date | undefined;
    }) => Awaitable<void>)
    | undefined;
  /** An attempt was refused because there were too many. */
  rateLimited?:
    | ((message: {
      kind: LimitKind;
      /** The client's address, where it is known. */
      address?: string | undefined;
      /** Seconds after which a new attempt makes sense. */
      retryAfter: number;
    }) => Awaitable<void>)
    | undefined;
}

/** What the event `signInFailed` is told. */
export interface SignInFailure {
  /** Type of the error. */
  type: ErrorType;
  /** Says more than the type, from a fixed set. */
  code: string | null;
  /** Id of the provider. */
  provider: string | null;
  /** The client's address, where it is known. */
  address?: string | undefined;
  /** How many attempts count against this address, or this account, now; null where none are counted. */
  attempt: number | null;
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

/** How the built-in pages look. */
export interface Theme {
  /** Light or dark. Default `auto`: what the visitor's system says. */
  colorScheme?: "auto" | "dark" | "light" | undefined;
  /** A picture above the title: a path of this site, or an https URL. Default: none. */
  logo?: string | undefined;
  /** Colour of links and of the main button: any CSS colour. Default: a blue. */
  brandColor?: string | undefined;
  /** Colour of the text on the main button: any CSS colour. Default: white, and nearly black in the dark. */
  buttonText?: string | undefined;
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

/** Where log lines go. A level that is left out goes to the console. */
export interface Logger {
  /** Something failed; the error has been freed of secrets. Default: `console.error`. */
  error?: ((error: Error) => void) | undefined;
  /** Something is worth a look. Default: `console.warn`. */
  warn?: ((code: string, message: string) => void) | undefined;
  /** What the library does, with the option `debug`. Default: `console.debug`. */
  debug?: ((message: string, details?: unknown) => void) | undefined;
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
  /** Path of the auth routes. Default: that of `AUTH_URL`, else where the handler is mounted, else `/auth`. */
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
   * Where a stable deployment serves the auth routes, for deployments whose own
   * redirect URI cannot be registered (previews): providers send people there,
   * and it sends them on. Both share the secret. Default:
   * `AUTH_REDIRECT_PROXY_URL`.
   */
  redirectProxyUrl?: string | undefined;
  /**
   * On that stable deployment: the origins that it may send people on to.
   * Default: every origin that shares the secret.
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
