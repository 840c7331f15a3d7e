/**
 * Guards decide which requests may pass, and how the others are answered.
 *
 * @module
 */

import type { AuthConfig } from "../../config/config.ts";
import {
  type ParamTexts,
  readGuardParams,
} from "../../attempts/guard_params.ts";
import {
  askToConfirm,
  askToSignIn,
  loadStepUp,
  toSignInPage,
} from "./guards/ask.ts";
import {
  type Passage,
  toForbidden,
  toJsonRefusal,
  toRefusal,
} from "./guards/answers.ts";
import { mayPass } from "./guards/may_pass.ts";
import type { Unmet } from "./guards/step_up.ts";
import { countChanges } from "./current.ts";
import type { HostRequest } from "./host_request.ts";
import { loadPipeline } from "./load.ts";
import type { Awaitable, Session } from "../../model/model.ts";
import type { EndpointParams } from "../../providers/endpoints.ts";
import { ENGLISH } from "../../config/page_words.ts";
import type { Reply } from "../reply.ts";
import { acceptsHtml } from "../../request/client.ts";
import { type Incoming, readHead } from "../../request/request_head.ts";
import { resolveSettings } from "../../config/settings.ts";
import { chain, isPromise } from "../../runtime/maybe_promise.ts";
import type { Demand } from "../../session/demand.ts";
import { type Visit, visitSession } from "./session_access.ts";

export type { Passage } from "./guards/answers.ts";
export { toSignInPage } from "./guards/ask.ts";

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
   * The limit in seconds on the time since the user proved who they are:
   * `auth_time` of the ID token (OpenID Connect Core section 2), or the time of a
   * password, a mail or a passkey. A user whose proof is older signs in again as
   * the same person, and comes back; programs get 401 (RFC 9470). A provider that
   * does not say when, as with plain OAuth, never proves this. A whole number of
   * at least 1.
   */
  maxAge?: number | undefined;
  /**
   * The required authentication context class (`acr` of the ID token), or
   * several of which one is enough. The user signs in again for it, as for
   * `maxAge`.
   */
  acr?: string | readonly string[] | undefined;
  /**
   * The required authentication methods (`amr` of the ID token, RFC 8176), all
   * of them. The user signs in again for them, as for `maxAge`.
   */
  amr?: string | readonly string[] | undefined;
  /**
   * Authorization parameters for the sign-in that a browser is sent to:
   * `prompt` or `ui_locales`, for example. They take precedence over the
   * provider's own, and no visitor can change them. They do not apply to an
   * existing session, nor to one that begins elsewhere: check those in `when`,
   * or by `maxAge`, `acr` and `amr`. At most 1000 bytes as JSON, and none that
   * protects the flow.
   */
  params?: EndpointParams | undefined;
  /**
   * Whether a browser without a session is first sent to the provider with
   * `prompt=none`, so that a user who is signed in there passes without a click
   * (OpenID Connect Core section 3.1.2.1). It is the provider with this id, or
   * for `true` the one that the visitor used last, else the only one for OpenID
   * Connect. After a refusal the guard answers as without this option, for an
   * hour. Default false.
   */
  silent?: boolean | string | undefined;
  /**
   * Whether a form that a browser posts here is kept while its sender has to
   * sign in again. Afterwards a page asks before it is sent, once. Forms of up
   * to 16 kB without files are kept for 10 minutes; for any other, a page says
   * that it was not sent. Put the guard in front of body parsers. Default false.
   */
  resume?: boolean | undefined;
}

/** A request that a guard decides about. */
export interface GuardedRequest extends HostRequest {
  /** Maps all of the request: one that has a session passes without it. */
  readonly whole: () => Incoming;
}

/**
 * Lets a request through if it has a session with a user that may pass.
 * Browsers are redirected to the sign-in page and back; programs get 401. A
 * signed-in user that may not pass gets 403, since signing in again would not
 * help, except if they have to prove their identity again. A request under a
 * host that is not trusted gets 400, as at the auth routes.
 *
 * @throws ConfigurationError for `params` that are reserved for the library, and
 * for a demand that no proof could meet
 */
