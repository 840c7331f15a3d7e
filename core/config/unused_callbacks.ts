import { isFirstWarning } from "../storage/process_cache.ts";
import type { Settings } from "./settings.ts";

/**
 * Logs, once in a process, which callbacks of the application will not be
 * called: adding an adapter to a working configuration changes that.
 */
export function warnUnusedCallbacks(
  { strategy, adapter, callbacks, log }: Settings,
): void {
  const unused = [
    ...strategy === "database" && callbacks.jwt !== undefined
      ? [
        '`callbacks.jwt` is never called: with an `adapter`, the session strategy is "database" unless you name another, and there is no token. The `session` callback gets `user` in place of `token`; docs/users.md#fields-of-your-own shows how it adds a role. To keep sessions in the cookie, write `session: { strategy: "jwt" }`.',
      ]
      : [],
    ...adapter !== null && callbacks.userId !== undefined
      ? [
        "`callbacks.userId` is never called: the `adapter` stores the users and gives them their ids.",
      ]
      : [],
  ];
  if (unused.length === 0 || !isFirstWarning("unused-callbacks")) return;
  log.warn("unused-callbacks", unused.join(" "));
}
