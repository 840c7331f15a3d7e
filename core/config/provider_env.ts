import { type Env, toEnvPrefix } from "../runtime/env.ts";
import {
  fixedPlaces,
  isOAuth,
  type OAuthProvider,
  type Placed,
} from "../providers/oauth_provider.ts";
import {
  fillPlaceholders,
  type ReadPlaceholder,
} from "../providers/placeholders.ts";
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

/**
 * Fills the placeholders that the application left open. The issuer that
 * results is marked as the same for every request, unless the application has
 * filled in a part of it.
 */
export function fillOpen(
  provider: OAuthProvider & Placed,
  read: ReadPlaceholder,
): OAuthProvider {
  const filled = fillPlaceholders(
    provider,
    (name) => isGiven(provider, name) ? undefined : read(name),
  );
  const fixed = provider[fixedPlaces] ?? [];
  const places = (["issuer", "wellKnown"] as const).flatMap((key) =>
    fixed.includes(provider[key] ?? "") ? filled[key] ?? [] : []
  );
  return places.length === 0 ? filled : Object.assign({}, filled, {
    [fixedPlaces]: [...fixed, ...places],
  });
}

/** Whether the application gave a value; if it is still open, the value does not fit. */
function isGiven(provider: OAuthProvider, name: string): boolean {
  const value: unknown = Reflect.get(provider, name);
  return typeof value === "string" && value !== "" &&
    !value.includes(`{${name}}`);
}

/** Reads the placeholders of a provider from the environment. */
export function readPlaceholders(
  { id }: OAuthProvider,
  env: Env,
): ReadPlaceholder {
  return (name) => env(toOptionVariable(id, name));
}