export function requireSession<S>(
  request: GuardedRequest,
  options: RequireOptions<S>,
): Awaitable<Passage> {
  const passage = findPassage(request, options);
  return options.resume === true ? resume(request, passage) : passage;
}

async function resume(
  request: GuardedRequest,
  found: Awaitable<Passage>,
): Promise<Passage> {
  const passage = await found;
  const incoming = request.whole();
  const isForm = incoming.method === "POST" && acceptsHtml(incoming);
  if (!isForm) return passage;
  const { resumeForm } = await import("./resume.ts");
  return await resumeForm({ ...request, incoming }, passage);
}

/** The demands of a guard. */
interface Asked<S> {
  readonly options: RequireOptions<S>;
  readonly params: ParamTexts;
  readonly demand: Demand | null;
}

const NO_PARAMS: ParamTexts = {};

/** Synchronous if nothing on the way is asynchronous. */
function findPassage<S>(
  request: GuardedRequest,
  options: RequireOptions<S>,
): Awaitable<Passage> {
  const params = options.params === undefined
    ? NO_PARAMS
    : readGuardParams(options.params);
  const demand = readDemand(options);
  return isPromise(demand)
    ? demand.then((demand) => decide(request, { options, params, demand }))
    : decide(request, { options, params, demand });
}

function decide<S>(
  request: GuardedRequest,
  asked: Asked<S>,
): Awaitable<Passage> {
  const { options, demand } = asked;
  return chain(visitSession(request), (visit) => {
    const { value: session } = visit;
    if (!session?.user) return answer(request, { ...asked, visit }, false);
    const began = countChanges(request.key);
    const conclude = (visit: Visit<Session | null>, may: boolean) => {
      const { value: session, cookies } = visit;
      return session?.user && may && demand === null
        ? { kind: "signed in", session, cookies } as const
        : answer(request, { ...asked, visit }, may);
    };
    return chain(mayPass(session, options), (may) =>
      // The application's function may have changed the session.
      countChanges(request.key) === began ? conclude(visit, may) : chain(
        visitSession(request),
        (after) => conclude(after, may),
      ));
  });
}

/** Decides about a request that does not pass by its session alone. */
async function answer<S>(
  request: GuardedRequest,
  { visit, options, params, demand }: Asked<S> & {
    readonly visit: Visit<Session | null>;
  },
  may: boolean,
): Promise<Passage> {
  const { value: session, cookies } = visit;
  const incoming = request.whole();
  const config = await request.getConfig();
  const settings = resolveSettings(config, incoming.env);
  let unmet: Unmet | null = null;
  if (session?.user) {
    if (!may) {
      const answer = acceptsHtml(incoming)
        ? await toForbidden(incoming, settings)
        : toJsonRefusal(403, "AccessDenied", ENGLISH.words.forbidden);
      return toRefusal(answer, cookies);
    }
    if (demand !== null) {
      unmet = await (await loadStepUp()).findUnmet(request, demand);
    }
    if (unmet === null) return { kind: "signed in", session, cookies };
  }
  const head = readHead(incoming, settings);
  if (head.refusal !== null) {
    const asResponse = settings.raw ? { ...config, raw: undefined } : config;
    return { kind: "refused", reply: await toRefused(incoming, asResponse) };
  }
  const { redirectTo, silent } = options;
  const page = redirectTo ?? toSignInPage(settings, incoming);
  const confirmation = demand && { userId: null, demand };
  const asking = { page, params, confirmation, silent };
  const { answer, kept } = unmet === null
    ? await askToSignIn(incoming, { head, settings }, asking)
    : await askToConfirm(incoming, { head, settings }, { ...asking, unmet });
  return toRefusal(answer, [...cookies, ...kept]);
}

function readDemand<S>(
  { maxAge, acr, amr }: RequireOptions<S>,
): Awaitable<Demand | null> {
  return maxAge === undefined && acr === undefined && amr === undefined
    ? null
    : loadStepUp().then((own) => own.readDemand({ maxAge, acr, amr }));
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
