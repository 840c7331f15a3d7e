import { enter } from "../accounts/enter.ts";
import type { Context } from "../context.ts";
import type { CookieChange } from "../cookies.ts";
import {
  pickCredentials,
  type ResolvedCredentials,
  toAccountName,
  toPersonName,
} from "../credentials_provider.ts";
import { CallbackRouteError, toAuthError, withTarget } from "../errors.ts";
import { limitAttempt, recordSuccess } from "../limits.ts";
import { proveCredentials } from "../methods/credentials.ts";
import type { Outcome } from "../outcome.ts";
import type { Identity } from "../provider.ts";
import { readCallbackUrl, resolveTarget } from "../targets.ts";

/** `POST /callback/<provider>`: somebody typed in their credentials. */
export async function signInHere(ctx: Context): Promise<Outcome> {
  const { provider } = ctx;
  if (provider?.type !== "credentials") {
    throw new TypeError("the route needs a credentials provider");
  }
  const target = await resolveTarget(ctx, readCallbackUrl(ctx));
  try {
    const { identity, cookies } = await prove(ctx, provider);
    const proof = { provider, identity, target, linkTo: null, before: null };
    const outcome = await enter(ctx, proof);
    return { ...outcome, cookies: [...outcome.cookies, ...cookies] };
  } catch (error) {
    const known = toAuthError(error) ?? new CallbackRouteError(
      `Signing in with "${provider.id}" failed.`,
      { cause: error },
    );
    throw withTarget(known, target);
  }
}

/** Who it is, and what lets the browser be known for them. */
async function prove(
  ctx: Context,
  provider: ResolvedCredentials,
): Promise<{ identity: Identity; cookies: readonly CookieChange[] }> {
  const credentials = pickCredentials(provider, ctx.request.form);
  const account = toAccountName(provider, credentials);
  const person = toPersonName(provider, credentials);
  const attempt = { kind: "credentials", account, person } as const;
  return await limitAttempt(ctx, attempt, async () => {
    const identity = await proveCredentials(ctx, provider);
    return { identity, cookies: await recordSuccess(ctx, attempt) };
  });
}
