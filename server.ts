/**
 * The Express integration. It works with Express 4 and 5 and with Connect: the
 * request and response types are structural, so Express is not a dependency.
 *
 * @example
 * ```ts
 * import express from "express";
 * import { ServerAuth, type ServerAuthConfig } from "@latchkey/auth/server";
 *
 * const auth = ServerAuth({
 *   secret: "a random text of at least 32 characters",
 *   providers: [{
 *     id: "work",
 *     name: "Work",
 *     type: "oidc",
 *     issuer: "https://login.example.com",
 *     clientId: "my-app",
 *   }],
 * } satisfies ServerAuthConfig);
 *
 * const app = express();
 * app.use("/auth", auth);
 * app.use(auth.session);
 * app.get("/", (_req, res) => {
 *   res.send(`Hello ${res.locals.session?.user?.name ?? "stranger"}`);
 * });
 * app.get("/private", auth.require(), (_req, res) => {
 *   res.send("Only for people who are signed in");
 * });
 * ```
 *
 * @module
 */

import type { ConfigSource } from "./core/config/config.ts";
import type {
  StrategyChoice,
  TokenOf,
} from "./core/config/session_callback.ts";
import type { Adapter } from "./core/model/adapter.ts";
import type { Session } from "./core/model/model.ts";
import type {
  SessionOf,
  UpdateOptions,
} from "./core/pipeline/host/auth_instance.ts";
import type { UserFieldsOf } from "./core/pipeline/host/user_field_types.ts";
import type { BeginSessionOptions } from "./core/pipeline/host/begin_session.ts";
import { createHost } from "./core/pipeline/host/create_host.ts";
import type { RequireOptions } from "./core/pipeline/host/guards/options.ts";
import { toHostRequest } from "./core/pipeline/host/host_request.ts";
import { loadPipeline } from "./core/pipeline/load_pipeline.ts";
import type { ProxyOptions } from "./core/pipeline/proxy/proxy_options.ts";
import {
  type Visit,
  visitSession,
} from "./core/pipeline/host/session_access.ts";
import { toHead } from "./server/incoming.ts";
import {
  toGuard,
  toHandler,
  toHost,
  toProxy,
  toResponse,
  toSessionMiddleware,
  updateLocals,
} from "./server/middleware.ts";
import { limitCaches, writeCookies } from "./server/send.ts";
import type {
  ServerAuthConfig,
  ServerAuthHandler,
  ServerRequest,
} from "./server/types.ts";

export type * from "./server/types.ts";
export type { ServerGuard } from "./server/guard_type.ts";
export type {
  StrategyChoice,
  TokenOf,
} from "./core/config/session_callback.ts";
export type {
  PasskeyChoice,
  PasskeyInfo,
  PasskeyName,
} from "./core/accounts/passkeys.ts";
export type { AccountChoice } from "./core/accounts/unlink.ts";
export type {
  ListSessions,
  SessionInfo,
  SessionPage,
  SessionPageOptions,
} from "./core/session/rows/list.ts";
export type {
  RequireOptions,
  RoleOf,
} from "./core/pipeline/host/guards/options.ts";
export type { Revocation } from "./core/session/revocation/revocation.ts";
export type { SignInAccount } from "./core/pipeline/host/management/sign_in_account.ts";
export type {
  BeginSession,
  BeginSessionOptions,
} from "./core/pipeline/host/begin_session.ts";
export type { UserManagement } from "./core/pipeline/host/management/user_management.ts";
export type * from "./core/pipeline/host/management/types.ts";
export type {
  ButtonStyle,
  PageProvider,
} from "./core/config/pages/page_models.ts";
export type {
  Account,
  DefaultSession,
  JWT,
  Profile,
  Session,
  SessionAuthentication,
  SessionUser,
  User,
} from "./core/model/model.ts";
export type {
  SessionWith,
  UserFieldsOf,
} from "./core/pipeline/host/user_field_types.ts";
export type {
  SessionOf,
  UpdateOptions,
} from "./core/pipeline/host/auth_instance.ts";
export type {
  AccessTokenOptions,
  AccessTokenResult,
  ResealResult,
  ResourceInit,
} from "./core/pipeline/host/tokens.ts";
export type { ProxyOptions } from "./core/pipeline/proxy/proxy_options.ts";
export type {
  Readiness,
  ReadinessCheck,
  ReadinessOptions,
} from "./core/pipeline/host/management/readiness.ts";
export type { InviteOptions } from "./core/pipeline/host/management/invite.ts";
export type * from "./core/pipeline/host/forms/form_types.ts";
export type { HostFunctions } from "./core/pipeline/host/host_functions.ts";

