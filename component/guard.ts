import type { ConfigSource } from "../core/config.ts";
import type { RequireOptions } from "../core/guard.ts";
import { loadGuard } from "../core/load.ts";
import type { Session } from "../core/model.ts";
import { isDataRequest, toPageIncoming } from "./incoming.ts";
import { forbidCaches, openAsPage, send, writeCookies } from "./send.ts";
import { SHARED_SOURCE } from "./serve.ts";
import type { ComponentAuthSource, ComponentEvent } from "./types.ts";

/**
 * A request handler for routes and layouts: only who is signed in gets through.
 * Browsers are sent to the sign-in page and back, programs get 401, and who is
 * signed in but may not pass gets 403. The configuration is that of
 * `ComponentAuth$` in the route plugin.
 *
 * @throws Error if `onRequest` of `ComponentAuth$` did not run before
 *
 * @example
 * ```ts
 * import { requireSession } from "@latchkey/auth/component";
 *
 * // src/routes/admin/layout.tsx
 * export const onRequest = requireSession({ role: "admin" });
 * ```
 */
export function requireSession<S = Session>(
  options: RequireOptions<S> = {},
): (ev: ComponentEvent) => Promise<void> {
  return async (ev) => {
    const source = ev.sharedMap.get(SHARED_SOURCE) as
      | ComponentAuthSource
      | undefined;
    if (source === undefined) {
      throw new Error(
        "requireSession() needs ComponentAuth$: export its onRequest from src/routes/plugin@auth.ts.",
      );
    }
    const { requireSession } = await loadGuard();
    const passage = await requireSession(
      ev,
      toPageIncoming(ev),
      source as ConfigSource<ComponentEvent>,
      options,
    );
    if (passage.kind === "refused") {
      if (isDataRequest(ev)) throw openAsPage(ev);
      throw send(ev, passage.reply);
    }
    writeCookies(ev, passage.cookies);
    forbidCaches(ev);
  };
}
