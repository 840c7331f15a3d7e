/**
 * The SvelteKit integration.
 *
 * @example
 * ```ts ignore
 * // src/lib/server/auth.ts
 * import { GitHub } from "@latchkey/auth/providers/github";
 * import { SvelteKitAuth } from "@latchkey/auth/sveltekit";
 *
 * export const auth = SvelteKitAuth({ providers: [GitHub()] });
 *
 * // src/hooks.server.ts
 * export const handle = auth.handle;
 *
 * // src/routes/private/+page.server.ts
 * export const load = async (event) => {
 *   const session = await auth.require(event);
 *   return { name: session.user?.name };
 * };
 *
 * // src/routes/login/+page.server.ts
 * export const actions = {
 *   github: auth.actions.signIn("github", { redirectTo: "/private" }),
 *   signOut: auth.actions.signOut(),
 * };
 * ```
 *
 * @module
 */

import { showSession } from "../core/pipeline/host/show_session.ts";
import { createWebHost } from "../core/pipeline/host/web_host.ts";
import { createActions, throwRefusal } from "./sveltekit/answers.ts";
import { isPrerendering, keepCookies, toPage } from "./sveltekit/event.ts";
import type { SvelteKitEvent, SvelteKitInstance } from "./sveltekit/types.ts";
import type {
  Adapter,
  AuthConfig,
  ConfigSource,
  SessionOf,
  StrategyChoice,
  TokenOf,
  UserFieldsOf,
} from "./types.ts";

export type * from "./sveltekit/types.ts";
export type * from "./types.ts";

/**
 * Creates the hook `handle`, guards and form actions:
 * `export const handle = auth.handle`, which combines with others by `sequence`.
 * The configuration may be a function of the event, which is not called before
 * the first request. With `paths.base`, `basePath` begins with it.
 *
 * @throws ConfigurationError that lists every mistake in the configuration
 */
export function SvelteKitAuth<
  const C extends AuthConfig<TokenOf<A, S>>,
  A extends Adapter | undefined = undefined,
  S = undefined,
>(
  config: ConfigSource<SvelteKitEvent, C> & StrategyChoice<A, S>,
): SvelteKitInstance<SessionOf<C>, UserFieldsOf<C>> {
  type Instance = SvelteKitInstance<SessionOf<C>, UserFieldsOf<C>>;
  // Copies of the event differ: in those of `load`, reading the URL has effects,
  // and those of a query have none.
  const events = new WeakMap<Request, SvelteKitEvent>();
  const prerendered = new WeakSet<Request>();
  const find = (event: SvelteKitEvent) => events.get(event.request) ?? event;
  const host = createWebHost<SvelteKitEvent, SessionOf<C>, UserFieldsOf<C>>(
    config,
    {
      toRequest: ({ request }) => request,
      toIncoming: (incoming, event) => ({
        ...toPage(incoming, find(event)),
        address: (ask) =>
          ask === undefined
            ? { text: find(event).getClientAddress(), isPeer: true }
            : incoming.address(ask),
      }),
      setCookies: (event, cookies) => keepCookies(find(event), cookies),
    },
  );
  const { functions, respond, share, guard, proxy } = host;
  return {
    ...functions,
    proxy,
    handle: async ({ event, resolve }) => {
      const { request, locals } = event;
      if (isPrerendering(event)) {
        prerendered.add(request);
        showSession(locals, null, () => {});
        return await resolve(event);
      }
      events.set(request, event);
      return await respond(event, async () => {
        await share(event, locals);
        return await resolve(event);
      });
    },
    require: async (event, options) => {
      if (prerendered.has(event.request)) {
        throw new Error(
          "A prerendered page is the same for everybody, so no guard can be in front of it: set `prerender = false`.",
        );
      }
      const visitor = await guard(event, options);
      return visitor instanceof Response
        ? await throwRefusal(visitor, find(event))
        : visitor;
    },
    actions: createActions(functions),
  } satisfies Instance;
}
