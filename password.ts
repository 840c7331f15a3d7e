/**
 * Passwords: hashed with scrypt, and verified in the same time for people who do
 * not exist.
 *
 * @module
 */

export {
  hashPassword,
  needsRehash,
  type PasswordOptions,
  verifyPassword,
} from "./core/methods/credentials/password.ts";
