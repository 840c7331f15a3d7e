import type {
  CredentialInputs,
  CredentialsConfig,
} from "../core/providers/credentials_provider.ts";
import { type Definition, mergeProvider } from "../core/providers/define.ts";

/** What {@link Credentials} takes: everything but the type, and the id if there is only one. */
export type CredentialsOptions<C extends CredentialInputs = CredentialInputs> =
  & Omit<CredentialsConfig<C>, "id" | "type">
  & {
    /** Part of the URLs; each provider needs its own. Default `credentials`. */
    id?: string | undefined;
  };

/**
 * Signing in with what the application checks itself, a name and a password for
 * example. The sign-in page shows the fields as a form.
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
 *       // Takes the same time for names that nobody has.
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
