/**
 * The Express integration. It fits Express 4 and 5, and Connect: its request and
 * response types are structural, so Express is not a dependency.
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

/** A configuration, or a function that gives the one for a request. */
export type ServerAuthSource<R extends object = ServerRequest> = ConfigSource<
  R,
  ServerAuthConfig
>;

/**
 * What the middleware puts into `res.locals`. The npm package declares it for
 * Express, with {@link Session}. An application whose `session` callback has a
 * type of its own, or that uses the library from another registry, declares
 * the property:
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
  /** The session, or null; after `auth.session`, and in routes behind `auth.require()`. */
  session?: S | null | undefined;
}

/** Passes a request on, or an error to the host's error handler. */
export type Next = (error?: unknown) => void;

/** A middleware of the library. It never rejects: errors go to `next`. */
export type ServerMiddleware<R extends ServerRequest = ServerRequest> = (
  req: R,
  res: ServerResponse,
  next: Next,
) => Promise<void>;

/** The handler of the auth routes, with everything else as properties. */
export interface ServerAuthHandler<
  S = Session,
  R extends ServerRequest = ServerRequest,
> extends ServerMiddleware<R> {
  /** Middleware: reads the session once and puts it into `res.locals.session`. */
  readonly session: ServerMiddleware<R>;
  /**
   * Middleware for routes and routers: only who is signed in gets through.
   * Browsers are sent to the sign-in page, programs get 401 (and 403 where a
   * session is not enough) as JSON. A request under a host that is not trusted
   * gets 400, as at the auth routes.
   */
  require(options?: RequireOptions<S>): ServerMiddleware<R>;
  /** The session of a request, or null. Writes cookies that are due. */
  getSession(req: R): Promise<S | null>;
  /**
   * Changes the session: `data` goes to the `jwt` callback with
   * `trigger: "update"`. Whoever reads the session of this request later sees
   * the new one. With `rotate` it gets a new id and the old one ends, as it
   * should when a user's rights change; if another request rotates or ends it at
   * the same time, there is no session, and no cookie changes.
   */
  updateSession(
    req: R,
    data: unknown,
    options?: UpdateOptions,
  ): Promise<S | null>;
  /** The `csrfToken` field for a form of your own that posts to an auth route. */
  csrfToken(req: R): Promise<string>;
  /**
   * Ends one session (`{ session: id }`), all of a person (`{ user: id }`), or
   * everybody's (`{ all: true }`); with `before` only those that began before
   * that moment.
   */
  revoke(what: Revocation): Promise<void>;
  /** The sessions of who is signed in, the latest first; with the strategy `database`. */
  listSessions(req: R): Promise<SessionInfo[]>;
  /**
   * Takes a way to sign in from who is signed in, unless it is the last. The
   * session gets a new id.
   */
  unlinkAccount(req: R, which: AccountChoice): Promise<void>;
  /** The passkeys of who is signed in; none for nobody. */
  listPasskeys(req: R): Promise<PasskeyInfo[]>;
  /**
   * Takes a passkey from who signed in during the last ten minutes, unless it
   * is the last way in. The session gets a new id.
   */
  removePasskey(req: R, which: PasskeyChoice): Promise<void>;
  /**
   * Sends a mail to the current user's address, and gives the URL to
   * redirect to: the page that takes its code. The link verifies the address if
   * it is opened in this browser. A request that another site caused is refused.
   */
  verifyEmail(req: R, options?: VerifyEmailOptions): Promise<string>;
}

/**
 * Makes the Express middleware that serves the auth routes. Mount it with
 * `app.use("/auth", auth)`, before or after body parsers. The configuration may
 * be a function of the request, for applications with many tenants.
 *
 * @experimental The server integration may change before 1.0.
 * @throws ConfigurationError that lists every mistake in the configuration;
 * what the environment may still bring is checked at first use
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
 * The session of a request, or null. Reads it once per request, and writes
 * cookies that are due through `req.res` if the answer has not begun.
 *
 * @throws AuthError if the configuration is wrong, the store is out of order,
 * or a callback threw; never because of what a client sent
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
 * @throws AuthError if the configuration is wrong, the store is out of order,
 * or a callback threw
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

/** Templates that were given the session see the new one, too. */
function updateLocals(req: ServerRequest, value: Session | null): void {
  const { locals } = (toResponse(req) ?? {}) as { locals?: ServerLocals };
  if (locals !== undefined && "session" in locals) locals.session = value;
}

/** The value has the session callback's own type, which only the compiler knows. */
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
    // Outside of try: what a later middleware throws is not ours to catch.
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
 * What goes to `next`: without a value it means "go on", and the texts `route`
 * and `router` mean "skip", so nothing of the kind may come of a throw.
 */
function toThrown(error: unknown): object {
  return typeof error === "object" && error !== null
    ? error
    : new Error("A function of the host's threw no error.", { cause: error });
}

/** Express keeps values for templates here; Connect has no such place. */
function toLocals(res: ServerResponse): ServerLocals {
  const holder = res as { locals?: ServerLocals };
  return holder.locals ??= {};
}

function toResponse(req: ServerRequest): ServerResponse | undefined {
  return (req as { res?: ServerResponse }).res;
}
