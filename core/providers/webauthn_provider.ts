import type { Adapter } from "../model/adapter.ts";
import type { Awaitable } from "../model/model.ts";
import type { CommonProviderOptions } from "./common_options.ts";
import type { WebAuthnServer } from "./webauthn_server.ts";

/** The relying party that passkeys are for (WebAuthn section 5.4.2). */
export interface RelyingParty {
  /** The domain that passkeys belong to: the host name of the origin, or a domain above it. Default: the host name. */
  id?: string | undefined;
  /** The name that authenticators show. Default: the host. */
  name?: string | undefined;
  /** The origin or origins where passkeys may be used. Default: the public origin. */
  origin?: string | readonly string[] | undefined;
}

/** One field of the form on the sign-in page. Other members become attributes of its input. */
export interface WebAuthnField {
  /** Label of the field. Default: its name; for `email`, a label in the visitor's language. */
  label?: string | undefined;
  /** Any other attribute of the input; `false` omits it. */
  [attribute: string]: string | number | boolean | undefined;
}

/** Requirements for authenticators (WebAuthn section 5.4.4). */
export interface AuthenticatorSelection {
  /** Built-in or roaming authenticator. Default: either. */
  authenticatorAttachment?: "platform" | "cross-platform" | undefined;
  /** Whether users must confirm with their fingerprint, face or PIN. Default `required`. */
  userVerification?: UserVerification | undefined;
}

/** Requirement for user verification by the authenticator (WebAuthn section 5.8.6). */
export type UserVerification = "required" | "preferred" | "discouraged";

/** Options for creating passkeys. */
export interface WebAuthnRegistrationOptions {
  /** Milliseconds that the browser waits. Default 300000. */
  timeout?: number | undefined;
  /**
   * Whether the authenticator must prove its model. Use `none` unless you
   * restrict authenticators; otherwise certificates are checked and their
   * revocation lists fetched. Default `none`.
   */
  attestationType?: "none" | "direct" | "enterprise" | undefined;
  /** Requirements for authenticators. */
  authenticatorSelection?: AuthenticatorSelection | undefined;
  /** Key algorithms (COSE), the preferred one first. Default: those of `@simplewebauthn/server`. */
  supportedAlgorithmIDs?: readonly number[] | undefined;
}

/** Options for signing in with passkeys. */
export interface WebAuthnAuthenticationOptions {
  /** Milliseconds that the browser waits. Default 300000. */
  timeout?: number | undefined;
  /** Whether users must confirm with their fingerprint, face or PIN. Default `required`. */
  userVerification?: UserVerification | undefined;
}

/** Checks when a passkey is created or used. */
export interface WebAuthnVerifyOptions {
  /** Whether the authenticator must have verified the user. Default true. */
  requireUserVerification?: boolean | undefined;
}

/** The sign-up request that {@link WebAuthnConfig.getUserInfo} receives. */
export interface WebAuthnRequest {
  /** Method of the request. */
  readonly method: string;
  /** The fields of the form. */
  readonly query: Readonly<Record<string, string>>;
}

/** The user who wants to sign up. */
export interface WebAuthnUserInfo {
  /** The user to store. `email` is required. */
  user: {
    email?: string | null | undefined;
    name?: string | null | undefined;
    image?: string | null | undefined;
  };
  /**
   * Has no effect: the library itself checks whether the address is taken, and
   * does not reveal it before a passkey is created.
   */
  exists?: boolean | undefined;
}

/**
 * Passkeys (WebAuthn level 3). Needs an `adapter`, the package
 * `@simplewebauthn/server`, and `experimental.enableWebAuthn`.
 */
export interface WebAuthnConfig extends Omit<CommonProviderOptions, "name"> {
  /** Name of the provider. Default: the id. */
  name?: string | undefined;
  /** Type of the provider. */
  type: "webauthn";
  /** A misspelled alias of `relyingParty`. Default: the public origin. */
  relayingParty?: RelyingParty | undefined;
  /** The relying party; takes precedence over `relayingParty`. */
  relyingParty?: RelyingParty | undefined;
  /**
   * The fields of the form on the sign-in page. A field named `email` allows
   * visitors without a passkey to sign up. Default: one for the e-mail address.
   */
  formFields?: Readonly<Record<string, WebAuthnField>> | undefined;
  /** Whether the sign-in page offers passkeys in the autofill of the form. Default: true for the first provider that has a field for it. */
  enableConditionalUI?: boolean | undefined;
  /** Options for creating passkeys. */
  registrationOptions?: WebAuthnRegistrationOptions | undefined;
  /** Options for signing in with passkeys. */
  authenticationOptions?: WebAuthnAuthenticationOptions | undefined;
  /** Checks when a passkey is created. */
  verifyRegistrationOptions?: WebAuthnVerifyOptions | undefined;
  /** Checks when a passkey is used. */
  verifyAuthenticationOptions?: WebAuthnVerifyOptions | undefined;
  /**
   * Returns the user who wants to sign up, from the fields of the form, or null
   * to refuse. The address is not verified. Default: the field `email`.
   */
  getUserInfo?:
    | ((
      options: { readonly adapter: Adapter },
      request: WebAuthnRequest,
    ) => Awaitable<WebAuthnUserInfo | null>)
    | undefined;
  /** Loads the package that verifies passkeys. `WebAuthn` and `Passkey` bring it, so that no other application needs it. */
  loadServer?: (() => Promise<WebAuthnServer>) | undefined;
  /** @deprecated has no effect: the library brings its own script */
  simpleWebAuthnBrowserVersion?: string | false | undefined;
}

/** A passkey provider with every default filled in. */
export interface ResolvedWebAuthn {
  readonly id: string;
  readonly name: string;
  readonly type: "webauthn";
  readonly relyingParty: {
    readonly id: string | null;
    readonly name: string | null;
    readonly origins: readonly string[] | null;
  };
  readonly formFields: Readonly<Record<string, WebAuthnField>>;
  /** Whether the sign-in page offers passkeys by autofill. */
  readonly autofill: boolean;
  readonly registration: {
    readonly timeout: number;
    readonly userVerification: UserVerification;
    readonly attachment: AuthenticatorSelection["authenticatorAttachment"];
    readonly attestationType: "none" | "direct" | "enterprise";
    /** Null: the package's defaults. */
    readonly algorithms: readonly number[] | null;
  };
  readonly authentication: {
    readonly timeout: number;
    readonly userVerification: UserVerification;
  };
  readonly verifiesUser: {
    readonly register: boolean;
    readonly authenticate: boolean;
  };
  readonly getUserInfo: WebAuthnConfig["getUserInfo"] | null;
  readonly loadServer: () => Promise<WebAuthnServer>;
}
