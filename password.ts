/**
 * Hashes passwords with scrypt, verifies them and those of other libraries, and
 * does the same work for users that do not exist.
 *
 * @module
 */

export {
  hashPassword,
  needsRehash,
  type PasswordOptions,
  verifyPassword,
  type VerifyPasswordOptions,
} from "./core/methods/credentials/password.ts";
export type {
  Argon2Package,
  BcryptPackage,
  HashPackages,
} from "./core/model/hash_packages.ts";
export type {
  FirebaseHashParameters,
  PasswordFormat,
} from "./core/model/password_format.ts";
