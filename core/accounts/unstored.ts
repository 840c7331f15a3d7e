import type { AdapterUser } from "../model/adapter.ts";
import type { SessionContext } from "../request/context.ts";
import { isFirstWarning } from "../storage/process_cache.ts";

/**
 * Logs once which fields of a new user the adapter did not store, such as a role
 * that `profile()` returned and the table has no column for.
 *
 * @param given the user as it was passed to the adapter
 */
export function warnUnstored(
  { settings, effects }: SessionContext,
  given: AdapterUser,
  stored: AdapterUser,
): void {
  const lost = Object.entries(given)
    .filter(([name, value]) => (value ?? null) !== null && !(name in stored))
    .map(([name]) => `\`${name}\``);
  const fields = lost.join(", ");
  if (fields === "" || !isFirstWarning(`fields ${settings.key} ${fields}`)) {
    return;
  }
  effects.log.warn(
    "user-fields",
    `The adapter does not store ${fields} of a user: its table has no such column. Declare it in \`user.fields\`, if the adapter is one of the library, or leave it out of \`profile()\`: docs/users.md#fields-of-your-own.`,
  );
}
