import { findFreshWithFactor } from "../../accounts/factors/fresh_factor.ts";
import { hasWayBesidePassword } from "../../accounts/other_ways.ts";
import { type AuthError, toAuthError } from "../../errors/errors.ts";
import { withQuery } from "../../http/redirects.ts";
import {
  changePassword,
  checkPassword,
  findPasswordOwner,
  provesByPassword,
} from "../../methods/password/change.ts";
import {
  findDonePage,
  toAccountUrl,
  toDoneUrl,
} from "../../methods/password/account_url.ts";
import { toStored } from "../../methods/password/stored.ts";
import type { StoredProvider } from "../../providers/stored_provider.ts";
import type { Context } from "../../request/context.ts";
import { type Outcome, redirect } from "../../request/outcome.ts";
import { formPage } from "../../request/with_error.ts";
import {
  keepTarget,
  readSafeCallbackUrl,
  resolveTarget,
} from "../../request/redirect_target.ts";
import { readCsrfToken } from "../../session/csrf.ts";
import { FRESH } from "../../session/fresh.ts";
import { isMet } from "../../session/demand.ts";

/**
 * `GET /password`: shows the signed-in user the form that changes their
 * password, or sets the first one.
 */
export async function passwordPage(ctx: Context): Promise<Outcome> {
  const provider = toStored(ctx);
  return findDonePage(ctx) ?? await keepTarget(
    toAccountUrl(ctx, "password"),
    () => showForm(ctx, provider, null),
  );
}

/**
 * `POST /password`: changes the password of the signed-in user (`current`,
 * `password`), sets the first one, removes it (`remove`), or only checks it
 * (`verify`).
 */
export async function postPassword(ctx: Context): Promise<Outcome> {
  const provider = toStored(ctx);
  const { current, password = "", remove, verify } = ctx.request.form;
  const next = remove === undefined ? password : null;
  return await keepTarget(toAccountUrl(ctx, "password"), async () => {
    try {
      if (verify !== undefined) {
        await checkPassword(ctx, provider, current ?? "");
        return redirect(await resolveTarget(ctx));
      }
      const { how, cookies } = await changePassword(ctx, provider, {
        current: current || undefined,
        next,
      });
      return redirect(await toDoneUrl(ctx, "password", DONE[how]), ...cookies);
    } catch (thrown) {
      const error = toAuthError(thrown);
      if (ctx.settings.raw || error === null || !isTyped(error)) throw thrown;
      return await showForm(ctx, provider, error);
    }
  });
}

const DONE = {
  change: "passwordChanged",
  set: "passwordSet",
  remove: "passwordRemoved",
} as const;

/** Whether what was typed is wrong, so that the same form is shown again. */
function isTyped({ type }: AuthError): boolean {
  return type === "CredentialsSignin" || type === "InvalidPassword";
}

async function showForm(
  ctx: Context,
  provider: StoredProvider,
  error: AuthError | null,
): Promise<Outcome> {
  const owner = await findPasswordOwner(ctx);
  const { present, user, hash } = owner;
  const isFresh = isMet(FRESH, present, ctx.now);
  if (user.emailVerified === null || !await provesByPassword(ctx, owner)) {
    await findFreshWithFactor(ctx, present);
  }
  if (user.emailVerified === null) {
    const callbackUrl = toAccountUrl(ctx, "password");
    return redirect(withQuery(ctx.url("email"), { callbackUrl }));
  }
  const { token: csrfToken, cookies } = await readCsrfToken(ctx);
  const callbackUrl = readSafeCallbackUrl(ctx);
  const { email = null, name = null, image } = user;
  const model = {
    name: "changePassword",
    action: ctx.url("password"),
    csrfToken,
    callbackUrl,
    user: { name, email, image },
    hasPassword: hash !== null,
    asksCurrent: hash !== null && !isFresh,
    canRemove: hash !== null && await hasWayBesidePassword(ctx, user.id),
    minLength: provider.stored.minLength,
    resetUrl: withQuery(ctx.url("reset"), { email, callbackUrl }),
    error: error && { type: error.type, code: error.code ?? null },
  } as const;
  return await formPage(ctx, model, { error, cookies });
}
