import type { AuthConfig } from "../config.ts";
import { findFormerOptions } from "../former_options.ts";
import { isOAuth } from "../../providers/oauth/oauth_provider.ts";
import {
  type Env,
  readEnv,
  readVariable,
  toEnvPrefix,
} from "../../runtime/env.ts";
import { isFirstWarning } from "../../storage/process_cache.ts";
import { assertProviderSecurity } from "./provider_security.ts";
import { assertReturnOrigins } from "../origin/return_origins.ts";
import type { Settings } from "../settings.ts";

/** Only a cache, of the settings that were found to be valid. */
const seen = new WeakSet<Settings>();

/**
 * Finds the mistakes in options that only signing in needs, and warns of
 * possible ones, at the first request of a configuration to an auth route.
 *
 * @throws ConfigurationError that names every mistake
 */
export function checkAtSignIn(
  config: AuthConfig,
  settings: Settings,
  env: Env = readEnv,
): void {
  if (seen.has(settings)) return;
  assertReturnOrigins(settings);
  assertProviderSecurity(settings);
  seen.add(settings);
  warnUnusedIssuers(config, settings, env);
  warnExperimental(config, settings);
  warnUnchecked(settings);
  const former = findFormerOptions(config, env);
  // The number of warnings is limited, so a configuration without former options
  // must not use one up.
  if (former.length > 0 && isFirstWarning(`former ${settings.key}`)) {
    settings.log.warn("former-options", former.join(" "));
  }
}

function warnUnchecked({ providers, key, log }: Settings): void {
  for (const { id, checks } of [...providers.values()].filter(isOAuth)) {
    if (!checks.none || !isFirstWarning(`checks ${key} ${id}`)) continue;
    log.warn(
      "checks",
      `Provider "${id}" has all checks disabled: an attacker can sign a visitor in to the attacker's account (login CSRF). Remove \`checks\` if the provider allows it.`,
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
    const named = readVariable(env, variable);
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