/**
 * Creates the Express middleware that serves the auth routes. Mount it with
 * `app.use("/auth", auth)`, before or after body parsers. The configuration may
 * be a function of the request, for multi-tenant applications.
 *
 * @experimental The server integration may change before 1.0.
 * @throws ConfigurationError that lists every mistake in the configuration;
 *   settings that may still come from the environment are checked at first use
 */
export function ServerAuth<
  const C extends ServerAuthConfig<TokenOf<A, S>>,
  R extends ServerRequest = ServerRequest,
  A extends Adapter | undefined = undefined,
  S = undefined,
>(
  config: ConfigSource<R, C> & StrategyChoice<A, S>,
): ServerAuthHandler<SessionOf<C>, R, UserFieldsOf<C>> {
  const handler = toHandler(config);
  const host = createHost<R, SessionOf<C>, UserFieldsOf<C>>(
    config,
    toHost(handler),
  );
  const { functions } = host;
  return Object.assign(handler, {
    ...functions,
    session: toSessionMiddleware(host),
    require: (options: RequireOptions<SessionOf<C>> = {}) =>
      toGuard(host, options),
    updateSession: (req: R, data: unknown, options?: UpdateOptions) =>
      updateSession<C, R>(req, config, data, options),
    proxy: (options: ProxyOptions) => toProxy(config, options, handler),
    beginSession: async (req: R, options: BeginSessionOptions) => {
      await functions.beginSession(req, options);
      updateLocals(req, await functions.getSession(req) as Session | null);
    },
  });
}

/**
 * Returns the session of a request, or null. Reads it once per request, and
 * writes cookies that are due through `req.res` if the response has not begun.
 *
 * @throws AuthError if the configuration is wrong, the store fails, or a
 *   callback threw; never because of client input
 *
 * @example
 * ```ts
 * import express from "express";
 * import { getSession, type ServerAuthConfig } from "@latchkey/auth/server";
 *
 * const config = { providers: [] } satisfies ServerAuthConfig;
 * const app = express();
 * app.get("/", async (req, res) => {
 *   const session = await getSession(req, config);
 *   res.send(`Hello ${session?.user?.name ?? "stranger"}`);
 * });
 * ```
 */
export async function getSession<
  const C extends ServerAuthConfig,
  R extends ServerRequest = ServerRequest,
>(req: R, config: ConfigSource<R, C>): Promise<SessionOf<C> | null> {
  const visit = await visitSession(toHostRequest(req, toHead(req), config));
  return toValue<SessionOf<C>>(req, visit);
}

/**
 * Changes the session of a request, as
 * {@link ServerAuthHandler.updateSession} does.
 *
 * @throws AuthError if the configuration is wrong, the store fails, or a
 *   callback threw
 */
export async function updateSession<
  const C extends ServerAuthConfig,
  R extends ServerRequest = ServerRequest,
>(
  req: R,
  config: ConfigSource<R, C>,
  data: unknown,
  { rotate = false }: UpdateOptions = {},
): Promise<SessionOf<C> | null> {
  const request = toHostRequest(req, toHead(req), config);
  const { visitUpdate } = await loadPipeline();
  const visit = await visitUpdate(request, { data, rotate });
  updateLocals(req, visit.value);
  return toValue<SessionOf<C>>(req, visit);
}

/** Casts to the session callback's own type, which only the compiler knows. */
function toValue<S>(
  req: ServerRequest,
  { value, cookies }: Visit<Session | null>,
): S | null {
  writeCookies(toResponse(req), cookies);
  limitCaches(toResponse(req), value !== null);
  return value as S | null;
}
export type { Authentication } from "./core/model/authentication.ts";
