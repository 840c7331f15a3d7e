import type { PasswordAskModel } from "../../config/pages/password_models.ts";
import { readPageError } from "../../config/pages/page_errors.ts";
import {
  type EarlyChoice,
  findPasswordAttempt,
} from "../../attempts/password_attempt.ts";
import { isTicked, readRemember, toBox } from "../../attempts/remember.ts";
import type { AuthError } from "../../errors/errors.ts";
import { InvalidField } from "../../errors/password_errors.ts";
import { toAddress } from "../../model/email_address.ts";
import { hashFor } from "../../methods/password/hash.ts";
import {
  findMinLength,
  refuseNewPassword,
} from "../../methods/password/refusal.ts";
import {
  pickFields,
  readFields,
  refuseLongFields,
  toPageFields,
} from "../../methods/password/sign_up_fields.ts";
import { cutTarget, withQuery } from "../../http/redirects.ts";
import { askForPasswordMail } from "../../methods/password/ask.ts";
import { toClosed, toStored } from "../../methods/password/stored.ts";
import type { StoredProvider } from "../../providers/stored_provider.ts";
import { assertWithinLimits } from "../../rate_limits/limits.ts";
import type { Context } from "../../request/context.ts";
import { type Outcome, redirect } from "../../request/outcome.ts";
import { formPage } from "../../request/with_error.ts";
import {
  keepTarget,
  readSafeCallbackUrl,
  resolveTarget,
  toOwnPage,
} from "../../request/redirect_target.ts";
import { readCsrfToken } from "../../session/csrf.ts";

/** `GET /signup`: asks for the address of a new account. */
export async function signUpPage(ctx: Context): Promise<Outcome> {
  return await showAsk(ctx, "signUp");
}

/** `GET /reset`: asks for the address of an account whose password was forgotten. */
export async function resetPage(ctx: Context): Promise<Outcome> {
  return await showAsk(ctx, "reset");
}

async function showAsk(
  ctx: Context,
  name: PasswordAskModel["name"],
  error: AuthError | null = null,
): Promise<Outcome> {
  if (error !== null && ctx.settings.raw) throw error;
  const provider = toStored(ctx);
  const { stored } = provider;
  const { query, form } = ctx.request;
  const callbackUrl = readSafeCallbackUrl(ctx);
  const email = (form.email ?? query.get("email"))?.slice(0, 320) ?? null;
  const shown = error === null
    ? readPageError(query)
    : { type: error.type, code: error.code ?? null };
  const own = toOwnPage(ctx, name);
  if (own !== null) {
    const problem = { error: shown?.type ?? null, code: shown?.code ?? null };
    const field = error instanceof InvalidField ? error.field : null;
    const remember = isTicked(ctx) ? "on" : null;
    return redirect(
      withQuery(own, { callbackUrl, ...problem, field, email, remember }),
    );
  }
  const { token, cookies } = await readCsrfToken(ctx);
  const signIn = toOwnPage(ctx, "signIn") ?? ctx.url("signin");
  const model = {
    name,
    action: ctx.url(name.toLowerCase()),
    csrfToken: token,
    callbackUrl,
    email,
    error: shown,
    isClosed: name === "signUp" && !stored.signUp,
    signInUrl: withQuery(signIn, { callbackUrl }),
    ...name === "signUp" ? await toEarlyForm(ctx, provider) : {},
    problem: error instanceof InvalidField ? error : null,
  } as const;
  return await formPage(ctx, model, { error, cookies });
}

/** Returns the part of the form for a password that is chosen with the address; empty if it is chosen later. */
async function toEarlyForm(
  ctx: Context,
  provider: StoredProvider,
): Promise<Pick<PasswordAskModel, "minLength" | "fields" | "remember">> {
  if (provider.stored.confirm === "before") return {};
  const typed = pickFields(ctx, provider, ctx.request.form);
  return {
    minLength: await findMinLength(ctx, { provider, user: null }),
    fields: toPageFields(ctx, provider, typed),
    remember: toBox(ctx),
  };
}

/**
 * `POST /signup`: sends a mail to the address in the form, with which its
 * reader can create an account.
 */
export async function askToSignUp(ctx: Context): Promise<Outcome> {
  const provider = toStored(ctx);
  const target = await resolveTarget(ctx);
  const { email: input = "" } = ctx.request.form;
  return await keepTarget(target, async () => {
    if (!provider.stored.signUp) throw toClosed();
    await assertWithinLimits(ctx, { kind: "signUp", account: null });
    const early = provider.stored.confirm === "after"
      ? await readEarly(ctx, provider)
      : null;
    if (early !== null && "error" in early) {
      return await showAsk(ctx, "signUp", early.error);
    }
    const ask = { use: "signUp", input, early } as const;
    const kept = early === null ? target : toShort(ctx, target);
    return await askForPasswordMail(ctx, provider, { ...ask, target: kept });
  });
}

/** The limit on the characters of a target that shares its cookie with fields. */
const MAX_SHARED = 1000;

function toShort({ origin }: Context, target: string): string {
  return cutTarget(new URL(target, origin), MAX_SHARED)?.href ?? `${origin}/`;
}

/**
 * Reads the password and the fields that are chosen before the address is
 * proved. For another mail, they are those of the one before.
 */
async function readEarly(
  ctx: Context,
  provider: StoredProvider,
): Promise<EarlyChoice | { readonly error: AuthError }> {
  const { form } = ctx.request;
  const { email = "", password = "" } = form;
  const earlier = form.password === undefined
    ? await findPasswordAttempt(ctx)
    : null;
  if (earlier?.early && earlier.link.identifier === toAddress(email)) {
    return earlier.early;
  }
  const fields = pickFields(ctx, provider, form);
  const owner = { provider, user: null, email, name: fields.name };
  const error = await refuseNewPassword(ctx, owner, password);
  if (error !== null) return { error };
  const read = await readFields(ctx, provider, fields);
  if ("error" in read) return read;
  const tooLong = refuseLongFields(fields);
  if (tooLong !== null) return { error: tooLong };
  const remember = await readRemember(ctx, null);
  return { hash: await hashFor(provider.stored, password), fields, remember };
}

/**
 * `POST /reset`: sends a mail to the address in the form, with which its reader
 * can choose a new password.
 */
export async function askToReset(ctx: Context): Promise<Outcome> {
  const provider = toStored(ctx);
  const target = await resolveTarget(ctx);
  const { email: input = "" } = ctx.request.form;
  const ask = { use: "reset", input, target, early: null } as const;
  return await keepTarget(
    target,
    () => askForPasswordMail(ctx, provider, ask),
  );
}
