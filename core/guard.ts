/**
 * Who may pass, and what everybody else is told.
 *
 * @module
 */

import type { AuthConfig, ConfigSource } from "./config.ts";
import type { Cookie } from "./cookie_policy.ts";
import { readEnv } from "./env.ts";
import { loadPipeline } from "./load.ts";
import type { Awaitable, Session } from "./model.ts";
import { toHostTarget, withQuery } from "./redirects.ts";
import { NO_STORE, SAFE } from "./headers.ts";
import { loadLanguage } from "./page_language.ts";
import { ENGLISH } from "./page_words.ts";
import { type Reply, toPageAnswer } from "./reply.ts";
import {
  acceptsHtml,
  type Incoming,
  readHead,
  toBasePath,
} from "./request_head.ts";
import { resolveSettings, type Settings } from "./settings.ts";
import { resolveConfig, visitSession } from "./visit.ts";

/** Options of a guard. */
export interface RequireOptions<S = Session> {
  /** Where to send browsers that are not signed in. Default: the sign-in page, and back here after. */
  redirectTo?: string | undefined;
  /** The role, or one of the roles, that `session.user.role` (or one of `session.user.roles`) must be. */
  role?: string | readonly string[] | undefined;
  /** Whether this session may pass. A throw refuses. */
  when?: ((session: S) => Awaitable<boolean>) | undefined;
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
 * Lets a request through if it has a session with a user that may pass.
 * Browsers are sent to sign in and back; programs get 401. Who is signed in but
 * may not pass gets 403: signing in again would not help. A request under a host
 * that is not trusted gets the 400 of the auth routes.
 *
 * @param request the framework's request object
 */
export async function requireSession<S, R extends object>(
  request: R,
  incoming: Incoming,
  source: ConfigSource<R>,
  options: RequireOptions<S>,
): Promise<Passage> {
  const visited = await visitSession(request, incoming, source);
  const { value: session, cookies } = visited;
  const config = await resolveConfig(source, request);
  const settings = resolveSettings(config, readEnv);
  const wantsPage = acceptsHtml(incoming);
  if (session?.user) {
    if (await mayPass(session, options)) {
      return { kind: "signed in", session, cookies };
    }
    const answer = wantsPage
      ? await toForbidden(incoming, settings)
      : toJsonRefusal(403, "AccessDenied", ENGLISH.words.forbidden);
    return toRefusal(answer, cookies);
  }
  const { origin, refusal } = readHead(incoming, settings);
  if (refusal !== null) {
    const asResponse = settings.raw ? { ...config, raw: undefined } : config;
    return { kind: "refused", reply: await toRefused(incoming, asResponse) };
  }
  if (!wantsPage) {
    const message = "Sign in to see this.";
    return toRefusal(toJsonRefusal(401, "SignInRequired", message), cookies);
  }
  const page = options.redirectTo ?? settings.pages.signIn ??
    `${toBasePath(settings, null)}/signin`;
  const location = toSignIn(incoming, page, origin);
  const headers = [["location", location] as const];
  return toRefusal({ status: 303, headers, body: null }, cookies);
}

async function mayPass<S>(
  session: Session,
  { role, when }: RequireOptions<S>,
): Promise<boolean> {
  if (role !== undefined) {
    const user = session.user as { role?: unknown; roles?: unknown };
    const has = [user.role, user.roles].flat();
    // Only text is a role: an unset variable must not fit somebody without one.
    const isFit = (one: unknown) =>
      typeof one === "string" && one !== "" && has.includes(one);
    if (![role].flat().some(isFit)) return false;
  }
  // The session callback's own type, which only the compiler knows.
  return when === undefined || await when(session as S) === true;
}

type Answer = Omit<Reply, "cookies">;

async function toForbidden(
  incoming: Incoming,
  { theme }: Settings,
): Promise<Answer> {
  const language = await loadLanguage(incoming.header("accept-language"));
  const { forbidden: message } = language.words;
  const shown = { name: "error", language, message } as const;
  return toPageAnswer({ ...shown, ref: null, signInUrl: null }, 403, theme);
}

function toJsonRefusal(status: number, error: string, message: string): Answer {
  return {
    status,
    headers: [],
    body: { json: { error, code: null, message } },
  };
}

function toRefusal(answer: Answer, cookies: readonly Cookie[]): Passage {
  const headers = [...NO_STORE, ...SAFE, ...answer.headers];
  return { kind: "refused", reply: { ...answer, headers, cookies } };
}

/** The sign-in page, and the way back for what can be opened again. */
function toSignIn(incoming: Incoming, page: string, origin: string): string {
  const { method, target } = incoming;
  const isReadable = method === "GET" || method === "HEAD";
  const isWayBack = isReadable && URL.canParse(target, origin);
  const url = toHostTarget(page, origin) ?? `${origin}/`;
  return withQuery(url, { callbackUrl: isWayBack ? target : null });
}

/**
 * Answers a request whose host is not trusted as the auth routes do: they refuse
 * it before they look at its path.
 */
async function toRefused(
  incoming: Incoming,
  config: AuthConfig,
): Promise<Reply> {
  const { handle } = await loadPipeline();
  const accept = acceptsHtml(incoming) ? "text/html" : "application/json";
  const header = (name: string) =>
    name === "accept" ? accept : incoming.header(name);
  return await handle({ ...incoming, header }, () => config);
}
