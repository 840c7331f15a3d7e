/**
 * Sign-up and sign-in with a password that the library keeps.
 *
 * @module
 */

import { resolvePassword } from "../core/config/providers/resolve_password.ts";
import { passwordResolver } from "../core/providers/definition/symbols.ts";
import type { SelfResolving } from "../core/providers/resolving.ts";
import type { PasswordConfig } from "../core/providers/credentials_provider.ts";
import type {
  PasswordOptions,
  SecondFactorRule,
} from "../core/providers/password_provider.ts";

export type {
  PasswordHashOptions,
  PasswordRuleOptions,
} from "../core/providers/password_rules.ts";
export type {
  FieldProblem,
  NewPasswordModel,
  PasswordAskModel,
  PasswordPageField,
} from "../core/config/pages/password_models.ts";
export type { PasswordWords } from "../core/config/pages/password_words.ts";
export type {
  SignUpField,
  SignUpFields,
} from "../core/providers/sign_up_fields.ts";
export type { PasswordConfig, PasswordOptions, SecondFactorRule };

/**
 * Sign-in with an e-mail address and a password that the adapter stores, and
 * all that belongs to it. Needs an adapter with `getSecret` and
 * `replaceSecret`, and an e-mail provider that can send.
 *
 * @example
 * ```ts
 * import { createAuth } from "@latchkey/auth";
 * import { createMemoryAdapter } from "@latchkey/auth/adapters/memory";
 * import { Nodemailer } from "@latchkey/auth/providers/nodemailer";
 * import { Password } from "@latchkey/auth/providers/password";
 *
 * const auth = createAuth({
 *   secret: "a random text of at least 32 characters",
 *   adapter: createMemoryAdapter(),
 *   providers: [
 *     Password({
 *       mail: Nodemailer({
 *         server: "smtp://localhost:1025",
 *         from: "Example <sign-in@example.com>",
 *       }),
 *     }),
 *   ],
 * });
 * ```
 */
export function Password(options: PasswordOptions = {}): PasswordConfig {
  const provider: PasswordConfig & SelfResolving = {
    id: "password",
    type: "credentials",
    authorize: () => null,
    password: options,
    [passwordResolver]: resolvePassword,
  };
  return provider;
}

export default Password;
