/**
 * Forms that meet a guard: kept, so that nothing typed is lost, until their
 * sender has signed in again, and then let through once.
 *
 * @module
 */

import {
  claimForm,
  keepForm,
  KEPT_FORM,
  type KeptForm,
} from "../../../attempts/kept_form.ts";
import {
  type AuthError,
  RateLimited,
  SignInRequired,
  toAuthError,
  toRow,
} from "../../../errors/errors.ts";
import type { CookieChange } from "../../../http/cookies.ts";
import { NO_STORE, SAFE } from "../../../http/headers.ts";
import { toSafeTarget, withQuery } from "../../../http/redirects.ts";
import { assertFromSite } from "../../../methods/proxy/browser_check.ts";
import type { SessionContext } from "../../../request/context.ts";
import { readFields } from "../../../request/form_fields.ts";
import {
  type Incoming,
  isBelow,
  toBasePath,
} from "../../../request/request_head.ts";
import { findFormerUser } from "../../../session/jwt/former_user.ts";
import { toStrategy } from "../../../session/strategy.ts";
import { checkSettings } from "../../check_settings.ts";
import { present } from "../../present.ts";
import { reportError } from "../../recover.ts";
import type { Answer, Reply } from "../../answer.ts";
import type { Passage } from "./answers.ts";
import type { HostRequest } from "../host_request.ts";
import { findPrefix } from "../public_path.ts";
import { toSentJar } from "./sent_jar.ts";
import { visit } from "../session_access.ts";

/**
 * Completes the decision of a guard about a form: keeps one whose sender has to
 * sign in, and lets one that was kept through, unless it was sent before.
 */
export async function resumeForm(
  request: HostRequest<Incoming>,
  passage: Passage,
): Promise<Passage> {
  if (passage.kind === "signed in") return await letThrough(request, passage);
  const { status, headers } = passage.reply;
  const [, signInUrl] = headers.find(([name]) => name === "location") ?? [];
  // Signing in does not help against any other refusal.
  return status === 303 && signInUrl !== undefined
    ? await keepFor(request, passage.reply, signInUrl)
    : passage;
}

async function letThrough(
  request: HostRequest<Incoming>,
  passage: Passage & { kind: "signed in" },
): Promise<Passage> {
  const { value: refusal, cookies } = await visit<Answer | null>(request, {
    name: null,
    refused: null,
    act: async (ctx) => {
      const path = toPath(ctx, request.incoming);
      const { isRepeated, cookies } = await claimForm(ctx, path);
      const answer = isRepeated ? await toSent(ctx, request.incoming) : null;
      return { value: answer, cookies };
    },
  });
  const all = [...passage.cookies, ...cookies];
  return refusal === null
    ? { ...passage, cookies: all }
    : { kind: "refused", reply: toReply(refusal, all) };
}

/** A kept form, or the answer that says that it could not be kept. */
type KeepResult =
  | { readonly signInUrl: string }
  | { readonly answer: Answer; readonly page: string };

/** @param signInUrl the URL that the guard redirects to */
async function keepFor(
  request: HostRequest<Incoming>,
  reply: Reply,
  signInUrl: string,
): Promise<Passage> {
  const { value: kept, cookies } = await visit<KeepResult>(request, {
    name: null,
    refused: { signInUrl },
    act: (ctx) => keep(ctx, request.incoming, signInUrl),
  });
  const all = [...reply.cookies, ...cookies];
  if ("answer" in kept) {
    const { answer, page } = kept;
    return { kind: "refused", reply: toReply(answer, all), page };
  }
  const headers = reply.headers.map(([name, value]) =>
    [name, name === "location" ? kept.signInUrl : value] as const
  );
  return {
    kind: "refused",
    reply: { ...reply, headers, cookies: all },
    page: kept.signInUrl,
  };
}

function toReply(answer: Answer, cookies: Reply["cookies"]): Reply {
  const headers = [...NO_STORE, ...SAFE, ...answer.headers];
  return { ...answer, headers, cookies };
}

async function keep(
  ctx: SessionContext,
  incoming: Incoming,
  signInUrl: string,
): Promise<{ value: KeepResult; cookies: readonly CookieChange[] }> {
  const base = ctx.origin + toBasePath(ctx.settings, incoming.mount);
  const page = `${base}/resume`;
  try {
    const { id, cookies } = await keepFormOf(ctx, incoming);
    const callbackUrl = withQuery(page, { [KEPT_FORM]: id });
    const value = { signInUrl: withQuery(signInUrl, { callbackUrl }) };
    return { value, cookies };
  } catch (thrown) {
    const error = toAuthError(thrown);
    if (error === null) throw thrown;
    const { effects: { log }, settings: { key } } = ctx;
    reportError({ log, key, isShown: false }, error);
    const answer = await toNotKept(ctx, incoming, { error, signInUrl });
    return { value: { answer, page }, cookies: [] };
  }
}

/** @throws AuthError if the form cannot be kept */
async function keepFormOf(
  ctx: SessionContext,
  incoming: Incoming,
): Promise<{ id: string; cookies: readonly CookieChange[] }> {
  assertFromSite(incoming, ctx.origin);
  const present = await toStrategy(ctx).find(ctx);
  const user = present?.userId ??
    await findFormerUser({ ...ctx, jar: toSentJar(ctx.policy, incoming) });
  if (user === null) {
    throw new SignInRequired(
      "A form was not kept, because no session says who sent it.",
    );
  }
  const kept = await keepForm(ctx, {
    user,
    path: toPath(ctx, incoming),
    form: await readFields(incoming),
    page: findPage(ctx, incoming),
  });
  if (kept !== null) return kept;
  throw new RateLimited(
    "A form was not kept, because its sender has too many.",
    60,
  );
}

/** Returns the path and query that the browser sent the form to. */
function toPath(
  { settings }: SessionContext,
  incoming: Incoming,
): string {
  return findPrefix(settings, incoming) + incoming.target;
}

/** Finds the page of the application that the form is on. */
function findPage(
  { origin, settings }: SessionContext,
  { header, mount }: Incoming,
): KeptForm["page"] {
  const base = toBasePath(settings, mount);
  const url = toSafeTarget(header("referer"), origin, base);
  return url === null || isBelow(url.slice(origin.length), base) ? null : url;
}

/** Says that a form was not kept. A redirect might lose what was typed. */
async function toNotKept(
  ctx: SessionContext,
  incoming: Incoming,
  { error, signInUrl }: { error: AuthError; signInUrl: string },
): Promise<Answer> {
  const { status } = toRow(error);
  const page = {
    reason: "not kept",
    signInUrl,
    home: `${ctx.origin}/`,
  } as const;
  return await present(
    { name: "notSent", ...page },
    status,
    toFacts(ctx, incoming),
  );
}

/** Says that a form was sent before. */
async function toSent(
  ctx: SessionContext,
  incoming: Incoming,
): Promise<Answer> {
  const page = {
    reason: "sent",
    signInUrl: null,
    home: `${ctx.origin}/`,
  } as const;
  return await present(
    { name: "notSent", ...page },
    409,
    toFacts(ctx, incoming),
  );
}

function toFacts(
  { settings, origin }: SessionContext,
  { header, env }: Incoming,
) {
  checkSettings(settings, env);
  return { settings, origin, acceptLanguage: header("accept-language") };
}
