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

import type { PasskeyChoice, PasskeyInfo } from "./core/accounts/passkeys.ts";
import type { AccountChoice } from "./core/accounts/unlink.ts";
import type { AuthConfig, ConfigSource } from "./core/config/config.ts";
import type { RequireOptions } from "./core/pipeline/host/guard.ts";
import type { VerifyEmailOptions } from "./core/pipeline/host/form_action.ts";
import { loadHostParts, loadPipeline } from "./core/pipeline/host/load.ts";
import type { Session } from "./core/model/model.ts";
import type { SessionInfo } from "./core/session/rows/list.ts";
import {
  checkConfig,
  isAuthRequest,
  resolveConfig,
  type Revocation,
  type Visit,
  visitCsrfToken,
  visitSession,
  visitUpdate,
} from "./core/pipeline/host/session_access.ts";
import type { SessionOf, UpdateOptions } from "./core/pipeline/host/web.ts";
import { toHead, toIncoming } from "./server/incoming.ts";
import { send, writeCookies } from "./server/send.ts";
import type { ServerRequest, ServerResponse } from "./server/types.ts";

export type { ServerRequest, ServerResponse } from "./server/types.ts";
export type { PasskeyChoice, PasskeyInfo } from "./core/accounts/passkeys.ts";
export type { AccountChoice } from "./core/accounts/unlink.ts";
export type { SessionInfo } from "./core/session/rows/list.ts";
export type { RequireOptions } from "./core/pipeline/host/guard.ts";
export type { Revocation } from "./core/pipeline/host/session_access.ts";
export type {
  Account,
  DefaultSession,
  JWT,
  Profile,
  Session,
  SessionUser,
  User,
} from "./core/model/model.ts";
export type { SessionOf, UpdateOptions } from "./core/pipeline/host/web.ts";
export type { VerifyEmailOptions } from "./core/pipeline/host/form_action.ts";

/** The configuration of the Express integration. */
export type ServerAuthConfig = Omit<AuthConfig, "raw">;

/**
 * A configuration, or a function that returns the configuration for a request.
 */
export type ServerAuthSource<R extends object = ServerRequest> = ConfigSource<
  R,
  ServerAuthConfig
>;

/**
 * The properties that the middleware sets on `res.locals`. The npm package
 * declares them for Express, with {@link Session}. Applications whose `session`
 * callback returns another type, or that use the library from another registry,
 * declare the property themselves:
 *
 * @example
 * ```ts ignore
 * declare global {
 *   namespace Express {
 *     interface Locals {
 *       session?: SessionOf<typeof config> | null;
 *     }
 *   }
 * }
 * ```
 */
export interface ServerLocals<S = Session> {
  /**
   * The session, or null. Set by `auth.session`, and in routes behind
   * `auth.require()`.
   */
  session?: S | null | undefined;
}

/** Passes a request on, or an error to the application's error handler. */
export type Next = (error?: unknown) => void;

/** A middleware of this library. It never rejects: errors go to `next`. */
export type ServerMiddleware<R extends ServerRequest = ServerRequest> = (
  req: R,
  res: ServerResponse,
  next: Next,
) => Promise<void>;

/** The handler of the auth routes, with the other functions as properties. */
export interface ServerAuthHandler<
  S = Session,
  R extends ServerRequest = ServerRequest,
> extends ServerMiddleware<R> {
  /** Middleware that reads the session once and sets `res.locals.session`. */
  readonly session: ServerMiddleware<R>;
  /**
   * Middleware for routes and routers that lets only signed-in users through.
   * Browsers are redirected to the sign-in page; API clients get 401 (or 403 if
   * a session is not enough) as JSON. A request to an untrusted host gets 400,
   * as on the auth routes.
   */
  require(options?: RequireOptions<S>): ServerMiddleware<R>;
  /** Returns the session of a request, or null. Writes cookies that are due. */
  getSession(req: R): Promise<S | null>;
  /**
   * Changes the session: `data` goes to the `jwt` callback with
   * `trigger: "update"`. Later reads in the same request see the new session.
   * With `rotate` the session gets a new id and the old one ends, as it should
   * when the user's permissions change; if another request rotates or ends it
   * at the same time, the result is null and no cookie changes.
   */
  updateSession(
    req: R,
    data: unknown,
    options?: UpdateOptions,
  ): Promise<S | null>;
  /**
   * Returns the `csrfToken` field for your own form that posts to an auth
   * route.
   */
  csrfToken(req: R): Promise<string>;
  /**
   * Ends one session (`{ session: id }`), all sessions of a user
   * (`{ user: id }`), or all sessions (`{ all: true }`); with `before`, only
   * those that began before that moment.
   */
  revoke(what: Revocation): Promise<void>;
  /**
   * Lists the current user's sessions, the latest first. Needs the strategy
   * `database`.
   */
  listSessions(req: R): Promise<SessionInfo[]>;
  /**
   * Unlinks an account from the current user, unless it is the last way to sign
   * in. The session gets a new id.
   */
  unlinkAccount(req: R, which: AccountChoice): Promise<void>;
  /** Lists the current user's passkeys; empty without a session. */
  listPasskeys(req: R): Promise<PasskeyInfo[]>;
  /**
   * Removes a passkey of the current user, who must have signed in during the
   * last ten minutes, unless it is the last way to sign in. The session gets a
   * new id.
   */
  removePasskey(req: R, which: PasskeyChoice): Promise<void>;
  /**
   * Sends a mail to the current user's address and returns the URL to redirect
   * to: the page that takes the code from the mail. The link verifies the
   * address if it is opened in this browser. Cross-site requests are refused.
   */
  verifyEmail(req: R, options?: VerifyEmailOptions): Promise<string>;
}

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
  const C extends ServerAuthConfig,
  R extends ServerRequest = ServerRequest,
