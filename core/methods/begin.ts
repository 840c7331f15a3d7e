import type { Context } from "../request/context.ts";
import { AuthError, withTarget } from "../errors/errors.ts";
import { isOAuth } from "../providers/oauth_provider.ts";
import type { Aim } from "../attempts/oauth_attempt.ts";
import type { Outcome } from "../request/outcome.ts";
import { beginOAuth } from "./oauth/begin.ts";

/** Redirects the browser to the provider named in the path. */
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
