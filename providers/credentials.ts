/**
 * Sign-in with a password, or anything else, that the application checks itself.
 *
 * @module
 */

import type {
  CredentialInputs,
  CredentialsConfig,
} from "../core/providers/credentials_provider.ts";
import type { Definition } from "../core/providers/definition/define.ts";
import { mergeProvider } from "../core/providers/definition/merge_provider.ts";

/** Options of {@link Credentials}: those of the provider without the type. The id is optional. */
export type CredentialsOptions<C extends CredentialInputs = CredentialInputs> =
  & Omit<CredentialsConfig<C>, "id" | "type">
  & {
    /** Id, used in URLs; each provider needs its own. Default `credentials`. */
    id?: string | undefined;
  };

/**
 * Sign-in with credentials that the application checks itself, for example a
 * name and a password. The sign-in page shows the fields as a form.
 *
 * @example
 * ```ts
 * import { Credentials } from "@latchkey/auth/providers/credentials";
 * import { verifyPassword } from "@latchkey/auth/password";
 *
 * // Stands for a table of yours; hashPassword() makes the hash.
 * const users = new Map([
 *   ["ada", { id: "7", name: "Ada Lovelace", passwordHash: "$scrypt$ln=17…" }],
 * ]);
 *
 * const providers = [
 *   Credentials({
 *     credentials: {
 *       username: { label: "User name" },
 *       password: { label: "Password", type: "password" },
 *     },
 *     async authorize({ username = "", password }) {
 *       const user = users.get(username);
 *       // Takes the same time for unknown names.
 *       const isRight = await verifyPassword(password, user?.passwordHash);
 *       return isRight && user ? { id: user.id, name: user.name } : null;
 *     },
 *   }),
 * ];
 * ```
 */
export function Credentials<C extends CredentialInputs>(
  options: CredentialsOptions<C>,
): CredentialsConfig<C> {
  const definition: Definition<CredentialsConfig<C>> = {
    id: "credentials",
    name: "Credentials",
    authorize: options.authorize,
  };
  return { ...mergeProvider(definition, options), type: "credentials" };
}

export default Credentials;
