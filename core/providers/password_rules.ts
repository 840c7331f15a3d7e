/**
 * The options that say which passwords are accepted, and how they are hashed.
 *
 * @module
 */

import type { HashPackages } from "../model/hash_packages.ts";
import type { PasswordFormat } from "../model/password_format.ts";
import type { CustomFetch } from "./oauth/oauth_config.ts";
import type { customFetch } from "./definition/symbols.ts";

/**
 * How passwords are hashed. No value is weaker than the minimum of OWASP's
 * Password Storage Cheat Sheet: less memory is made up for with more passes.
 */
export interface PasswordHashOptions extends HashPackages {
  /**
   * The algorithm of new hashes. `argon2id` needs `crypto.argon2` of Node 24.7,
   * or the option `argon2`. Hashes of any other are still verified, and replaced
   * when their user signs in. Default: `scrypt`; `pbkdf2` where the runtime has
   * no scrypt.
   */
  algorithm?: "scrypt" | "argon2id" | "pbkdf2" | undefined;
  /**
   * The memory of one hash, in MiB. scrypt: a power of 2 from 8 to 1024; default
   * 128, on Cloudflare Workers 16. Argon2id: 7 to 512; default 64.
   */
  memory?: number | undefined;
  /**
   * Iterations of PBKDF2 with SHA-256, 600,000 to 10 million. Default 600,000.
   */
  iterations?: number | undefined;
  /**
   * The library that made the hashes of imported users, if they have no prefix
   * that shows it. Default: all have one.
   */
  format?: PasswordFormat | undefined;
}

/** Options of the passwords themselves. */
export interface PasswordRuleOptions {
  /**
   * The least number of characters of a new password, 8 to 128, where the
   * password alone signs in. With a second factor, 8 are enough (NIST SP
   * 800-63B-4 section 3.1.1.2). Default 15.
   */
  minLength?: number | undefined;
  /**
   * Whether new passwords are looked up in a service of breached passwords, and
   * a password at its sign-in. Only the first five digits of the SHA-1 digest
   * are sent. `true` asks Pwned Passwords; the URL of a mirror is that of the
   * range, to which the digits are appended. A service that does not answer in
   * 800 ms refuses nothing. Default false.
   */
  breaches?: boolean | string | undefined;
  /**
   * What happens at a sign-in with a password that has become common or
   * breached since it was set: with `change`, the user has to choose another,
   * with `warn`, is asked to. Default `warn`.
   */
  onBreach?: "change" | "warn" | undefined;
  /**
   * A secret that each password is keyed with (HMAC-SHA-256) before it is
   * hashed, so that a stolen table is of no use without it; or a list, newest
   * first. At least 32 characters each. It must not be in the database. Keep
   * the older ones in the list: a password that was keyed with one that is gone
   * never matches. Default: none.
   */
  pepper?: string | readonly string[] | undefined;
  /** How passwords are hashed. Default: as well as the runtime can. */
  hash?: PasswordHashOptions | undefined;
  /** Sends the requests of `breaches`. Default: the global `fetch`. */
  [customFetch]?: CustomFetch | undefined;
}

/** The same options with every default filled in. */
export interface ResolvedRules {
  readonly minLength: number;
  /** The service of breached passwords; null: none is asked. */
  readonly breaches: BreachService | null;
  readonly onBreach: "change" | "warn";
  /** Newest first; empty: passwords are not keyed. */
  readonly peppers: readonly string[];
  readonly hash: PasswordHashOptions;
}

/** A service that lists breached passwords by the beginning of their digest. */
export interface BreachService {
  /** The URL to which the five digits are appended. */
  readonly url: string;
  readonly fetch: CustomFetch;
}
