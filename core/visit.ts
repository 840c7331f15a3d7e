/**
 * What host pages ask outside the auth routes: the session, and the token for
 * their own forms. Stages 0 to 2 of the pipeline and nothing else: no fake
 * request, no JSON.
 *
 * @module
 */

import { readClock } from "./clock.ts";
import type { AuthConfig } from "./config.ts";
import { createSessionContext, type SessionContext } from "./context.ts";
import { type Cookie, type CookieChange, writeCookies } from "./cookies.ts";
import { readCsrfToken } from "./csrf.ts";
import { readEnv } from "./env.ts";
import type { Session } from "./model.ts";
import { toHostTarget, withQuery } from "./redirects.ts";
import { NO_STORE, type Reply } from "./reply.ts";
import {
  DEFAULT_BASE_PATH,
  type Incoming,
  isBelow,
  readHead,
} from "./request.ts";
import { readSession } from "./session/read.ts";
import { type Revocation, revoke } from "./session/revocation.ts";
import { assertConfig, resolveSettings, type Settings } from "./settings.ts";
import { oncePerRequest } from "./shared.ts";

export { assertConfig as checkConfig, NO_STORE };
export type { Revocation };

/** What a visit gives, and the cookies that have to be set. */
export interface Visit<T> {
  readonly value: T;
  readonly cookies: readonly Cookie[];
}

type Head = Pick<Incoming, "origin" | "mount" | "header">;

/**
 * The session of a request, read once per request object. What a client can
 * cause (a foreign host, a bad cookie) gives null and a log line.
 *
 * @param key the framework's request object
 * @throws ConfigurationError, StoreError, or what a callback threw
 */
export function visitSession(
  key: object,
  head: Head,
  config: AuthConfig,
): Promise<Visit<Session | null>> {
  return visit(key, "session", head, config, null, async (ctx) => {
    const { session, cookies } = await readSession(ctx);
    return { value: session, cookies };
  });
}

/** The form token of a request's browser, made once per request object. */
export function visitCsrfToken(
  key: object,
  head: Head,
  config: AuthConfig,
): Promise<Visit<string>> {
  return visit(key, "csrf", head, config, "", async (ctx) => {
    const { token, cookies } = await readCsrfToken(ctx);
    return { value: token, cookies };
  });
}

async function visit<T>(
  key: object,
  what: string,
  head: Head,
  config: AuthConfig,
  refused: T,
  read: (
    ctx: SessionContext,
  ) => Promise<{ value: T; cookies: readonly CookieChange[] }>,
): Promise<Visit<T>> {
  // A configuration that cannot work must not look like "signed out".
  const settings = resolveSettings(config, readEnv());
  const { refusal, ...known } = readHead(head, settings);
  if (refusal !== null) {
    settings.log.warn(refusal.type, refusal.message);
    return { value: refused, cookies: [] };
  }
  return await oncePerRequest(key, `${what} ${settings.key}`, async () => {
    const ctx = createSessionContext(
      settings,
      { ...known, refusal },
      readClock(),
    );
    const { value, cookies } = await read(ctx);
    return { value, cookies: writeCookies(cookies, ctx.jar, ctx.policy) };
  });
}

/** Ends sessions: one, or all of a person. */
export async function revokeSessions(
  config: AuthConfig,
  what: Revocation,
): Promise<void> {
  await revoke(resolveSettings(config, readEnv()), what, readClock());
}

/**
 * Whether a request is for the auth routes. A handler that is mounted at the
 * root sees every request of the application, and hands the others on.
 */
export function isAuthRequest(
  incoming: Pick<Incoming, "mount" | "target">,
  config: AuthConfig,
): boolean {
  if (incoming.mount !== "") return true;
  let basePath = config.basePath ?? null;
  try {
    basePath = resolveSettings(config, readEnv()).basePath;
  } catch {
    // The auth routes answer what is wrong; the rest of the site goes on.
  }
  return isBelow(incoming.target, basePath ?? DEFAULT_BASE_PATH);
}

/** What a guard decided. */
export type Passage =
  | {
    readonly kind: "signed in";
    readonly session: Session;
    readonly cookies: readonly Cookie[];
  }
  | { readonly kind: "refused"; readonly reply: Reply };

/**
 * Lets a request through if it has a session with a user. Browsers are sent to
 * sign in and back; programs get 401.
 *
 * @param redirectTo where to send browsers instead of the sign-in page
 */
export async function requireSession(
  key: object,
  incoming: Incoming,
  config: AuthConfig,
  redirectTo: string | null,
): Promise<Passage> {
  const { value: session, cookies } = await visitSession(key, incoming, config);
  if (session?.user) return { kind: "signed in", session, cookies };
  const settings = resolveSettings(config, readEnv());
  const isPage = /\btext\/html\b/i.test(incoming.header("accept") ?? "");
  const message = "Sign in to see this.";
  const answer = isPage
    ? { status: 303, location: toSignIn(incoming, settings, redirectTo) }
    : { status: 401, location: null };
  return {
    kind: "refused",
    reply: {
      status: answer.status,
      headers: answer.location === null
        ? NO_STORE
        : [...NO_STORE, ["location", answer.location]],
      cookies,
      body: isPage
        ? null
        : { json: { error: "SignInRequired", code: null, message } },
    },
  };
}

/** The sign-in page, and the way back for what can be opened again. */
function toSignIn(
  incoming: Incoming,
  settings: Settings,
  redirectTo: string | null,
): string {
  const { origin, basePath } = readHead({ ...incoming, mount: null }, settings);
  const page = redirectTo ?? settings.pages.signIn ?? `${basePath}/signin`;
  const isReadable = incoming.method === "GET" || incoming.method === "HEAD";
  const url = toHostTarget(page, origin) ?? `${origin}/`;
  return withQuery(url, { callbackUrl: isReadable ? incoming.target : null });
}
