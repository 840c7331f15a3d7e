/**
 * Hashes passwords with scrypt, and verifies them in the same time for users
 * that do not exist.
 *
 * @module
 */

export {
  hashPassword,
  needsRehash,
  type PasswordOptions,
  verifyPassword,
} from "./core/methods/credentials/password.ts";
