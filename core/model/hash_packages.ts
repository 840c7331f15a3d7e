/**
 * bcrypt, as the packages `bcryptjs`, `bcrypt` and `@node-rs/bcrypt` provide
 * it.
 */
export interface BcryptPackage {
  /** Whether a text is the password of a hash. */
  compare(text: string, hash: string): Promise<boolean>;
}

/** Argon2, as the packages `@node-rs/argon2` and `argon2` provide it. */
export interface Argon2Package {
  /** Whether a text is the password of a hash. */
  verify(hash: string, text: string): Promise<boolean>;
  /**
   * Hashes a text with Argon2id and a random salt. Only new hashes with
   * `algorithm: "argon2id"` need it. The memory is in KiB.
   */
  hash?(
    text: string,
    cost: { memoryCost: number; timeCost: number; parallelism: number },
  ): Promise<string>;
}

/**
 * The packages that some hashes need. The application passes those that it has
 * installed, so that nothing in the library names them.
 */
export interface HashPackages {
  /** For hashes of bcrypt: the package `bcryptjs`, or one like it. */
  bcrypt?: BcryptPackage | undefined;
  /**
   * For hashes of Argon2 where the runtime has no `crypto.argon2` (Node 24.7 has
   * it): the package `@node-rs/argon2`, or one like it.
   */
  argon2?: Argon2Package | undefined;
}
