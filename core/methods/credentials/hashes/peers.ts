/** The part of the package `bcryptjs` that is used; the application installs it. */
export interface Bcrypt {
  compare(text: string, hash: string): Promise<boolean>;
}

/** The part of the package `@node-rs/argon2` that is used. */
export interface Argon2 {
  verify(hash: string, text: string): Promise<boolean>;
}

/** Loads the packages that only some hashes need; replaced in tests. */
export const peers: {
  bcrypt(): Promise<Bcrypt>;
  argon2(): Promise<Argon2>;
} = {
  async bcrypt() {
    const module: Bcrypt & { default?: Bcrypt } = await import("bcryptjs")
      // Bundlers ignore a missing package only if the import itself has a catch.
      .catch(rethrow);
    // A CommonJS module has its exports in `default`, in some runtimes only there.
    return module.default ?? module;
  },
  async argon2() {
    const module: Argon2 & { default?: Argon2 } = await import(
      "@node-rs/argon2"
    ).catch(rethrow);
    return module.default ?? module;
  },
};

function rethrow(error: unknown): never {
  throw error;
}
