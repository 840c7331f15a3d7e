import type { EmailConfig, ResolvedEmail } from "./email_provider.ts";
import type { OAuthProvider, ResolvedOAuth } from "./oauth_provider.ts";
import type { Account, Profile, ProviderType, User } from "./model.ts";

/** What every provider has. */
export interface CommonProviderOptions {
  /** Part of the URLs and of environment names: letters, digits, `-` and `_`. */
  id: string;
  /** Label of the sign-in button. */
  name: string;
  /** Type of the provider. */
  type: ProviderType;
}

/** The types of provider that a form of the site's own signs in with. */
export type RedirectableProviderType = "email" | "credentials";

/** A provider as it may stand in the configuration. */
export type Provider =
  | OAuthProvider
  | EmailConfig;
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
  | ResolvedOAuth
  | ResolvedEmail;

/** What a method proved about a person. */
export interface Identity {
  readonly user: User;
  readonly account: Account;
  /** What the provider said of the person; absent where nobody says anything. */
  readonly profile?: Profile | undefined;
  /** What makes the person unique, for the stable id where no users are stored. */
  readonly subject: readonly string[];
}
