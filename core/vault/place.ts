import type { Settings } from "../config/settings.ts";
import { isOAuth } from "../providers/oauth/oauth_provider.ts";

/**
 * Names the server and the client that tokens belong to. Where the provider
 * depends on the request, tokens of one tenant's server must not be sent to
 * another one's, although both have the same id here.
 */
export function toPlace(
  { providers }: Pick<Settings, "providers">,
  id: string,
): string {
  const provider = providers.get(id);
  if (provider === undefined || !isOAuth(provider)) return "";
  const { issuer, clientId } = provider;
  const server = issuer.endsWith("/") ? issuer.slice(0, -1) : issuer;
  return JSON.stringify([server, clientId]);
}
