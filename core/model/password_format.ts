/** The parameters of a Firebase project, from its console under "Password hash parameters". */
export interface FirebaseHashParameters {
  /** `base64_signer_key`. A secret: keep it out of the code. */
  readonly signerKey: string;
  /** `base64_salt_separator` */
  readonly saltSeparator: string;
  /** `rounds`, 1 to 8 */
  readonly rounds: number;
  /** `mem_cost`, 1 to 14 */
  readonly memCost: number;
}

/**
 * The maker of stored hashes whose text does not show it:
 *
 * - `"better-auth"`: `<32 hex digits>:<128 hex digits>`, of Better Auth
 * - `"node-scrypt"`: `<salt>:<128 hex digits>`, of `scrypt` of `node:crypto`
 *   with its default cost; the salt has 16 to 128 hex digits
 * - `"aspnet-identity"`: base64 of ASP.NET Core Identity, version 2 or 3
 * - `{ firebase }`: `<salt>:<passwordHash>` of an export of Firebase
 *   Authentication
 */
export type PasswordFormat =
  | "better-auth"
  | "node-scrypt"
  | "aspnet-identity"
  | { readonly firebase: FirebaseHashParameters };
