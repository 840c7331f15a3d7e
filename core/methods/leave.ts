import type { Context } from "../context.ts";
import { AuthError, withTarget } from "../errors.ts";
import { isOAuth } from "../oauth_provider.ts";
import type { Aim } from "../oauth/attempt.ts";
import type { Outcome } from "../outcome.ts";
import { beginOAuth } from "./oauth.ts";

/** Sends the browser to the provider that the path names. */
export async function leaveForProvider(
  ctx: Context,
  aim: Aim,
): Promise<Outcome> {
  const { provider } = ctx;
  if (!isOAuth(provider)) throw new TypeError("the route needs a provider");
  try {
    const { url, cookies } = await beginOAuth(ctx, provider, aim);
    return { kind: "redirect", url, cookies, leaveFor: provider.name };
  } catch (error) {
    throw error instanceof AuthError ? withTarget(error, aim.target) : error;
  }
}
