import type { AuthConfig } from "../../../config/config.ts";
import { ConfigurationError } from "../../../errors/errors.ts";
import type { Revocation } from "../../../session/revocation/revocation.ts";

/**
 * Asserts that a user's id can be one of this configuration's. An id that is
 * not would be accepted, and do nothing.
 *
 * @param name the function that got the id
 * @throws ConfigurationError
 */
export function assertUserId(
  config: AuthConfig,
  id: unknown,
  name: string,
): void {
  if (typeof id !== "string" || id === "") {
    throw new ConfigurationError([
      `\`${name}\` needs the id of a user, a string that is not empty.`,
    ]);
  }
  if (mayBeOwn(config) || /^[\w-]{43}$/.test(id)) return;
  throw new ConfigurationError([
    `\`${name}\` got an id that no user here can have. Without an adapter, the id of a user is a hash that the library makes; what the \`session\` callback writes to \`user.id\` does not change it. Pass the library's id, or name your own ids by \`callbacks.userId\`.`,
  ]);
}

/** Whether ids can have any form: those of an adapter, of the application's code, or of another library. */
function mayBeOwn(
  { adapter, callbacks, providers, session }: AuthConfig,
): boolean {
  if (adapter !== undefined || callbacks?.userId !== undefined) return true;
  if (session?.accept !== undefined || typeof providers === "function") {
    return true;
  }
  return providers.some((one) =>
    typeof one === "object" && one.type === "credentials"
  );
}

/**
 * Asserts that a revocation says which sessions it ends: a missing id must not
 * end those of all users.
 *
 * @throws ConfigurationError
 */
export function assertRevocation(config: AuthConfig, what: Revocation): void {
  if (what.user !== undefined) assertUserId(config, what.user, "revoke");
  else if (what.all !== true && (what.session ?? "") === "") {
    throw new ConfigurationError([
      "`revoke` needs `{ session: id }`, `{ user: id }` or `{ all: true }`; the id is missing.",
    ]);
  }
}
