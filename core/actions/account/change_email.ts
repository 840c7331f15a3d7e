import {
  type CurrentUser,
  findCurrentUser,
} from "../../accounts/current_user.ts";
import { findFreshWithFactor } from "../../accounts/factors/fresh_factor.ts";
import {
  type AuthError,
  SignInRequired,
  toAuthError,
  UnknownAction,
} from "../../errors/errors.ts";
import { withQuery } from "../../http/redirects.ts";
import {
  findDonePage,
  toAccountUrl,
  toDoneUrl,
} from "../../methods/password/account_url.ts";
import { askForAddress } from "../../methods/password/address/ask.ts";
import {
  canUndo,
  changeAddress,
  toDeadLink,
  undoAddress,
} from "../../methods/password/address/change.ts";
import {
  type AddressLink,
  isInState,
  openLink,
} from "../../methods/password/address/links.ts";
import { toStored } from "../../methods/password/stored.ts";
import type { AdapterUser } from "../../model/adapter.ts";
import type { Context } from "../../request/context.ts";
import { type Outcome, page, redirect } from "../../request/outcome.ts";
import { formPage } from "../../request/with_error.ts";
import {
  keepTarget,
  readSafeCallbackUrl,
} from "../../request/redirect_target.ts";
import { limitFailures } from "../../rate_limits/limits.ts";
import { readCsrfToken } from "../../session/csrf.ts";
import { toAdapter } from "../../session/rows/row.ts";

/**
 * `GET /email`: shows the signed-in user the form that changes their address,
 * or, after the link of a mail was opened, by a person or a mail scanner, the
 * button that confirms or undoes the change.
 */
export async function emailPage(ctx: Context): Promise<Outcome> {
  assertKept(ctx);
  const { confirm, undo } = Object.fromEntries(ctx.request.query);
  const done = findDonePage(ctx);
  if (done !== null) return done;
  if (undo !== undefined) return await showUndo(ctx, undo);
  if (confirm !== undefined) return await showConfirm(ctx, confirm);
  return await keepTarget(
    toAccountUrl(ctx, "email"),
    async () => showForm(ctx, await findFresh(ctx), null),
  );
}

/**
 * `POST /email`: sends a mail to the new address (`email`), confirms it
 * (`confirm`), or undoes the change from the old one (`undo`).
 */
export async function postEmail(ctx: Context): Promise<Outcome> {
  assertKept(ctx);
  const { confirm, undo } = ctx.request.form;
  if (undo !== undefined) return await undoHere(ctx, undo);
  if (confirm !== undefined) return await confirmHere(ctx, confirm);
  return await keepTarget(toAccountUrl(ctx, "email"), async () => {
    const user = await findFresh(ctx);
    try {
      await askForAddress(ctx, user, ctx.request.form.email ?? "");
      return redirect(withQuery(ctx.url("email"), { done: "emailSent" }));
    } catch (thrown) {
      const error = toAuthError(thrown);
      const isTyped = error?.type === "InvalidAddress";
      if (ctx.settings.raw || error === null || !isTyped) throw thrown;
      return await showForm(ctx, user, error);
    }
  });
}

/** @throws UnknownAction without stored passwords, or if users cannot be changed */
function assertKept(ctx: Context): void {
  toStored(ctx);
  if (toAdapter(ctx).has("updateUser")) return;
  throw new UnknownAction("Changing an address needs `updateUser`.");
}

async function findPresent(ctx: Context): Promise<CurrentUser> {
  const current = await findCurrentUser(ctx);
  if (current !== null) return current;
  throw new SignInRequired("Changing an address needs a live session.");
}

/** Finds the signed-in user, who has proved who they are a moment ago. */
async function findFresh(ctx: Context): Promise<AdapterUser> {
  const { present, user } = await findPresent(ctx);
  await findFreshWithFactor(ctx, present);
  return user;
}

async function showForm(
  ctx: Context,
  user: AdapterUser,
  error: AuthError | null,
): Promise<Outcome> {
  const { token: csrfToken, cookies } = await readCsrfToken(ctx);
  const { email = null, name = null, image } = user;
  const model = {
    name: "changeEmail",
    action: ctx.url("email"),
    csrfToken,
    callbackUrl: readSafeCallbackUrl(ctx),
    user: { name, email, image },
    error: error && { type: error.type, code: error.code ?? null },
  } as const;
  return await formPage(ctx, model, { error, cookies });
}

/** The link works in every browser where its user is signed in. */
async function showConfirm(ctx: Context, token: string): Promise<Outcome> {
  const target = withQuery(ctx.url("email"), { confirm: token });
  return await keepTarget(target, async () => {
    const { user } = await findPresent(ctx);
    const link = await openLink(ctx, "confirm", token);
    return link === null || !isInState(user, link.state)
      ? await showDead(ctx)
      : await showButton(ctx, "confirm", { token, email: link.to });
  });
}

async function confirmHere(ctx: Context, token: string): Promise<Outcome> {
  const target = withQuery(ctx.url("email"), { confirm: token });
  return await keepTarget(target, async () => {
    const { user } = await findPresent(ctx);
    return await use(ctx, ["confirm", token], async (link) => {
      const cookies = await changeAddress(ctx, user, link);
      return redirect(
        await toDoneUrl(ctx, "email", "emailChanged"),
        ...cookies,
      );
    });
  });
}

async function showUndo(ctx: Context, token: string): Promise<Outcome> {
  const link = await openLink(ctx, "undo", token);
  return link === null || !await canUndo(ctx, link)
    ? await showDead(ctx)
    : await showButton(ctx, "undo", { token, email: link.state.email ?? "" });
}

async function undoHere(ctx: Context, token: string): Promise<Outcome> {
  return await use(ctx, ["undo", token], async (link) => {
    await undoAddress(ctx, link);
    return redirect(withQuery(ctx.url("reset"), { email: link.state.email }));
  });
}

/** Uses a link. Wrong ones are limited by the address of the client. */
async function use(
  ctx: Context,
  [kind, token]: readonly ["confirm" | "undo", string],
  act: (link: AddressLink) => Promise<Outcome>,
): Promise<Outcome> {
  try {
    return await limitFailures(ctx, async () => {
      const link = await openLink(ctx, kind, token);
      if (link === null) throw toDeadLink();
      return await act(link);
    });
  } catch (thrown) {
    const error = toAuthError(thrown);
    const isDead = error?.type === "Verification";
    if (ctx.settings.raw || error === null || !isDead) throw thrown;
    return await showDead(ctx, error);
  }
}

async function showButton(
  ctx: Context,
  kind: "confirm" | "undo",
  { token, email }: { readonly token: string; readonly email: string },
): Promise<Outcome> {
  const { token: csrfToken, cookies } = await readCsrfToken(ctx);
  const action = ctx.url("email");
  const form = { action, csrfToken, callbackUrl: null };
  return page(
    { name: "confirmEmail", kind, token, email, ...form },
    ...cookies,
  );
}

/** Says that a link no longer works. */
async function showDead(
  ctx: Context,
  error: AuthError = toDeadLink(),
): Promise<Outcome> {
  const model = { name: "emailLinkDead", changeUrl: ctx.url("email") } as const;
  return await formPage(ctx, model, { error, cookies: [] });
}
