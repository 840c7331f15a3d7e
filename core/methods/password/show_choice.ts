import { readPageError } from "../../config/pages/page_errors.ts";
import type { PasswordAttempt } from "../../attempts/password_attempt.ts";
import { toBox } from "../../attempts/remember.ts";
import type { AuthError } from "../../errors/errors.ts";
import { InvalidField } from "../../errors/password_errors.ts";
import { withQuery } from "../../http/redirects.ts";
import { readWants } from "../../request/client.ts";
import type { Context } from "../../request/context.ts";
import { type Outcome, redirect } from "../../request/outcome.ts";
import { toOwnPage } from "../../request/redirect_target.ts";
import { formPage } from "../../request/with_error.ts";
import { readCsrfToken } from "../../session/csrf.ts";
import type { Chance, PasswordProof } from "./choose.ts";
import { findMinLength, type Owner } from "./refusal.ts";
import { pickFields, toPageFields } from "./sign_up_fields.ts";

/** Returns whom a password that is chosen will belong to. */
export function toOwner(
  { provider, link }: PasswordProof,
  { user }: Chance,
): Owner {
  const { identifier: email, name } = link;
  return { provider, user, email, ...(user === null ? { name } : {}) };
}

/** What was typed into this form; before it was sent, what is known already. */
function toTyped(
  ctx: Context,
  { provider, link, attempt }: PasswordProof,
): Readonly<Record<string, string>> {
  const { form } = ctx.request;
  const early = form.password === undefined ? attempt?.early?.fields : null;
  const typed = early ?? pickFields(ctx, provider, form);
  return { ...typed, name: typed.name || link.name || "" };
}

/**
 * The box "Remember me" of the form: ticked as it was sent, before that as it was
 * with the address; null: there is none.
 */
export function toChosenBox(
  ctx: Context,
  attempt: PasswordAttempt | null,
): boolean | null {
  // A user who confirms an identity keeps the session that they chose.
  if (attempt?.confirmation) return null;
  const box = toBox(ctx);
  const isFirst = ctx.request.form.password === undefined;
  return box === false && isFirst ? attempt?.early?.remember ?? false : box;
}

/**
 * Shows the form for the password, with what was wrong with the last one.
 * A browser goes back to the application's own page for it.
 */
export async function showChoice(
  ctx: Context,
  proof: PasswordProof,
  { chance, error = null }: {
    readonly chance: Chance;
    readonly error?: AuthError | null;
  },
): Promise<Outcome> {
  if (error !== null && ctx.settings.raw) throw error;
  const { provider, link, attempt, target, takesOver } = proof;
  const own = error && toOwnChoice(ctx, proof, error);
  if (own) return own;
  const { token: csrfToken, cookies } = await readCsrfToken(ctx);
  const { form, query } = ctx.request;
  const model = {
    name: "newPassword",
    action: ctx.url("new-password"),
    csrfToken,
    callbackUrl: target,
    token: form.token || query.get("token") || null,
    state: attempt?.id ?? link.id,
    takeOver: takesOver,
    email: link.identifier,
    isNew: chance.user === null,
    fields: chance.user === null
      ? toPageFields(ctx, provider, toTyped(ctx, proof))
      : [],
    problem: error instanceof InvalidField ? error : null,
    minLength: await findMinLength(ctx, toOwner(proof, chance)),
    remember: toChosenBox(ctx, attempt),
    error: error === null
      ? readPageError(query)
      : { type: error.type, code: error.code ?? null },
  } as const;
  return await formPage(ctx, model, { error, cookies });
}

/**
 * Leads a browser back to the application's page for the password; null: there
 * is none, or the form is not its own.
 */
function toOwnChoice(
  ctx: Context,
  { attempt, link, target, takesOver }: PasswordProof,
  problem: AuthError,
): Outcome | null {
  const own = toOwnPage(ctx, "newPassword");
  const isOwn = own !== null && !takesOver;
  if (!isOwn || readWants(ctx.request) !== "html") return null;
  const token = ctx.request.form.token || null;
  const state = attempt?.id ?? link.id;
  const { type: error, code = null } = problem;
  const field = problem instanceof InvalidField ? problem.field : null;
  const why = { error, code, field };
  const remember = toChosenBox(ctx, attempt) ? "on" : null;
  return redirect(
    withQuery(own, { token, state, callbackUrl: target, ...why, remember }),
  );
}
