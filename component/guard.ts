import type { RequireOptions } from "../core/pipeline/host/guards/options.ts";
import type { HostInstance } from "../core/pipeline/host/create_host.ts";
import type { Session } from "../core/model/model.ts";
import { toHost } from "./host.ts";
import { isDataRequest, isStatic } from "./incoming.ts";
import { openAsPage, openPage, send, writeCookies } from "./send.ts";
import { findSource, SHARED_GUARD } from "./session.ts";
import type { ComponentEvent } from "./types.ts";

/**
 * A request handler for routes and layouts that lets only signed-in users
 * through. Browsers are sent to the sign-in page and back, API clients get 401,
 * and signed-in users without permission get 403. With `maxAge`, `acr` or `amr`,
 * users whose proof is too old or too weak sign in again. A request to an untrusted
 * host gets 400, as on the auth routes. The configuration is that of
 * `ComponentAuth$` in the route plugin. It guards pages and endpoints. Qwik
 * City runs `server$` functions and global actions earlier: they have to check
 * the session themselves.
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
    const source = findSource(ev, "requireSession()");
    // Static generation has no session, so no guarded page is generated.
    if (isStatic(ev)) throw ev.send(401, "");
    const fields = () => ev.parseBody().catch(() => null);
    const { guard } = toHost(source) as HostInstance<
      ComponentEvent,
      S,
      unknown
    >;
    const passage = await guard(ev, options, fields);
    if (passage.kind === "refused") {
      const { reply, page } = passage;
      if (!isDataRequest(ev)) throw send(ev, reply);
      throw page === undefined
        ? openAsPage(ev)
        : openPage(ev, page, reply.cookies);
    }
    ev.sharedMap.set(SHARED_GUARD, true);
    writeCookies(ev, passage.cookies);
  };
}