>(config: ConfigSource<R, C>): ServerAuthHandler<SessionOf<C>, R> {
  type S = SessionOf<C>;
  checkConfig(config);
  const handler: ServerMiddleware<R> = async (req, res, next) => {
    try {
      const incoming = toIncoming(req);
      if (await isAuthRequest(req, incoming, config)) {
        const { handle } = await loadPipeline();
        send(res, await handle(incoming, () => resolveConfig(config, req)));
        return;
      }
    } catch (error) {
      return next(toThrown(error));
    }
    next();
  };
  return Object.assign(handler, {
    session: toSessionMiddleware(config),
    require: (options: RequireOptions<S> = {}) =>
      toGuard(config, options, handler),
    getSession: async (req: R) =>
      toValue<S>(req, await visitSession(req, toHead(req), config)),
    updateSession: (req: R, data: unknown, options?: UpdateOptions) =>
      updateSession(req, config, data, options),
    csrfToken: async (req: R) => {
      const visit = await visitCsrfToken(req, toHead(req), config);
      writeCookies(toResponse(req), visit.cookies);
      return visit.value;
    },
    revoke: async (what: Revocation) => {
      const { revokeSessions } = await loadHostParts();
      await revokeSessions(config, what);
    },
    listSessions: async (req: R) => {
      const { listSessions } = await loadHostParts();
      return (await listSessions(req, toHead(req), config)).value;
    },
    unlinkAccount: async (req: R, which: AccountChoice) => {
      const { unlinkAccount } = await loadHostParts();
      const visit = await unlinkAccount(req, toHead(req), config, which);
      writeCookies(toResponse(req), visit.cookies);
    },
    listPasskeys: async (req: R) => {
      const { listPasskeys } = await loadHostParts();
      return (await listPasskeys(req, toHead(req), config)).value;
    },
    removePasskey: async (req: R, which: PasskeyChoice) => {
      const { removePasskey } = await loadHostParts();
      const visit = await removePasskey(req, toHead(req), config, which);
      writeCookies(toResponse(req), visit.cookies);
    },
    verifyEmail: async (req: R, options: VerifyEmailOptions = {}) => {
      const { askToVerifyEmail } = await loadHostParts();
      const incoming = toIncoming(req);
      const visit = await askToVerifyEmail(req, incoming, config, options);
      writeCookies(toResponse(req), visit.cookies);
      return visit.value;
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
  const visit = await visitSession(req, toHead(req), config);
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
  const update = { data, rotate };
  const visit = await visitUpdate(req, toHead(req), config, update);
  updateLocals(req, visit.value);
  return toValue<SessionOf<C>>(req, visit);
}

/** Updates the session in `res.locals`, so that templates see the new one. */
function updateLocals(req: ServerRequest, value: Session | null): void {
  const { locals } = (toResponse(req) ?? {}) as { locals?: ServerLocals };
  if (locals !== undefined && "session" in locals) locals.session = value;
}

/** Casts to the session callback's own type, which only the compiler knows. */
function toValue<S>(
  req: ServerRequest,
  { value, cookies }: Visit<Session | null>,
): S | null {
  writeCookies(toResponse(req), cookies);
  return value as S | null;
}

function toSessionMiddleware<R extends ServerRequest>(
  config: ConfigSource<R>,
): ServerMiddleware<R> {
  return async (req, res, next) => {
    try {
      const visit = await visitSession(req, toHead(req), config);
      writeCookies(res, visit.cookies);
      toLocals(res).session = visit.value;
    } catch (error) {
      return next(toThrown(error));
    }
    // Outside of try: errors of later middleware are not ours to catch.
    next();
  };
}

function toGuard<S, R extends ServerRequest>(
  config: ConfigSource<R>,
  options: RequireOptions<S>,
  handler: ServerMiddleware<R>,
): ServerMiddleware<R> {
  return async (req, res, next) => {
    try {
      const { requireSession } = await loadHostParts();
      const incoming = {
        ...toIncoming(req),
        hasRoute: async (path: string) => {
          const { hasRoute } = await import("./server/find_route.ts");
          return hasRoute(req, handler, path);
        },
      };
      const passage = await requireSession(req, incoming, config, options);
      if (passage.kind === "refused") return send(res, passage.reply);
      writeCookies(res, passage.cookies);
      toLocals(res).session = passage.session;
    } catch (error) {
      return next(toThrown(error));
    }
    next();
  };
}

/**
 * Returns a value that is safe for `next`: no value means "go on", and the
 * strings `route` and `router` mean "skip", so a thrown value must not become
 * one of them.
 */
function toThrown(error: unknown): object {
  return typeof error === "object" && error !== null ? error : new Error(
    "A callback or middleware threw a value that is not an Error.",
    { cause: error },
  );
}

/**
 * Returns `res.locals`, where Express keeps values for templates; Connect has
 * none.
 */
function toLocals(res: ServerResponse): ServerLocals {
  const holder = res as { locals?: ServerLocals };
  return holder.locals ??= {};
}

function toResponse(req: ServerRequest): ServerResponse | undefined {
  return (req as { res?: ServerResponse }).res;
}
