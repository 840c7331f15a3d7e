import type {
  CredentialsConfig,
  ResolvedCredentials,
} from "./credentials_provider.ts";
import type { EmailConfig, ResolvedEmail } from "./email_provider.ts";
import type { CommonProviderOptions } from "./common_options.ts";
import type { OAuthProvider } from "./oauth/oauth_config.ts";
import type { ResolvedOAuth } from "./oauth/oauth_provider.ts";
import type { AdapterUser } from "../model/adapter.ts";
import type { Authentication, LogoutHints } from "../model/authentication.ts";
import type { DpopKey } from "../model/dpop_key.ts";
import type { Account, Profile, User } from "../model/model.ts";
import type { ResolvedWebAuthn, WebAuthnConfig } from "./webauthn_provider.ts";

/** The types of provider that sign in with a form on the site itself. */
export type RedirectableProviderType = "email" | "credentials";

/** A provider, as written in the configuration. */
export type Provider =
  | CredentialsConfig
  | EmailConfig
  | OAuthProvider
  | WebAuthnConfig;
/** A provider, or a function that makes one. */
export type ProviderInput =
  | Provider & { options?: object | undefined }
  | ((options: never) => Provider & { options?: object | undefined });

/** The public information about a provider that a browser needs to offer it. */
export interface AppProvider extends CommonProviderOptions {
  /** Type of the provider. */
  type: Provider["type"];
  /** The URL to POST to, to start signing in. */
  signinUrl: string;
  /** The redirect URI to register at the provider. */
  callbackUrl: string;
}

/** A provider with every default filled in. */
export type ResolvedProvider =
  | ResolvedCredentials
  | ResolvedEmail
  | ResolvedOAuth
  | ResolvedWebAuthn;

/** The identity that a sign-in method proved. */
export interface Identity {
  readonly user: User;
  readonly account: Account;
  /** The provider's claims, if it has any. */
  readonly profile?: Profile | undefined;
  /** The key that the tokens are bound to (RFC 9449). No callback gets it. */
  readonly dpop?: DpopKey | undefined;
  /** The issuer of the account, as the ID token or the definition names it. */
  readonly issuer?: string | undefined;
  /**
   * The submitted values, if the application's code checked them: the user that
   * this code returned is then passed on unchanged.
   */
  readonly credentials?: Readonly<Record<string, string>> | undefined;
  /** The authentication by an OpenID provider. Default: a proof by this application, now. */
  readonly authentication?: Authentication | undefined;
  /** The hints by which the provider will end its session, if signing out here is to do that. */
  readonly logoutHints?: LogoutHints | undefined;
  /** The stored user, if the method itself found them: an account of this method is never stored. */
  readonly owner?: AdapterUser | undefined;
  /** The values that identify the user, for the stable id if no users are stored. */
  readonly subject: readonly string[];
  /**
   * Whether the account must be stored already, or must not be: an identity
   * made up by the client must neither match a user nor create one. Default:
   * either.
   */
  readonly standing?: "known" | "new" | undefined;
  /** Whether the person was shown that the address's user has other sign-in methods, and chose to remove them. Default false. */
  readonly takesOver?: boolean | undefined;
  /** The id of the user that may be created; adapters may assign another. Default: a random one. */
  readonly newUserId?: string | undefined;
}
