import { enter } from "../accounts/enter.ts";
import { findConfirmation } from "../attempts/confirmation.ts";
import { readRemember } from "../attempts/remember.ts";
import type { Context } from "../request/context.ts";
import type { ResolvedCredentials } from "../providers/credentials_provider.ts";
import {
  pickCredentials,
  toAccountName,
  toPersonName,
} from "../providers/typed_credentials.ts";
import {
  limitAttempt,
  recordSuccess,
  type Try,
} from "../rate_limits/limits.ts";
import { proveCredentials } from "../methods/credentials/credentials.ts";
import { provePassword } from "../methods/password/sign_in.ts";
import { redeemPasswordCode } from "../methods/password/redeem_code.ts";
import { askForAnother } from "../methods/password/weak.ts";
import { isStored } from "../providers/stored_provider.ts";
import type { Outcome } from "../request/outcome.ts";
import type { Identity } from "../providers/provider.ts";
import {
  keepTargetOfSignIn,
  resolveTarget,
} from "../request/redirect_target.ts";

/** `POST /callback/<provider>`: signs in with the submitted credentials. */
export async function signInHere(ctx: Context): Promise<Outcome> {
  const { provider } = ctx;
  if (provider?.type !== "credentials") {
    throw new TypeError("the route needs a credentials provider");
  }
  const { code } = ctx.request.form;
  if (isStored(provider) && code !== undefined) {
    return await redeemPasswordCode(ctx, provider, code);
  }
  const target = await resolveTarget(ctx);
  return await keepTargetOfSignIn(ctx, target, async () => {
    const proved = await prove(ctx, provider);
    const another = await findAnother(ctx, provider, { ...proved, target });
    if (another !== null) return another;
    const confirmation = await findConfirmation(ctx);
    const way = { provider, target, linkTo: null, before: null };
    const remember = await readRemember(ctx, confirmation);
    const proof = { ...way, confirmation, remember };
    return await enter(ctx, { ...proof, ...proved });
  });
}

/** The way to a page that asks for another password, in place of one that is weak by now; null: none. */
async function findAnother(
  ctx: Context,
  provider: ResolvedCredentials,
  { identity: { owner }, target }: { identity: Identity; target: string },
): Promise<Outcome | null> {
  if (!isStored(provider) || owner === undefined) return null;
  const { password = "" } = ctx.request.form;
  return await askForAnother(ctx, { provider, user: owner, password, target });
}

/** Proves the credentials; returns the identity and the try that was counted. */
async function prove(
  ctx: Context,
  provider: ResolvedCredentials,
): Promise<{ identity: Identity; tried: Try }> {
  const credentials = pickCredentials(provider, ctx.request.form);
  const account = toAccountName(provider, credentials);
  const person = toPersonName(provider, credentials);
  const tried = { kind: "credentials", account, person } as const;
  return await limitAttempt(ctx, tried, async () => {
    const identity = isStored(provider)
      ? await provePassword(ctx, provider)
      : await proveCredentials(ctx, provider);
    await recordSuccess(ctx, tried);
    return { identity, tried };
  });
}
