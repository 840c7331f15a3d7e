/**
 * The functions of the package `@simplewebauthn/server` that verify passkeys.
 * The types name no package, because only applications with passkeys install
 * it.
 */
export interface WebAuthnServer {
  /** Makes the options a browser needs to use a passkey. */
  generateAuthenticationOptions(options: object): Promise<object>;
  /** Makes the options a browser needs to create a passkey. */
  generateRegistrationOptions(options: object): Promise<object>;
  /** Verifies the use of a passkey. */
  verifyAuthenticationResponse(
    options: object,
  ): Promise<VerifiedAuthentication>;
  /** Verifies the creation of a passkey. */
  verifyRegistrationResponse(
    options: object,
  ): Promise<VerifiedRegistration>;
  /** Decodes an attestation object. */
  decodeAttestationObject(bytes: Uint8Array): {
    get(key: "authData"): Uint8Array;
  };
}

/** The result of using a passkey. */
export interface VerifiedAuthentication {
  /** Whether the signature is right. */
  verified: boolean;
  /** What the authenticator says. */
  authenticationInfo: {
    newCounter: number;
    /** Whether it verified its user, by a fingerprint or a PIN for example. */
    userVerified?: boolean;
  };
}

/** The result of creating a passkey. */
export type VerifiedRegistration = { verified: false } | {
  /** It was verified. */
  verified: true;
  /** What the authenticator says about it. */
  registrationInfo: {
    /** The passkey itself. */
    credential: { id: string; publicKey: Uint8Array; counter: number };
    /** Whether the authenticator keeps a copy elsewhere. */
    credentialBackedUp: boolean;
    /** Whether it may be kept elsewhere. */
    credentialDeviceType: string;
  };
};
