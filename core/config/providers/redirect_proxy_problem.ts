import type { Problems } from "../../errors/config_problems.ts";
import { isOAuth, isProxyAt } from "../../providers/oauth/oauth_provider.ts";
import type { Settings } from "../settings.ts";

/** Reports a redirect proxy that would redirect to any origin. */
export function reportRedirectProxy(
  { origin, providers, redirectProxyOrigins }: Pick<
    Settings,
    "origin" | "providers" | "redirectProxyOrigins"
  >,
  problems: Problems,
): void {
  if (redirectProxyOrigins !== null) return;
  const served = [...providers.values()].filter(isOAuth)
    .find((one) => isProxyAt(origin, one));
  if (served === undefined) return;
  problems.add(
    `\`redirectProxyOrigins\` is missing: ${origin} is the redirect proxy of provider "${served.id}". List the origins behind it: AUTH_REDIRECT_PROXY_ORIGINS="https://pr-7.example.com,https://shop-*-team.vercel.app".`,
  );
}
