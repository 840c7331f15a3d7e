import { toAddressRefusal } from "../../accounts/address/address_facts.ts";
import { makeCode } from "../../attempts/mail_attempt.ts";
import {
  findPasswordAttempt,
  keepPasswordProof,
  type PasswordAttempt,
  startPasswordAttempt,
} from "../../attempts/password_attempt.ts";
import { toPasswordUrl } from "../../attempts/password_link.ts";
import { readRemember } from "../../attempts/remember.ts";
import { withQuery } from "../../http/redirects.ts";
import {
  type Chance,
  finishChoice,
  inspectProof,
  type PasswordProof,
} from "../../methods/password/choose.ts";
import { readProof } from "../../methods/password/read_proof.ts";
import { refuseNewPassword } from "../../methods/password/refusal.ts";
import {
  pickFields,
  type ReadFields,
  readFields,
} from "../../methods/password/sign_up_fields.ts";
import {
  showChoice,
  toChosenBox,
  toOwner,
} from "../../methods/password/show_choice.ts";
import { toStored } from "../../methods/password/stored.ts";
import { hashFor } from "../../methods/password/hash.ts";
import { limitFailures } from "../../rate_limits/limits.ts";
import { toPageProviders } from "../../request/app_providers.ts";
import type { Context } from "../../request/context.ts";
import { type Outcome, page, redirect } from "../../request/outcome.ts";
import {
  keepTarget,
  resolveTarget,
  toOwnPage,
} from "../../request/redirect_target.ts";
import { readCsrfToken } from "../../session/csrf.ts";

/**
 * `GET /new-password`: the link of a mail was opened, by a person or by a mail
 * scanner, or its code was typed. Nothing is spent: the page asks for a
 * password.
 */
export async function newPasswordPage(ctx: Context): Promise<Outcome> {
  const attempt = await findPasswordAttempt(ctx);
  const own = await leadToOwn(ctx, attempt);
  // A password that was chosen already needs no page, and a user with other ways
  // to sign in is asked about them first.
  if (own !== null && !attempt?.early && !attempt?.isProved) return own;
  return await withProof(ctx, async (proof) => {
    const chance = await inspectProof(ctx, proof);
    return await askFirst(ctx, proof, chance) ??
      await finishEarly(ctx, proof, chance) ??
      own ?? await showChoice(ctx, proof, { chance });
  });
}

/** Leads to the application's page for the password; null: there is none. */
async function leadToOwn(
  ctx: Context,
  attempt: PasswordAttempt | null,
): Promise<Outcome | null> {
  const own = toOwnPage(ctx, "newPassword");
  if (own === null) return null;
  const names = ["token", "state", "error", "code"];
  const params = names
    .map((name) => [name, ctx.request.query.get(name)] as const);
  const callbackUrl = await resolveTarget(ctx);
  const remember = toChosenBox(ctx, attempt) ? "on" : null;
  return redirect(
    withQuery(own, { ...Object.fromEntries(params), callbackUrl, remember }),
  );
}

/**
 * Finishes a sign-up whose password was chosen before the address was proved, in
 * the browser that chose it. For an address that has an account, nobody
 * chose it.
 */
async function finishEarly(
  ctx: Context,
  proof: PasswordProof,
  chance: Chance,
): Promise<Outcome | null> {
  const early = proof.attempt?.early ?? null;
  if (early === null || chance.user !== null || ctx.isReadOnly) return null;
  const read = await readFields(ctx, proof.provider, early.fields);
  // Something has changed since: an invitation code was used, for example.
  if ("error" in read) {
    return await showChoice(ctx, proof, { chance, error: read.error });
  }
  const { hash, remember } = early;
  const { values: fields } = read;
  return await finishChoice(ctx, proof, { chance, hash, fields, remember });
}

/**
 * `POST /new-password`: stores the chosen password, and signs in. A password
 * that is refused leaves the link as it is.
 */
export async function choosePassword(ctx: Context): Promise<Outcome> {
  return await withProof(ctx, async (proof) => {
    const chance = await inspectProof(ctx, proof);
    const asks = await askFirst(ctx, proof, chance);
    if (asks !== null) return asks;
    const { password } = ctx.request.form;
    // The button that gives up the other ways leads here first.
    if (password === undefined) return await showChoice(ctx, proof, { chance });
    const owner = toOwner(proof, chance);
    const error = await refuseNewPassword(ctx, owner, password);
    if (error !== null) return await showChoice(ctx, proof, { chance, error });
    const fields = await readNewFields(ctx, proof, chance);
    if ("error" in fields) {
      return await showChoice(ctx, proof, { chance, error: fields.error });
    }
    const hash = await hashFor(proof.provider.stored, password);
    return await finishChoice(ctx, proof, {
      chance,
      hash,
      fields: fields.values,
      remember: await readRemember(ctx, proof.attempt?.confirmation ?? null),
    });
  });
}

async function withProof(
  ctx: Context,
  act: (proof: PasswordProof) => Promise<Outcome>,
): Promise<Outcome> {
  const provider = toStored(ctx);
  const target = await resolveTarget(ctx);
  return await keepTarget(
    target,
    () =>
      limitFailures(
        ctx,
        async () => await act(await readProof(ctx, provider, target)),
      ),
  );
}

/**
 * Shows the other sign-in methods of a user whose address was never proved
 * before; null if there is nothing to ask. Signing in with one of them confirms
 * the address, because this browser has proved it.
 *
 * @throws OAuthAccountNotLinked if one of them has to be used
 */
async function askFirst(
  ctx: Context,
  { link, attempt, target }: PasswordProof,
  { verdict: { kind }, ways }: Chance,
): Promise<Outcome | null> {
  if (kind !== "ask" && kind !== "refuse") return null;
  const { id: state, identifier: email } = link;
  // A form whose answer is data leads to the page, too.
  if (attempt?.isProved !== true || ctx.request.method === "POST") {
    const fresh = { id: state, link, target, isProved: true, early: null };
    const cookies = attempt === null
      ? await startPasswordAttempt(ctx, { ...fresh, code: makeCode() })
      : [await keepPasswordProof(ctx, attempt)];
    return redirect(toPasswordUrl(ctx, { state, target }), ...cookies);
  }
  if (kind === "refuse") throw toAddressRefusal(ctx);
  const { token: csrfToken, cookies } = await readCsrfToken(ctx);
  const providers = toPageProviders(ctx).filter(({ id }) => ways.includes(id));
  const action = ctx.url("new-password");
  const fields = { action, csrfToken, callbackUrl: target, email, state };
  return page(
    { name: "otherWays", providers, token: "", ...fields },
    ...cookies,
  );
}

/** Reads the fields of a new user; one who exists has filled them in. */
async function readNewFields(
  ctx: Context,
  { provider }: PasswordProof,
  { user }: Chance,
): Promise<ReadFields> {
  if (user !== null) return { values: {} };
  const texts = pickFields(ctx, provider, ctx.request.form);
  return await readFields(ctx, provider, texts);
}
