import type { Context } from "../request/context.ts";
import { isOAuth } from "../providers/oauth/oauth_provider.ts";
import type { AttemptPurpose } from "../attempts/oauth_attempt.ts";
import type { Outcome } from "../request/outcome.ts";
import { keepTarget } from "../request/redirect_target.ts";
import { loadOAuth } from "./load_oauth.ts";

/** Redirects the browser to the provider named in the path. */
export async function leaveForProvider(
  ctx: Context,
  purpose: AttemptPurpose,
): Promise<Outcome> {
  const { provider } = ctx;
  if (!isOAuth(provider)) throw new TypeError("the route needs a provider");
  const { beginOAuth } = await loadOAuth();
  const { url, cookies } = await keepTarget(
    purpose.target,
    () => beginOAuth(ctx, provider, purpose),
  );
  return { kind: "redirect", url, cookies, leaveFor: provider.name };
}
