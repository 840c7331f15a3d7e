import { enter } from "../accounts/enter.ts";
import type { Context } from "../context.ts";
import { pickCredentials, toAccountName } from "../credentials_provider.ts";
import { CallbackRouteError, toAuthError, withTarget } from "../errors.ts";
import { assertWithinLimits, recordSuccess } from "../limits.ts";
import { proveCredentials } from "../methods/credentials.ts";
import type { Outcome } from "../outcome.ts";
import { readCallbackUrl, resolveTarget } from "../targets.ts";

/** `POST /callback/<provider>`: somebody typed in their credentials. */
export async function signInHere(ctx: Context): Promise<Outcome> {
  const { provider } = ctx;
  if (provider?.type !== "credentials") {
    throw new TypeError("the route needs a credentials provider");
  }
  const target = await resolveTarget(ctx, readCallbackUrl(ctx));
  try {
    const credentials = pickCredentials(provider, ctx.request.form);
    const account = toAccountName(provider, credentials);
    const attempt = { kind: "credentials", account } as const;
    await assertWithinLimits(ctx, attempt);
    const identity = await proveCredentials(ctx, provider);
    await recordSuccess(ctx, attempt);
    const proof = { provider, identity, target, linkTo: null, before: null };
    return await enter(ctx, proof);
  } catch (error) {
    const known = toAuthError(error) ?? new CallbackRouteError(
      `Signing in with "${provider.id}" failed.`,
      { cause: error },
    );
    throw withTarget(known, target);
  }
}
