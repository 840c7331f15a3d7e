import type { AuthConfig } from "../config.ts";
import { passwordResolver } from "../../providers/definition/symbols.ts";
import type { Resolving, SelfResolving } from "../../providers/resolving.ts";
import { resolveCredentials } from "./resolve_credentials.ts";
import { mergeProvider } from "../../providers/definition/merge_provider.ts";
import { withoutUndefined } from "../../runtime/without_undefined.ts";
import type { ReadOption } from "../../runtime/env.ts";
import type { Problems } from "../../errors/config_problems.ts";
import type {
  Provider,
  ProviderInput,
  ResolvedProvider,
} from "../../providers/provider.ts";
import type {
  CredentialsConfig,
  PasswordConfig,
} from "../../providers/credentials_provider.ts";
import { readProviderEnv } from "./provider_env.ts";
import { resolveEmail } from "./resolve_email.ts";
import { resolveOAuth } from "./resolve_oauth.ts";
import { resolveWebAuthn } from "./resolve_webauthn.ts";

/** Resolves the configured providers, by id and in their order. */
export function resolveProviders(
  config: Pick<AuthConfig, "providers" | "redirectProxyUrl">,
  env: ReadOption,
  problems: Problems,
): ReadonlyMap<string, ResolvedProvider> {
  const providers = new Map<string, ResolvedProvider>();
  // A function has been called by now, unless there is no request yet.
  const inputs = typeof config.providers === "function" ? [] : config.providers;
  const proxyUrl = config.redirectProxyUrl ??
    env("AUTH_REDIRECT_PROXY_URL", "optional") ?? null;
  if (!Array.isArray(inputs)) {
    problems.add("`providers` is missing: list the providers, or [] for none.");
    return providers;
  }
  for (const input of inputs) {
    const provider = toProvider(input, env, problems);
    if (provider === null) continue;
    if (!isProviderId(provider.id)) {
      problems.add(
        "A provider's `id` must be 1 to 64 letters, digits, `-` or `_`.",
      );
    } else if (providers.has(provider.id)) {
      problems.add(`Two providers have the id "${provider.id}".`);
    } else {
      const resolved = resolve(provider, { proxyUrl, env, problems });
      if (resolved !== null) providers.set(provider.id, resolved);
    }
  }
  return providers;
}

function isProviderId(id: unknown): boolean {
  return typeof id === "string" && /^[A-Za-z0-9_-]{1,64}$/.test(id);
}

/**
 * Returns the provider of an input. A function is called for its id first, and
 * then with the options that the environment has for that id.
 */
function toProvider(
  input: ProviderInput,
  env: ReadOption,
  problems: Problems,
): Provider | null {
  try {
    if (typeof input !== "function") return mergeOptions(input ?? {});
    const make = input as (options: object) => Provider;
    const { id, type } = make({});
    const found = readProviderEnv({ id, type } as Provider, env);
    return mergeOptions(make(withoutUndefined(found)));
  } catch (error) {
    const reason = error instanceof Error ? error.message : "it threw";
    problems.add(`A provider cannot be made: ${reason}`);
    return null;
  }
}

/** Merges `options`, where definitions made for other libraries keep the application's options. */
function mergeOptions(
  provider: Provider & { options?: object | undefined },
): Provider {
  const { options, ...definition } = provider;
  if (options === undefined) return provider;
  return mergeProvider(definition as Provider, options);
}

function resolve(
  provider: Provider,
  resolving: Resolving,
): ResolvedProvider | null {
  switch (provider.type) {
    case "credentials":
      return isPassword(provider)
        ? resolvePassword(provider, resolving)
        : resolveCredentials(
          provider,
          (problem) => resolving.problems.add(problem),
        );
    case "oidc":
    case "oauth":
      return resolveOAuth(provider, resolving);
    case "webauthn":
      return resolveWebAuthn(provider, resolving.problems);
    case "email":
      return resolveEmail(provider, resolving);
    default:
      resolving.problems.add(
        `Provider "${
          (provider as Provider).id
        }": \`type\` must be "oidc", "oauth", "email", "credentials" or "webauthn".`,
      );
      return null;
  }
}

/** Resolves the provider of stored passwords by the function that it brings. */
function resolvePassword(
  provider: PasswordConfig & SelfResolving,
  resolving: Resolving,
): ResolvedProvider | null {
  const resolve = provider[passwordResolver];
  if (resolve !== undefined) return resolve(provider, resolving);
  resolving.problems.add(
    `Provider "${provider.id}": make it with \`Password\` of \`@latchkey/auth/providers/password\`.`,
  );
  return null;
}

/** Whether the adapter has the passwords of a provider. */
function isPassword(provider: CredentialsConfig): provider is PasswordConfig {
  return "password" in provider;
}
