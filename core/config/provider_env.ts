import { type Env, toEnvPrefix } from "../runtime/env.ts";
import { isOAuth } from "../providers/oauth_provider.ts";
import { readMailEnv } from "./resolve_email.ts";
import type { Provider } from "../providers/provider.ts";

/** Reads a provider's options from the environment; options that the provider sets itself win. */
export function readProviderEnv(provider: Provider, env: Env): object {
  if (provider.type === "email") return readMailEnv(provider, env);
  if (!isOAuth(provider)) return {};
  const prefix = toEnvPrefix(provider.id);
  return {
    clientId: provider.clientId ?? env(`${prefix}_ID`),
    clientSecret: provider.clientSecret ?? env(`${prefix}_SECRET`),
    issuer: provider.issuer ?? env(`${prefix}_ISSUER`),
  };
}
