import { toDead } from "../../attempts/mail_mark.ts";
import {
  findPasswordAttempt,
  keepPasswordProof,
  type PasswordAttempt,
} from "../../attempts/password_attempt.ts";
import { LINK_MAX_AGE, toPasswordUrl } from "../../attempts/password_link.ts";
import { Verification } from "../../errors/errors.ts";
import { limitAttempt, recordSuccess } from "../../rate_limits/limits.ts";
import type { Context } from "../../request/context.ts";
import { type Outcome, redirect } from "../../request/outcome.ts";
import { withError } from "../../request/with_error.ts";
import { keepTarget } from "../../request/redirect_target.ts";
import { compareCode } from "../email/code.ts";
import { toMailTry, toVerifyRequest } from "../email/identity.ts";
import type { StoredProvider } from "../../providers/stored_provider.ts";

/**
 * Takes the code of a mail about a password, in the browser that asked for it,
 * and redirects to the page that asks for the password.
 *
 * @throws Verification if the browser did not ask, or after too many wrong
 * codes; RateLimited or StoreError
 */
export async function redeemPasswordCode(
  ctx: Context,
  provider: StoredProvider,
  typed: string,
): Promise<Outcome> {
  const attempt = await findPasswordAttempt(ctx);
  if (attempt === null) {
    throw new Verification("No mail was asked for in this browser.");
  }
  const { id: state, target } = attempt;
  return await keepTarget(target, async () => {
    if (!await isRight(ctx, attempt, typed)) {
      return refuseCode(ctx, provider, state);
    }
    const url = toPasswordUrl(ctx, { state, target });
    return redirect(url, await keepPasswordProof(ctx, attempt));
  });
}

/** @throws Verification, RateLimited or StoreError */
async function isRight(
  ctx: Context,
  { id, code, link: { identifier } }: PasswordAttempt,
  typed: string,
): Promise<boolean> {
  const trial = { ...toMailTry(identifier), kind: "code" } as const;
  const mailed = { id, code, maxAge: LINK_MAX_AGE };
  const result = await limitAttempt(
    ctx,
    trial,
    () => compareCode(ctx, mailed, typed),
  );
  if (result === "over") throw toDead("void", identifier);
  if (result === "right") await recordSuccess(ctx, trial);
  return result === "right";
}

async function refuseCode(
  ctx: Context,
  provider: StoredProvider,
  state: string,
): Promise<Outcome> {
  const error = new Verification("A wrong code was typed.");
  error.code = "wrong_code";
  const problem = { error: error.type, code: error.code };
  const url = toVerifyRequest(ctx, provider, state, problem);
  return await withError(ctx, error, redirect(url));
}
