/**
 * Guards decide which requests may pass, and how the others are answered.
 *
 * @module
 */

import {
  type ParamTexts,
  readGuardParams,
} from "../../../attempts/guard_params.ts";
import {
  askForAnother,
  askToConfirm,
  askToSignIn,
  toSignInPage,
} from "./ask.ts";
import { type Passage, toErrorAnswer, toRefusedPassage } from "./answers.ts";
import { mayPass } from "./may_pass.ts";
import type { GuardedRequest, RequireOptions } from "./options.ts";
import { refuseForeign } from "./own_page.ts";
import { findUnmet, readDemand, type Unmet } from "./step_up.ts";
import { resumeForm } from "./resume.ts";
import { countChanges } from "../current.ts";
import type { Session } from "../../../model/model.ts";
import { acceptsHtml } from "../../../request/client.ts";
import { readHead } from "../../../request/request_head.ts";
import { resolveSettings } from "../../../config/resolve_settings.ts";
import type { Demand } from "../../../session/demand.ts";
import { type Visit, visitSession } from "../session_access.ts";

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
export async function requireSession<S>(
  request: GuardedRequest,
  options: RequireOptions<S>,
): Promise<Passage> {
  const passage = await askSession(request, options);
  const allowed = options.csrf === true
    ? await refuseForeign(request, passage)
    : passage;
  return options.resume === true ? await resume(request, allowed) : allowed;
}

async function resume(
  request: GuardedRequest,
  passage: Passage,
): Promise<Passage> {
  const incoming = request.whole();
  const isForm = incoming.method === "POST" && acceptsHtml(incoming);
  return isForm ? await resumeForm({ ...request, incoming }, passage) : passage;
}

/** The demands of a guard. */
interface GuardDemands<S> {
  readonly options: RequireOptions<S>;
  readonly params: ParamTexts;
  readonly demand: Demand | null;
}

const NO_PARAMS: ParamTexts = {};

async function askSession<S>(
  request: GuardedRequest,
  options: RequireOptions<S>,
): Promise<Passage> {
  const params = options.params === undefined
    ? NO_PARAMS
    : readGuardParams(options.params);
  const asked = { options, params, demand: toDemand(options) };
  let visit = await visitSession(request);
  let may = false;
  if (visit.value?.user) {
    const began = countChanges(request.key);
    may = await mayPass(visit.value, options);
    // The application's function may have changed the session.
    if (countChanges(request.key) !== began) {
      visit = await visitSession(request);
    }
  }
  const { value: session, cookies } = visit;
  return session?.user && may && asked.demand === null
    ? { kind: "signed in", session, cookies }
    : await answer(request, { ...asked, visit }, may);
}

/** Decides about a request that does not pass by its session alone. */
async function answer<S>(
  request: GuardedRequest,
  { visit, options, params, demand }: GuardDemands<S> & {
    readonly visit: Visit<Session | null>;
  },
  may: boolean,
): Promise<Passage> {
  const { value: session, cookies } = visit;
  const incoming = request.whole();
  const settings = resolveSettings(await request.getConfig(), incoming.env);
  let unmet: Unmet | null = null;
  if (session?.user) {
    if (!may) {
      const answer = await askForAnother(incoming, settings, options.role);
      return toRefusedPassage(answer, cookies);
    }
    if (demand !== null) {
      unmet = await findUnmet(request, demand);
    }
    if (unmet === null) return { kind: "signed in", session, cookies };
  }
  const head = readHead(incoming, settings);
  if (head.refusal !== null) {
    const answer = await toErrorAnswer(incoming, settings, head.refusal);
    return toRefusedPassage(answer, cookies);
  }
  const { redirectTo, silent } = options;
  const page = redirectTo ?? toSignInPage(settings, incoming);
  const confirmation = demand && { userId: null, demand };
  const asking = { page, params, confirmation, silent };
  const { answer, kept } = unmet === null
    ? await askToSignIn(incoming, { head, settings }, asking)
    : await askToConfirm(incoming, { head, settings }, { ...asking, unmet });
  return toRefusedPassage(answer, [...cookies, ...kept]);
}

function toDemand<S>(
  { maxAge, acr, amr }: RequireOptions<S>,
): Demand | null {
  return maxAge === undefined && acr === undefined && amr === undefined
    ? null
    : readDemand({ maxAge, acr, amr });
}
