/** A stored passkey. Bytes are base64 strings. */
export interface AdapterAuthenticator {
  /** Id of the owning user. */
  userId: string;
  /** Id of the account that the passkey signs in to. */
  providerAccountId: string;
  /** The credential's unique id. */
  credentialID: string;
  /** The credential's public key. */
  credentialPublicKey: string;
  /** The signature counter that the authenticator reported. */
  counter: number;
  /** Whether the passkey is backed up. */
  credentialBackedUp: boolean;
  /** `singleDevice` or `multiDevice`. */
  credentialDeviceType: string;
  /** Transports of the authenticator, separated by commas. */
  transports?: string | null | undefined;
  /** The name that the user gave it; with {@link Adapter.updateAuthenticator}, like the times. */
  name?: string | null | undefined;
  /** The time at which it was stored. */
  createdAt?: Date | null | undefined;
  /** The time at which the user last proved something with it. */
  lastUsedAt?: Date | null | undefined;
}
