import type {
  CredentialsConfig,
  ResolvedCredentials,
} from "./credentials_provider.ts";
import type { EmailConfig, ResolvedEmail } from "./email_provider.ts";
import type { OAuthProvider, ResolvedOAuth } from "./oauth_provider.ts";
import type { Account, Profile, ProviderType, User } from "../model/model.ts";
import type { ResolvedWebAuthn, WebAuthnConfig } from "./webauthn_provider.ts";

/** What every provider has. */
export interface CommonProviderOptions {
  /** Part of the URLs and of environment names: letters, digits, `-` and `_`. */
  id: string;
  /**
   * Name of the provider. The built-in pages put it on the buttons of OAuth
   * providers, and on the others where two have the same type.
   */
  name: string;
  /** Type of the provider. */
  type: ProviderType;
}

/** The types of provider that a form of the site's own signs in with. */
export type RedirectableProviderType = "email" | "credentials";

/** A provider as it may stand in the configuration. */
export type Provider =
  | CredentialsConfig
  | EmailConfig
  | OAuthProvider
  | WebAuthnConfig;
/** A provider, or a function that makes one. */
export type ProviderInput =
  | Provider & { options?: object | undefined }
  | ((options: never) => Provider & { options?: object | undefined });

/** What a browser needs to know to offer a provider. */
export interface AppProvider extends CommonProviderOptions {
  /** Type of the provider. */
  type: Provider["type"];
  /** Where to POST to start signing in. */
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

/** What a method proved about a person. */
export interface Identity {
  readonly user: User;
  readonly account: Account;
  /** What the provider said, where it says anything. */
  readonly profile?: Profile | undefined;
  /** The issuer of the account, as the ID token or the definition names it. */
  readonly issuer?: string | undefined;
  /**
   * What was typed in, where code of the host's checked it: then the user is
   * whom that code named, and is handed on as it was named.
   */
  readonly credentials?: Readonly<Record<string, string>> | undefined;
  /** What makes the person unique, for the stable id where no users are stored. */
  readonly subject: readonly string[];
  /**
   * Whether the account must be stored already, or must not be: what is made up
   * by the client must neither find somebody nor make somebody. Default: either.
   */
  readonly standing?: "known" | "new" | undefined;
  /** The person has seen that the address's user has other ways in, and gives them up. Default false. */
  readonly takesOver?: boolean | undefined;
  /** The id of the user that may be made of it; adapters may give another. Default: a random one. */
  readonly newUserId?: string | undefined;
}
