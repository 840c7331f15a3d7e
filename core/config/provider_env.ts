import { type Env, toEnvPrefix } from "../runtime/env.ts";
import {
  isOAuth,
  type OAuthProvider,
  type Placed,
  placeholderTools,
  type ReadPlaceholder,
} from "../providers/oauth_provider.ts";
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

/** The variable of a provider's option: `AUTH_MY_OP_TENANT_ID` for `tenantId` of `my-op`. */
export function toOptionVariable(id: string, option: string): string {
  const name = option.replace(/[A-Z]/g, (letter) => `_${letter}`);
  return `${toEnvPrefix(id)}_${name.toUpperCase()}`;
}

/** Fills the placeholders that the application left open, if there are any. */
export function fillOpen(
  provider: OAuthProvider & Placed,
  read: ReadPlaceholder,
): OAuthProvider {
  return provider[placeholderTools]?.fillOpen(provider, read) ?? provider;
}

/** Whether a provider carries the functions for its placeholders. */
export function canFill(provider: OAuthProvider & Placed): boolean {
  return provider[placeholderTools] !== undefined;
}

/** Lists the placeholders that a provider still contains. */
export function listUnfilled(
  provider: OAuthProvider & Placed,
): readonly string[] {
  return provider[placeholderTools]?.listUnfilled(provider) ?? [];
}

/** Reads the placeholders of a provider from the environment. */
export function readPlaceholders(
  { id }: OAuthProvider,
  env: Env,
): ReadPlaceholder {
  return (name) => env(toOptionVariable(id, name));
}
