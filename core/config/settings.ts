import type { AuthConfig, JWTOptions, Pages, Theme } from "./config.ts";
import type { AuditSettings } from "./audit_options.ts";
import type { Adapter } from "../model/adapter.ts";
import type { Callbacks, Events } from "./callbacks.ts";
import type { SessionStrategyName } from "../storage/adapter_needs.ts";
import type { CookiePolicy } from "../http/cookie_policy.ts";
import type { Keyring } from "../crypto/keys.ts";
import type { Emit } from "./events.ts";
import type { Log } from "../runtime/log.ts";
import type { LimitRules } from "./limit_rules.ts";
import type { OwnWords } from "./pages/own_words.ts";
import type { ResolvedOAuth } from "../providers/oauth/oauth_provider.ts";
import type { ResolvedProvider } from "../providers/provider.ts";
import type { LifetimeName, SessionMaxAge } from "./session_options.ts";
import type { BrowserUpdate } from "./session_options.ts";
import type { HostTrust } from "./origin/read_trust.ts";
import type { TokenSettings } from "./read_tokens.ts";
import type { WorkOwner } from "../storage/process_cache.ts";
import type { Store } from "../model/store.ts";
import type { UserFields } from "../model/user_fields.ts";

/** The configuration with every default filled in and every mistake found. */
export interface Settings extends HostTrust {
  readonly providers: ReadonlyMap<string, ResolvedProvider>;
  /** The providers that are held to the FAPI 2.0 Security Profile. */
  readonly held: readonly ResolvedOAuth[];
  readonly keyring: Keyring;
  readonly store: Store;
  /** Milliseconds. */
  readonly storeTimeout: number;
  /** Whether the application configured a store; the default one ends with the process. */
  readonly hasOwnStore: boolean;
  /** The adapter that stores users; null: none. */
  readonly adapter: Adapter | null;
  /** The fields of users that are the application's own; empty: none. */
  readonly userFields: UserFields;
  /** The configured public origin. */
  readonly origin: string | null;
  /** The configured path of the auth routes, as browsers see it. */
  readonly basePath: string | null;
  /** The path that the application sees, if a proxy strips a prefix of the public one. */
  readonly innerPath: string | null;
  /** The configuration as it was given; only warnings and checks of options read it. */
  readonly config: AuthConfig;
  readonly strategy: SessionStrategyName;
  readonly session: Required<{ [K in LifetimeName]: number }> & {
    /** Seconds without use that no session outlives. */
    readonly longest: number;
  };
  /** Decides how long each session lasts; null: `session.maxAge`. */
  readonly sessionMaxAge: SessionMaxAge | null;
  /** Whether a sign-in has to ask for a session that is remembered. */
  readonly rememberMe: boolean;
  /** The tokens of providers that are kept for use; null: none. */
  readonly tokens: TokenSettings | null;
  /** The code that accepts sessions of other libraries; `toAcceptance` gives it its type. */
  readonly accept: object | null;
  readonly generateSessionToken: (() => string) | null;
  readonly browserUpdate: false | BrowserUpdate | null;
  readonly jwt: Pick<JWTOptions, "encode" | "decode"> & {
    readonly secret: readonly string[];
    readonly keyring: Keyring;
    /** Seconds. */
    readonly maxAge: number;
  };
  readonly callbacks: Callbacks;
  readonly events: Events;
  readonly pages: Pages;
  readonly theme: Theme;
  readonly locale: string | null;
  readonly words: OwnWords;
  /** Whether forms are accepted without a CSRF token. */
  readonly skipsCsrf: boolean;
  /** Whether errors are thrown to the caller. */
  readonly raw: boolean;
  readonly useSecureCookies: boolean | null;
  /** Names and attributes on https, and on http. */
  readonly cookies: Readonly<Record<"secure" | "plain", CookiePolicy>>;
  /** Origins and patterns that a redirect proxy may redirect to; null: not configured. */
  readonly redirectProxyOrigins: readonly string[] | null;
  /** Other origins whose pages count as the application's own. */
  readonly corsOrigins: readonly string[];
  readonly limits: LimitRules;
  readonly clientAddress: AuthConfig["clientAddress"] | null;
  /** Milliseconds. */
  readonly providerTimeout: number;
  /** Equal for equal configurations. */
  readonly key: string;
  /**
   * The cache key of session reads, equal in each part for configurations that
   * read a session alike. It contains the functions themselves, because the
   * library cannot tell what they do.
   */
  readonly owner: WorkOwner;
  readonly log: Log;
  readonly emit: Emit;
  /** Where the audit trail goes; null: nowhere. */
  readonly audit: AuditSettings | null;
}
