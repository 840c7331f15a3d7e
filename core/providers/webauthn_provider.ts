import type { Adapter } from "../model/adapter.ts";
import type { Awaitable } from "../model/model.ts";
import type { CommonProviderOptions } from "./provider.ts";

/** Who passkeys are for (WebAuthn section 5.4.2). */
export interface RelyingParty {
  /** The domain that passkeys belong to: the host name of the origin, or a domain above it. Default: the host name. */
  id?: string | undefined;
  /** What authenticators show. Default: the host. */
  name?: string | undefined;
  /** The origin, or the origins, that passkeys may be used at. Default: the public origin. */
  origin?: string | readonly string[] | undefined;
}

/** One field of the form on the sign-in page. Further members become attributes of its input. */
export interface WebAuthnField {
  /** What stands above the field. Default: its name; of `email`, the words for it in the visitor's language. */
  label?: string | undefined;
  /** Any further attribute of the input; `false` leaves one out. */
  [attribute: string]: string | number | boolean | undefined;
}

/** What authenticators have to be able to do (WebAuthn section 5.4.4). */
export interface AuthenticatorSelection {
  /** Built in, or one that is plugged in. Default: either. */
  authenticatorAttachment?: "platform" | "cross-platform" | undefined;
  /** Whether people are asked for their fingerprint, face or PIN. Default `required`. */
  userVerification?: UserVerification | undefined;
}

/** How much an authenticator makes sure of who uses it (WebAuthn section 5.8.6). */
export type UserVerification = "required" | "preferred" | "discouraged";

/** How passkeys are made. */
export interface WebAuthnRegistrationOptions {
  /** Milliseconds that the browser waits. Default 300000. */
  timeout?: number | undefined;
  /**
   * Whether the authenticator has to say what it is. `none` is right unless you
   * choose authenticators; with another one, certificates are checked and their
   * revocation lists fetched. Default `none`.
   */
  attestationType?: "none" | "direct" | "enterprise" | undefined;
  /** What authenticators have to be able to do. */
  authenticatorSelection?: AuthenticatorSelection | undefined;
  /** Algorithms of the keys (COSE), the preferred one first. Default: those of `@simplewebauthn/server`. */
  supportedAlgorithmIDs?: readonly number[] | undefined;
}

/** How passkeys are used. */
export interface WebAuthnAuthenticationOptions {
  /** Milliseconds that the browser waits. Default 300000. */
  timeout?: number | undefined;
  /** Whether people are asked for their fingerprint, face or PIN. Default `required`. */
  userVerification?: UserVerification | undefined;
}

/** What is checked when a passkey is made or used. */
export interface WebAuthnVerifyOptions {
  /** Whether the authenticator must have made sure of who uses it. Default true. */
  requireUserVerification?: boolean | undefined;
}

/** What {@link WebAuthnConfig.getUserInfo} knows of the one who asks. */
export interface WebAuthnRequest {
  /** Method of the request. */
  readonly method: string;
  /** The fields of the form. */
  readonly query: Readonly<Record<string, string>>;
}

/** Who wants to sign up. */
export interface WebAuthnUserInfo {
  /** As they will be stored. `email` is required. */
  user: {
    email?: string | null | undefined;
    name?: string | null | undefined;
    image?: string | null | undefined;
  };
  /** Has no effect: whether the address is taken is found out, and is not told before a passkey was made. */
  exists?: boolean | undefined;
}

/**
 * Passkeys (WebAuthn level 3). Needs an `adapter`, the package
 * `@simplewebauthn/server`, and `experimental.enableWebAuthn`.
 */
export interface WebAuthnConfig extends Omit<CommonProviderOptions, "name"> {
  /** Name of the way in. Default: the id. */
  name?: string | undefined;
  /** Passkeys. */
  type: "webauthn";
  /** Who passkeys are for. Default: the public origin. */
  relayingParty?: RelyingParty | undefined;
  /** The same, spelled right; wins. */
  relyingParty?: RelyingParty | undefined;
  /**
   * The fields of the form on the sign-in page. Who has no passkey yet can sign
   * up if there is one named `email`. Default: one for the e-mail address.
   */
  formFields?: Readonly<Record<string, WebAuthnField>> | undefined;
  /** Whether the sign-in page offers passkeys while somebody fills in the form (autofill). Default: true for the first provider that has a field for it. */
  enableConditionalUI?: boolean | undefined;
  /** How passkeys are made. */
  registrationOptions?: WebAuthnRegistrationOptions | undefined;
  /** How passkeys are used. */
  authenticationOptions?: WebAuthnAuthenticationOptions | undefined;
  /** What is checked when a passkey is made. */
  verifyRegistrationOptions?: WebAuthnVerifyOptions | undefined;
  /** What is checked when a passkey is used. */
  verifyAuthenticationOptions?: WebAuthnVerifyOptions | undefined;
  /**
   * Who wants to sign up, from the fields of the form; null: nobody may. The
   * address is not proved. Default: the field `email`.
   */
  getUserInfo?:
    | ((
      options: { readonly adapter: Adapter },
      request: WebAuthnRequest,
    ) => Awaitable<WebAuthnUserInfo | null>)
    | undefined;
  /** @deprecated has no effect: the library brings its own script */
  simpleWebAuthnBrowserVersion?: string | false | undefined;
}

/** A provider of passkeys with every default filled in. */
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
    /** Null: those that the package chooses. */
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
}
