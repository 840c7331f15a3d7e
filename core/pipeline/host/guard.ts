/**
 * Guards decide which requests may pass, and how the others are answered.
 *
 * @module
 */

import type { AuthConfig } from "../../config/config.ts";
import { checkPages } from "../check_pages.ts";
import type { Cookie } from "../../http/cookie_policy.ts";
import { writeCookies } from "../../http/write_cookies.ts";
import {
  keepGuardParams,
  type ParamTexts,
  readGuardParams,
} from "../../attempts/guard_params.ts";
import type { HostRequest } from "./host_request.ts";
import { loadPipeline } from "./load.ts";
import { findPrefix } from "./public_path.ts";
import type { Awaitable, Session } from "../../model/model.ts";
import type { EndpointParams } from "../../providers/endpoints.ts";
import { MAX_TARGET, toHostTarget, withQuery } from "../../http/redirects.ts";
import { NO_STORE, SAFE } from "../../http/headers.ts";
import { ENGLISH } from "../../config/page_words.ts";
import { present } from "../present.ts";
import type { Reply } from "../reply.ts";
import {
  acceptsHtml,
  type Incoming,
  readHead,
  type RequestHead,
  toBasePath,
} from "../../request/request_head.ts";
import { resolveSettings, type Settings } from "../../config/settings.ts";
import { visitSession } from "./session_access.ts";

/** Options of a guard. */
export interface RequireOptions<S = Session> {
  /**
   * The redirect target for browsers without a session. Default: the sign-in
   * page, which leads back here afterwards.
   */
  redirectTo?: string | undefined;
  /**
   * The required role, or several of which one is enough, in
   * `session.user.role` or `session.user.roles`.
   */
  role?: string | readonly string[] | undefined;
  /**
   * Returns whether this session may pass. The session is refused if it throws.
   */
  when?: ((session: S) => Awaitable<boolean>) | undefined;
  /**
   * Authorization parameters for the sign-in that a browser is sent to:
   * `acr_values`, `prompt` or `max_age`, for example. They take precedence over
   * the provider's own, and no visitor can change them. They do not apply to an
   * existing session, nor to one that begins elsewhere: check those in `when`.
   * At most 1000 bytes as JSON, and none that protects the flow.
   */
  params?: EndpointParams | undefined;
  /**
   * Whether a form that a browser posts here is kept while its sender has to
   * sign in again. Afterwards a page asks before it is sent, once. Forms of up
   * to 16 kB without files are kept for 10 minutes; for any other, a page says
   * that it was not sent. Put the guard in front of body parsers. Default false.
   */
  resume?: boolean | undefined;
}

/** The decision of a guard. */
export type Passage =
  | {
    readonly kind: "signed in";
    readonly session: Session;
    readonly cookies: readonly Cookie[];
  }
  | {
    readonly kind: "refused";
    readonly reply: Reply;
    /** URL of a page that says the same, for a script that posted a form. */
    readonly page?: string;
  };

/**
 * Lets a request through if it has a session with a user that may pass.
 * Browsers are redirected to the sign-in page and back; programs get 401. A
 * signed-in user that may not pass gets 403, since signing in again would not
 * help. A request under a host that is not trusted gets 400, as at the auth
 * routes.
 *
 * @throws ConfigurationError for `params` that are reserved for the library
 */
export async function requireSession<S>(
  request: HostRequest<Incoming>,
  options: RequireOptions<S>,
): Promise<Passage> {
  const passage = await findPassage(request, options);
  const { incoming } = request;
  const isForm = incoming.method === "POST" && acceptsHtml(incoming);
  if (options.resume !== true || !isForm) return passage;
  const { resumeForm } = await import("./resume.ts");
  return await resumeForm(request, passage);
}

async function findPassage<S>(
  request: HostRequest<Incoming>,
  options: RequireOptions<S>,
): Promise<Passage> {
  const params = readGuardParams(options.params ?? {});
  const { value: session, cookies } = await visitSession(request);
  const { incoming } = request;
  const config = await request.getConfig();
  const settings = resolveSettings(config, incoming.env);
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
  const head = readHead(incoming, settings);
  const { origin, refusal } = head;
  if (refusal !== null) {
    const asResponse = settings.raw ? { ...config, raw: undefined } : config;
    return { kind: "refused", reply: await toRefused(incoming, asResponse) };
  }
  if (!wantsPage) {
    const message = "Sign in to see this.";
    return toRefusal(toJsonRefusal(401, "SignInRequired", message), cookies);
  }
  const page = options.redirectTo ?? toSignInPage(settings);
  const path = await findPrefix(settings, incoming) + incoming.target;
  const target = toWayBack({ ...incoming, target: path }, origin, params);
  const location = toSignIn(page, origin, target);
  const headers = [["location", location] as const];
  const kept = await keepParams(head, settings, { target, params });
  const answer = { status: 303, headers, body: null };
  return toRefusal(answer, [...cookies, ...kept]);
}

async function mayPass<S>(
  session: Session,
  { role, when }: RequireOptions<S>,
): Promise<boolean> {
  if (role !== undefined) {
    const user = session.user as { role?: unknown; roles?: unknown };
    const has = [user.role, user.roles].flat();
    // A role must be a non-empty string: an unset variable must not match a
    // user without a role.
    const isFit = (one: unknown) =>
      typeof one === "string" && one !== "" && has.includes(one);
    if (![role].flat().some(isFit)) return false;
  }
  // This is the session callback's own type, which only the compiler knows.
  return when === undefined || await when(session as S) === true;
}

type Answer = Omit<Reply, "cookies">;

async function toForbidden(
  incoming: Incoming,
  settings: Settings,
): Promise<Answer> {
  checkPages(settings);
  const { origin } = readHead(incoming, settings);
  const acceptLanguage = incoming.header("accept-language");
  const page = { name: "forbidden", home: `${origin}/` } as const;
  return await present(page, 403, { settings, origin, acceptLanguage });
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

/** Returns the application's page, unless it is rendered at the built-in one. */
export function toSignInPage(settings: Settings): string {
  const { signIn } = settings.pages;
  return typeof signIn === "string"
    ? signIn
    : `${toBasePath(settings, null)}/signin`;
}

/** Returns the URL of the sign-in page, with a callback URL if there is one. */
function toSignIn(
  page: string,
  origin: string,
  callbackUrl: string | null,
): string {
  const url = toHostTarget(page, origin) ?? `${origin}/`;
  return withQuery(url, { callbackUrl });
}

/**
 * Returns the target if it can be opened again and fits in the attempt's cookie
 * beside the parameters.
 */
function toWayBack(
  { method, target }: Incoming,
  origin: string,
  params: ParamTexts,
): string | null {
  const isReadable = method === "GET" || method === "HEAD";
  const isShort = isEmpty(params) ||
    target.length + JSON.stringify(params).length <= MAX_TARGET;
  return isReadable && isShort && URL.canParse(target, origin) ? target : null;
}

/** Makes the cookie that carries the guard's parameters to the sign-in. */
async function keepParams(
  head: RequestHead,
  settings: Settings,
  { target, params }: { target: string | null; params: ParamTexts },
): Promise<readonly Cookie[]> {
  if (isEmpty(params)) return [];
  const change = await keepGuardParams(head, settings, { target, params });
  return writeCookies([change], head.jar, head.policy);
}

function isEmpty(params: ParamTexts): boolean {
  return Object.keys(params).length === 0;
}

/**
 * Answers a request with an untrusted host as the auth routes do, which refuse
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
