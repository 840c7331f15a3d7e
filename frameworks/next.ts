/**
 * The integration for the App Router of Next 16.
 *
 * @example
 * ```ts ignore
 * // auth.ts
 * import { createNextAuth } from "@latchkey/auth/next";
 * import { GitHub } from "@latchkey/auth/providers/github";
 *
 * export const auth = createNextAuth({ providers: [GitHub] });
 *
 * // app/auth/[...auth]/route.ts
 * import { auth } from "../../../auth";
 *
 * export const { GET, POST } = auth.handlers;
 *
 * // proxy.ts
 * import { auth } from "./auth";
 *
 * export const proxy = auth.proxy();
 *
 * // app/page.tsx
 * import { auth } from "../auth";
 *
 * export default async function Page() {
 *   const session = await auth.getSession();
 *   return <p>Hello {session?.user?.name ?? "stranger"}</p>;
 * }
 * ```
 *
 * @module
 */

import { createWebHost } from "../core/pipeline/host/web_host.ts";
import {
  bindFunctions,
  guardPage,
  sendForm,
  toOptions,
} from "./next/functions.ts";
import {
  findRequest,
  isReadOnly,
  mount,
  setCookies,
  toIncoming,
} from "./next/request.ts";
import { createProxyFile } from "./next/proxy_file.ts";
import type { NextServerAuth, RouteHandler } from "./next/types.ts";
import type {
  Adapter,
  AuthConfig,
  ConfigSource,
  SessionOf,
  StrategyChoice,
  TokenOf,
  UserFieldsOf,
} from "./types.ts";

export type * from "./next/types.ts";
export type * from "./types.ts";

/**
 * Sets up the library for the App Router, in a file `auth.ts` that the others
 * import. The configuration may be a function of the request, for applications
 * with several tenants.
 *
 * @throws ConfigurationError that lists every mistake in the configuration
 */
export function createNextAuth<
  const C extends AuthConfig<TokenOf<A, S>>,
  A extends Adapter | undefined = undefined,
  S = undefined,
>(
  config: ConfigSource<Request, C> & StrategyChoice<A, S>,
): NextServerAuth<SessionOf<C>, UserFieldsOf<C>> {
  type Own = SessionOf<C>;
  type Auth = NextServerAuth<Own, UserFieldsOf<C>>;
  const host = createWebHost<Request, Own, UserFieldsOf<C>>(config, {
    toRequest: (request) => request,
    toIncoming,
    isReadOnly,
    setCookies,
  });
  const { signIn, signOut, submit } = host.functions;
  const answer: RouteHandler = async (request, { params }) => {
    const own = await findRequest(request);
    mount(own, await params);
    // No other requests come here, so there is always an answer.
    return await host.answer(own, false) as Response;
  };
  const functions: Omit<Auth, keyof typeof host.functions> = {
    handlers: { GET: answer, POST: answer, OPTIONS: answer },
    proxy: (guard) => createProxyFile(host, guard),
    apiHandlers: (options) => {
      const pass = host.proxy(options);
      return { GET: pass, POST: pass, PUT: pass, PATCH: pass, DELETE: pass };
    },
    require: async (request, options) =>
      await host.guard(await findRequest(request), options),
    requireSession: ({ path, ...options } = {}) =>
      guardPage(path, (request) => host.guard(request, options)),
  };
  const forms: Pick<Auth, "signIn" | "signOut" | "submit"> = {
    signIn: (provider, options) =>
      sendForm((request) => signIn(request, provider, toOptions(options))),
    signOut: (options) => sendForm((request) => signOut(request, options)),
    submit: (action, options) =>
      sendForm((request) => submit(request, action, toOptions(options))),
  };
  return { ...bindFunctions(host.functions), ...functions, ...forms } as Auth;
}
