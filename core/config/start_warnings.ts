import type { AuthConfig } from "./config.ts";
import { type Env, toEnvPrefix } from "../runtime/env.ts";
import { isOAuth } from "../providers/oauth_provider.ts";
import type { Settings } from "./settings.ts";
import { isFirstWarning } from "../storage/process_cache.ts";

/** Logs what may be a mistake in a configuration, once each. */
export function warnAtStart(
  config: AuthConfig,
  settings: Settings,
  env: Env,
): void {
  warnUnusedIssuers(config, settings, env);
  warnExperimental(config, settings);
  for (
    const { id, checks } of [...settings.providers.values()].filter(isOAuth)
  ) {
    if (!checks.none || !isFirstWarning(`checks ${settings.key} ${id}`)) {
      continue;
    }
    settings.log.warn(
      "checks",
      `Provider "${id}" has all checks disabled: an attacker can sign a visitor in to the attacker's account (login CSRF). Remove \`checks\` if the provider allows it.`,
    );
  }
  if (env("NODE_ENV") !== "production") return;
  if (needsStore(settings) && isFirstWarning(`store ${settings.key}`)) {
    settings.log.warn(
      "memory-store",
      "Sign-outs are remembered in this process only, until it ends. Hand in a shared `store` if several processes serve this application.",
    );
  }
}

function warnExperimental(
  { experimental }: AuthConfig,
  { log }: Settings,
): void {
  if (experimental?.enableWebAuthn !== true) return;
  if (!isFirstWarning("experimental-webauthn")) return;
  log.warn(
    "experimental-webauthn",
    "Passkeys are experimental: options and behaviour may change without notice.",
  );
}

/** Whether revocation needs marks in the store: rows that can be removed need none. */
function needsStore(
  { hasOwnStore, strategy, adapter }: Settings,
): boolean {
  const hasRows = strategy === "database" &&
    typeof adapter?.deleteSessionsByUserId === "function";
  return !hasOwnStore && !hasRows;
}

/**
 * Warns about issuers in the environment that are ignored because a definition
 * that was called has its issuer already.
 */
function warnUnusedIssuers(
  { providers }: AuthConfig,
  settings: Settings,
  env: Env,
): void {
  if (typeof providers === "function") return;
  for (const input of providers) {
    if (typeof input === "function" || !("issuer" in input)) continue;
    const variable = `${toEnvPrefix(input.id)}_ISSUER`;
    const named = env(variable);
    const issuer = "issuer" in input ? input.issuer : undefined;
    const isUnused = named && issuer && named !== issuer;
    if (isUnused && isFirstWarning(`issuer ${settings.key} ${input.id}`)) {
      settings.log.warn(
        "issuer",
        `${variable} is not used: the configuration gives provider "${input.id}" another issuer. Remove one, or list the definition without calling it.`,
      );
    }
  }
}
