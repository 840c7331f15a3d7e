/**
 * The integration for Nuxt 4, whose server is h3 1: the functions for its
 * server. `@latchkey/auth/nuxt/module` is the module for its pages.
 *
 * @example
 * ```ts ignore
 * // server/utils/auth.ts
 * import { NuxtAuth } from "@latchkey/auth/nuxt";
 * import { GitHub } from "@latchkey/auth/providers/github";
 *
 * export const auth = NuxtAuth({ providers: [GitHub()] });
 *
 * // server/middleware/auth.ts
 * export default defineEventHandler(auth);
 *
 * // server/api/private.ts
 * export default defineEventHandler(async (event) => {
 *   const { user } = await auth.requireSession(event);
 *   return { name: user?.name };
 * });
 *
 * // nuxt.config.ts
 * export default defineNuxtConfig({ modules: ["@latchkey/auth/nuxt"] });
 * ```
 *
 * @module
 */

import {
  createHost,
  type HostInstance,
} from "../core/pipeline/host/create_host.ts";
import { toHostRequest } from "../core/pipeline/host/host_request.ts";
import { showSession } from "../core/pipeline/host/show_session.ts";
import { assertProxy } from "../core/pipeline/proxy/proxy_options.ts";
import { toIncoming } from "../server/incoming.ts";
import { passOn } from "../server/proxy.ts";
import { send } from "../server/send.ts";
import { isForAll, node, Refused } from "./nuxt/event.ts";
import type {
  NuxtAuthHandler,
  NuxtEvent,
  NuxtHandler,
  NuxtPage,
} from "./nuxt/types.ts";
import type {
  Adapter,
  AuthConfig,
  ConfigSource,
  ProxyOptions,
  Session,
  SessionOf,
  StrategyChoice,
  TokenOf,
  UserFieldsOf,
} from "./types.ts";

export type * from "./nuxt/types.ts";
export type * from "./types.ts";

/**
 * Creates the middleware that serves the auth routes and shows the session as
 * `event.context.session`, with the functions for server routes:
 * `defineEventHandler(auth)` in `server/middleware/`. The configuration may be a
 * function of the event, which is not called before the first request. With
 * `app.baseURL`, `basePath` begins with it.
 *
 * @throws ConfigurationError that lists every mistake in the configuration
 */
export function NuxtAuth<
  const C extends AuthConfig<TokenOf<A, S>>,
  A extends Adapter | undefined = undefined,
  S = undefined,
>(
  config: ConfigSource<NuxtEvent, C> & StrategyChoice<A, S>,
): NuxtAuthHandler<SessionOf<C>, UserFieldsOf<C>> {
  type Own = SessionOf<C>;
  const host = createHost<NuxtEvent, Own, UserFieldsOf<C>>(config, node);
  const requireSession = createGuard(host);
  const handler: NuxtHandler = async (event) => {
    const reply = await host.handle(event, true);
    if (reply !== null) return send(event.node.res, reply);
    if (isForAll(event)) show(event, null);
    else await host.follow(event, (session) => show(event, session));
    const page: NuxtPage<Own> = {
      readSession: () => isForAll(event) ? undefined : toPlain(event),
      requireSession: (options) => requireSession(event, options),
    };
    Object.assign(event.context, { latchkey: page });
  };
  return Object.assign(handler, {
    ...host.functions,
    getSession: async (event: NuxtEvent) =>
      isForAll(event) ? null : await host.functions.getSession(event),
    requireSession,
    proxy: (options: ProxyOptions) => createProxy(config, options),
  });
}

/** Creates the function that returns the session, or ends the handler. */
function createGuard<S, F>(
  { guard }: HostInstance<NuxtEvent, S, F>,
): NuxtAuthHandler<S, F>["requireSession"] {
  return async (event, options = {}) => {
    if (isForAll(event)) {
      throw new Error(
        "A cached or prerendered answer is the same for everybody, so no guard can be in front of it: remove its route rule.",
      );
    }
    const passage = await guard(event, options);
    if (passage.kind === "refused") {
      send(event.node.res, passage.reply);
      throw new Refused(passage.reply.status);
    }
    node.write(event, passage.cookies, true);
    return passage.session as S;
  };
}

function createProxy(
  config: ConfigSource<NuxtEvent>,
  options: ProxyOptions,
): NuxtHandler {
  assertProxy(options, config);
  return async (event) => {
    const { req, res } = event.node;
    const request = toHostRequest(event, toIncoming(req), config);
    await passOn({ req, res, request: { ...request, key: req }, options });
  };
}

function show(event: NuxtEvent, session: Session | null): void {
  showSession(
    event.context,
    session,
    () => isForAll(event) ? false : node.write(event, [], session !== null),
  );
}

/** Returns the session as browsers get it: as JSON has it. */
function toPlain({ context }: NuxtEvent) {
  return JSON.parse(JSON.stringify(context.session ?? null));
}
