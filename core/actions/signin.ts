import {
  askConfirmation,
  type AskedConfirmation,
} from "../attempts/confirmation.ts";
import { toBox } from "../attempts/remember.ts";
import { takeTyped } from "../attempts/typed_fields.ts";
import { toPageProviders } from "../request/app_providers.ts";
import { toFirstDemand } from "../accounts/factors/factor_gate.ts";
import { isMet } from "../session/demand.ts";
import { listConfirmWays } from "../accounts/confirm_ways.ts";
import type { Context } from "../request/context.ts";
import { readCsrfToken } from "../session/csrf.ts";
import type { PageProvider, PageUser } from "../config/pages/page_models.ts";
import { errorTable } from "../errors/error_table.ts";
import { toConfirmLinks } from "../request/confirm_links.ts";
import { type Outcome, page, redirect } from "../request/outcome.ts";
import { readLastUsed } from "../request/last_used.ts";
import { type NewMail, toMailFacts } from "../config/providers/mail_facts.ts";
import { withQuery } from "../http/redirects.ts";
import { findPageUser, type Present } from "../session/page_user.ts";
import {
  readSafeCallbackUrl,
  resolveTarget,
  toOwnPage,
} from "../request/redirect_target.ts";
import { readPageError } from "../config/pages/page_errors.ts";
import { toPasskeyModel } from "../methods/passkey/passkey_model.ts";

/**
 * `GET /signin`: shows the built-in sign-in page, or redirects to the
 * application's. A signed-in visitor who does not ask for another account
 * (`another=1`) is told so.
 */
export async function signInPage(ctx: Context): Promise<Outcome> {
  const { query } = ctx.request;
  const callbackUrl = readSafeCallbackUrl(ctx);
  const { asked, cookies } = await askConfirmation(ctx);
  const own = toOwnPage(ctx, "signIn");
  if (own !== null) {
    const url = withQuery(own, {
      callbackUrl,
      error: query.get("error"),
      code: query.get("code"),
      email: query.get("email"),
      remember: query.get("remember"),
    });
    return redirect(url, ...cookies);
  }
  const isAsking = query.has("error") || query.has("another");
  const present = isAsking ? null : await findPageUser(ctx);
  const outcome = present !== null
    ? await showSignedIn(ctx, present, callbackUrl)
    : asked !== null
    ? await showConfirm(ctx, asked)
    : await showWays(ctx, toPageProviders(ctx), null);
  return { ...outcome, cookies: [...cookies, ...outcome.cookies] };
}

/**
 * Shows the ways in which the signed-in user can prove their identity again; the
 * page for a code, if only the second factor is missing.
 */
async function showConfirm(
  ctx: Context,
  { present, confirmation: { demand } }: NonNullable<
    AskedConfirmation["asked"]
  >,
): Promise<Outcome> {
  const first = ctx.effects.adapter === null
    ? demand
    : await toFirstDemand(ctx, present.userId, demand);
  const lacksOnlyFactor = first !== demand && present.authentication !== null &&
    isMet(first, present, ctx.now);
  if (lacksOnlyFactor) {
    const callbackUrl = readSafeCallbackUrl(ctx);
    return redirect(withQuery(ctx.url("second-factor"), { callbackUrl }));
  }
  const ways = await listConfirmWays(ctx, present, first);
  const providers = toPageProviders(ctx).filter(({ id }) => ways.has(id));
  // The token of the form belongs to the session as it is.
  const known = await findPageUser({ ...ctx, isReadOnly: true });
  if (providers.length > 0) {
    return await showWays(ctx, providers, known?.user ?? NAMELESS);
  }
  const type = "InsufficientAuthentication";
  return {
    kind: "page",
    status: errorTable[type].status,
    page: {
      name: "error",
      error: { type, code: "no_way" },
      ref: null,
      home: `${ctx.origin}/`,
      ...toConfirmLinks(ctx.url, readSafeCallbackUrl(ctx)),
      // It would lead here again.
      signInUrl: null,
    },
    cookies: [],
  };
}

/** A user whose session shows no name. */
const NAMELESS: PageUser = { name: null, email: null };

/** Shows ways to sign in. */
async function showWays(
  ctx: Context,
  providers: readonly PageProvider[],
  confirm: PageUser | null,
): Promise<Outcome> {
  const { query } = ctx.request;
  const error = query.get("error");
  const callbackUrl = readSafeCallbackUrl(ctx);
  const { token, cookies } = await readCsrfToken(ctx);
  const failed = findFailed(providers, query.get("provider"), error);
  const { typed, cookies: taken } = await takeTyped(ctx, failed);
  const hasPasskeys = providers.some(({ type }) => type === "webauthn");
  return page(
    {
      name: "signIn",
      signInUrl: callbackUrl === null
        ? ctx.url("signin")
        : withQuery(ctx.url("signin"), { callbackUrl }),
      providers,
      passkeys: hasPasskeys ? await toPasskeyModel(ctx) : null,
      csrfToken: token,
      callbackUrl,
      error: readPageError(query),
      failed,
      typed,
      email: query.get("email")?.slice(0, 320) ?? null,
      // A user who confirms an identity keeps the session that they chose.
      remember: confirm === null ? toBox(ctx) : null,
      lastUsed: readLastUsed(ctx),
      confirm,
      newMail: findNewMail(ctx, error),
    },
    ...cookies,
    ...taken,
  );
}

/** Shows a signed-in visitor who they are, and where they can go. */
async function showSignedIn(
  ctx: Context,
  { user, cookies }: Present,
  callbackUrl: string | null,
): Promise<Outcome> {
  return page({
    name: "signedIn",
    user,
    home: `${ctx.origin}/`,
    continueUrl: await resolveTarget(ctx),
    anotherUrl: withQuery(ctx.url("signin"), { another: "1", callbackUrl }),
    signOutUrl: withQuery(ctx.url("signout"), { callbackUrl }),
  }, ...cookies);
}

/**
 * The mail provider to ask again after a link or a code that can no longer be
 * used.
 */
function findNewMail(
  ctx: Context,
  error: string | null,
): NewMail | null {
  const id = ctx.request.query.get("provider") ?? "";
  const provider = ctx.settings.providers.get(id);
  return error === "Verification" && provider?.type === "email"
    ? { provider: id, action: ctx.url("signin", id), ...toMailFacts(provider) }
    : null;
}

/**
 * The provider whose form shows the error: the one that the URL names, or the
 * only one for passwords.
 */
function findFailed(
  providers: readonly PageProvider[],
  named: string | null,
  error: string | null,
): string | null {
  if (error === null) return null;
  const forms = providers.filter(({ type }) =>
    type === "credentials" || type === "email"
  );
  const known = forms.find(({ id }) => id === named);
  const passwords = forms.filter(({ type }) => type === "credentials");
  const only = error === "CredentialsSignin" && passwords.length === 1
    ? passwords[0]
    : undefined;
  return (known ?? only)?.id ?? null;
}

/** `POST /signin`: redirects to the sign-in page, for forms that name no provider. */
export function signInChoice(ctx: Context): Outcome {
  const callbackUrl = readSafeCallbackUrl(ctx);
  // A form that names a provider asks to sign in, even if the visitor is signed
  // in.
  const another = ctx.provider !== null && ctx.jar.session.length > 0
    ? "1"
    : null;
  return redirect(withQuery(ctx.url("signin"), { another, callbackUrl }));
}
