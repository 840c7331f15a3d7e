import type { ConfigSource } from "../core/config.ts";
import { serializeCookie } from "../core/cookie_policy.ts";
import type { Session } from "../core/model.ts";
import { visitSession } from "../core/visit.ts";
import type { SessionOf } from "../core/web.ts";
import { toHead } from "./incoming.ts";
import { forbidCaches, limitCaches, writeCookies } from "./send.ts";
import type {
  ComponentAuthConfig,
  ComponentAuthSource,
  ComponentEvent,
} from "./types.ts";

/** What {@link getSession} gives. */
export interface GetSessionResult<S = Session> {
  /** Who is signed in, or null. */
  readonly data: S | null;
  /** Cookies that were due, as Set-Cookie headers. They are on the answer already. */
  readonly cookie: readonly string[];
}

/** Under this name the session of a request is in `sharedMap`. */
export const SHARED_SESSION = "session";

/**
 * The session of a request, or null. Reads it once per request, and sets cookies
 * that are due.
 *
 * @throws AuthError if the configuration is wrong, the store is out of order,
 * or a callback threw; never because of what a client sent
 *
 * @example
 * ```ts
 * import {
 *   type ComponentAuthConfig,
 *   type ComponentEvent,
 *   getSession,
 * } from "@latchkey/auth/component";
 *
 * const config = { providers: [] } satisfies ComponentAuthConfig;
 *
 * export const onGet = async (ev: ComponentEvent) => {
 *   const { data: session } = await getSession(ev, config);
 *   ev.send(200, `Hello ${session?.user?.name ?? "stranger"}`);
 * };
 * ```
 */
export async function getSession<const C extends ComponentAuthConfig>(
  ev: ComponentEvent,
  config: ComponentAuthSource<C>,
): Promise<GetSessionResult<SessionOf<C>>> {
  const { value, cookies } = await visit(ev, config);
  if (value === null) limitCaches(ev);
  else forbidCaches(ev);
  return {
    // The session callback's own type, which only the compiler knows.
    data: value as SessionOf<C> | null,
    cookie: cookies.map(serializeCookie),
  };
}

/** Reads the session for whoever looks into `sharedMap`; most visitors have none. */
export async function shareSession(
  ev: ComponentEvent,
  source: ComponentAuthSource,
): Promise<void> {
  const { value } = await visit(ev, source);
  if (value !== null) forbidCaches(ev);
  ev.sharedMap.set(SHARED_SESSION, value);
}

async function visit(ev: ComponentEvent, source: ComponentAuthSource) {
  // Pages that are made ahead of time are everybody's, and no environment is there.
  if (isStatic(ev)) return { value: null, cookies: [] };
  const visited = await visitSession(
    ev,
    toHead(ev),
    source as ConfigSource<ComponentEvent>,
  );
  writeCookies(ev, visited.cookies);
  return visited;
}

function isStatic({ platform }: ComponentEvent): boolean {
  return (platform as { static?: unknown } | null)?.static === true;
}
