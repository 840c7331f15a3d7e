import { isStored } from "../providers/stored_provider.ts";
import { reportAudit } from "../config/audit_rules.ts";
import { findFormerOptions } from "../config/former_options.ts";
import { reportCorsOrigins } from "../config/origin/cors_origins.ts";
import { reportReturnOrigins } from "../config/origin/return_origins.ts";
import { reportProviderSecurity } from "../config/providers/provider_security.ts";
import { readPersonalTokenRules } from "../config/personal_token_rules.ts";
import type { Settings } from "../config/settings.ts";
import { hasScrypt } from "../crypto/scrypt.ts";
import { Problems } from "../errors/config_problems.ts";
import { reportLanguage } from "../pages/language_rules.ts";
import { toWarnings } from "../pages/theme/theme_css.ts";
import { describeRecipe, toRecipe } from "../methods/credentials/recipe.ts";
import { findMailer, NO_MAILER } from "../methods/password/mailer.ts";
import { findFieldProblems } from "../methods/password/sign_up_fields.ts";
import { findStored } from "../providers/stored_provider.ts";
import { isOAuth } from "../providers/oauth/oauth_provider.ts";
import {
  type Env,
  isCloudflareWorker,
  readEnv,
  readVariable,
  toEnvPrefix,
} from "../runtime/env.ts";
import { isFirstWarning } from "../storage/process_cache.ts";

/** Only a cache, of the settings that were found to be valid. */
const checked = new WeakSet<Settings>();

/**
 * Finds the mistakes in options that reading a session does not need, and warns
 * of possible ones, once for each configuration: a second after the start of a
 * process that lasts, or else at the first request to an auth route or the first
 * page of a guard. `resolveSettings` cannot do it, because every process that
 * imports the library would load the rules, and the parts of pages and providers
 * that they read, before it serves anything.
 *
 * @throws ConfigurationError that names every mistake
 */
export function checkSettings(settings: Settings, env: Env = readEnv): void {
  if (checked.has(settings)) return;
  const problems = new Problems();
  reportReturnOrigins(settings, problems);
  reportCorsOrigins(settings, problems);
  reportProviderSecurity(settings, problems);
  reportAudit(settings, problems.add);
  reportLanguage(settings, problems);
  reportMailer(settings, problems);
  readPersonalTokenRules(settings.config.personalTokens, problems.add);
  if (typeof settings.config.providers !== "function") {
    for (const one of findFieldProblems(settings)) problems.add(one);
  }
  problems.throwIfAny("read");
  checked.add(settings);
  warnUnusedIssuers(settings, env);
  warnExperimental(settings);
  warnUnchecked(settings);
  warnFormer(settings, env);
  warnReplacedColours(settings);
  tellHashing(settings);
}

/** Reports that nobody can send the mails about passwords that the adapter stores. */
function reportMailer(settings: Settings, problems: Problems): void {
  const isProviderList = typeof settings.config.providers !== "function";
  if (!isProviderList || findStored(settings) === null) return;
  if (findMailer(settings) === null) problems.add(NO_MAILER);
}

/**
 * Warns about issuers in the environment that are ignored because a definition
 * that was called has its issuer already.
 */
function warnUnusedIssuers(
  { config: { providers }, key, log }: Settings,
  env: Env,
): void {
  if (typeof providers === "function") return;
  for (const input of providers) {
    if (typeof input === "function" || !("issuer" in input)) continue;
    const variable = `${toEnvPrefix(input.id)}_ISSUER`;
    const named = readVariable(env, variable);
    const issuer = "issuer" in input ? input.issuer : undefined;
    const isUnused = named && issuer && named !== issuer;
    if (isUnused && isFirstWarning(`issuer ${key} ${input.id}`)) {
      log.warn(
        "issuer",
        `${variable} is not used: the configuration gives provider "${input.id}" another issuer. Remove one, or list the definition without calling it.`,
      );
    }
  }
}

function warnExperimental({ config: { experimental }, log }: Settings): void {
  if (experimental?.enableWebAuthn !== true) return;
  if (!isFirstWarning("experimental-webauthn")) return;
  log.warn(
    "experimental-webauthn",
    "Passkeys are experimental: options and behaviour may change without notice.",
  );
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

function warnFormer({ config, key, log }: Settings, env: Env): void {
  const former = findFormerOptions(config, env);
  // The number of warnings is limited, so a configuration without former options
  // must not use one up.
  if (former.length > 0 && isFirstWarning(`former ${key}`)) {
    log.warn("former-options", former.join(" "));
  }
}

function warnReplacedColours({ theme, key, log }: Settings): void {
  for (const warning of toWarnings(theme)) {
    if (isFirstWarning(`theme ${key} ${warning}`)) log.warn("theme", warning);
  }
}

/** Says how passwords are hashed; as a warning where the runtime sets limits. */
function tellHashing({ providers, key, log }: Settings): void {
  for (const one of providers.values()) {
    if (!isStored(one)) continue;
    const { hash } = one.stored;
    const how = `Passwords of provider "${one.id}" are hashed with ${
      describeRecipe(toRecipe(hash))
    }.`;
    if (hasScrypt() && !isCloudflareWorker()) log.debug(how);
    else if (isFirstWarning(`hashing ${key} ${how}`)) {
      log.warn("hashing", `${how} ${HASHING_TIME}`);
    }
  }
}

const HASHING_TIME =
  "That is as strong as OWASP's minimum, and takes a tenth to half a second of CPU time: a plan that ends a request sooner, such as the free one of Cloudflare Workers with 10 ms, cannot hash passwords.";
