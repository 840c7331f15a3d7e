import {
  findForm,
  KEPT_FORM,
  type KeptForm,
  markSending,
} from "../attempts/kept_form.ts";
import type { NotSentReason } from "../config/pages/form_models.ts";
import { withQuery } from "../http/redirects.ts";
import type { Context } from "../request/context.ts";
import { type Outcome, page, redirect } from "../request/outcome.ts";
import { assertSameOrigin } from "../session/csrf.ts";
import { toStrategy } from "../session/strategy.ts";
import type { Presence } from "../session/session_strategy.ts";

/**
 * `GET /resume`: shows a form that a guard kept, and asks before it is sent.
 * Nothing is used up, so that the page can be reloaded. Without the name of a
 * form, it says that a form could not be kept.
 */
export async function resumePage(ctx: Context): Promise<Outcome> {
  const found = await findOwnForm(ctx);
  if ("kind" in found) return found;
  const { id, path, form, page: filledIn } = found;
  const { host, pathname } = new URL(ctx.origin + path);
  return page({
    name: "resume",
    action: toUrl(ctx, id),
    type: form.type,
    fields: form.fields,
    to: host + pathname,
    cancelUrl: filledIn ?? `${ctx.origin}/`,
  });
}

/**
 * `POST /resume`: has the browser send the form, which is the body of this
 * request, where it was sent at first. It is used up there, by the guard: if
 * the button was pressed twice, the first answer may never have arrived.
 *
 * @throws CrossSiteRequest
 */
export async function sendFormAgain(ctx: Context): Promise<Outcome> {
  assertSameOrigin(ctx);
  const found = await findOwnForm(ctx);
  if ("kind" in found) return found;
  const cookies = await markSending(ctx, found.id);
  const url = ctx.origin + found.path;
  return { kind: "redirect", url, status: 307, cookies };
}

/**
 * Finds the form that the URL names, if it belongs to this browser and to the
 * signed-in user, who has signed in since; otherwise returns the outcome.
 */
async function findOwnForm(ctx: Context): Promise<KeptForm | Outcome> {
  const id = ctx.request.query.get(KEPT_FORM);
  if (id === null) return refuse(ctx, "not kept");
  const found = await findForm(ctx, id);
  if (found.kind !== "kept") return refuse(ctx, found.kind);
  const { form } = found;
  const present = await toStrategy(ctx).find(ctx);
  const callbackUrl = toUrl(ctx, id);
  if (present === null) {
    return redirect(withQuery(ctx.url("signin"), { callbackUrl }));
  }
  if (present.userId !== form.user) {
    const query = { another: "1", callbackUrl };
    return refuse(ctx, "other user", withQuery(ctx.url("signin"), query));
  }
  return isConfirmed(present, form)
    ? form
    : redirect(toConfirm(ctx, callbackUrl));
}

/**
 * Whether the user has signed in since the form was kept. The session has the
 * moment in seconds.
 */
function isConfirmed({ started }: Presence, form: KeptForm): boolean {
  // Written so that a session of unknown age is refused.
  return started !== null && started > form.started - 1000;
}

/** Returns the URL of the sign-in page that asks the user for a confirmation. */
function toConfirm(ctx: Context, callbackUrl: string | null): string {
  const query = { callbackUrl, error: "SignInRequired", code: "fresh" };
  return withQuery(ctx.url("signin"), query);
}

function toUrl(ctx: Context, id: string): string {
  return withQuery(ctx.url("resume"), { [KEPT_FORM]: id });
}

const STATUS: Readonly<Record<NotSentReason, number>> = {
  "not kept": 401,
  "other user": 403,
  sent: 409,
  gone: 410,
};

/** Says why a form is not sent. */
function refuse(
  ctx: Context,
  reason: NotSentReason,
  signInUrl = reason === "not kept" ? toConfirm(ctx, null) : null,
): Outcome {
  const home = `${ctx.origin}/`;
  return {
    kind: "page",
    page: { name: "notSent", reason, signInUrl, home },
    status: STATUS[reason],
    cookies: [],
  };
}
