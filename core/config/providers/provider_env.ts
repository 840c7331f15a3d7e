import { type ReadOption, toEnvPrefix } from "../../runtime/env.ts";
import type { OAuthProvider } from "../../providers/oauth/oauth_config.ts";
import { isOAuth } from "../../providers/oauth/oauth_provider.ts";
import type { Placed } from "../../providers/definition/placed.ts";
import { placeholderTools } from "../../providers/definition/symbols.ts";
import type { EmailConfig } from "../../providers/email_provider.ts";
import type { Provider } from "../../providers/provider.ts";

/** Reads a provider's options from the environment; options that the provider sets itself win. */
export function readProviderEnv(
  provider: Provider,
  env: ReadOption,
): object {
  if (provider.type === "email") return readMailEnv(provider, env);
  if (!isOAuth(provider)) return {};
  const prefix = toEnvPrefix(provider.id);
  return {
    clientId: provider.clientId ?? env(`${prefix}_ID`),
    clientSecret: provider.clientSecret ?? env(`${prefix}_SECRET`),
    issuer: provider.issuer ?? env(`${prefix}_ISSUER`, toIssuerNeed(provider)),
  };
}

/**
 * Whether a provider works without the issuer of the environment: only OpenID
 * Connect compares it with what the provider sends.
 */
export function toIssuerNeed(
  { type, issuer }: OAuthProvider,
): "optional" | undefined {
  return type === "oidc" && issuer === undefined ? undefined : "optional";
}

/**
 * Fills the placeholders that the application left open from the environment.
 *
 * @param report receives the mistakes; without it, the defaults are not used
 * yet
 */
export function fillFromEnv(
  provider: OAuthProvider & Placed,
  env: ReadOption,
  report?: (problem: string) => void,
): OAuthProvider {
  return provider[placeholderTools]?.fillFromEnv(provider, env, report) ??
    provider;
}

/** Lists the placeholders that a provider still contains. */
export function listUnfilled(
  provider: OAuthProvider & Placed,
): readonly string[] {
  return provider[placeholderTools]?.listUnfilled(provider) ?? [];
}

/** Reads the options that a provider does not set itself from the environment. */
export function readMailEnv(
  provider: Partial<EmailConfig> & { id: string },
  env: ReadOption,
): Pick<EmailConfig, "apiKey" | "from" | "server"> {
  const { id, apiKey, from, server } = provider;
  const prefix = toEnvPrefix(id);
  const sends = provider.sendMail ?? provider.sendVerificationRequest;
  return {
    // A definition of a mail service has the key, even if it is not set yet.
    apiKey: apiKey ??
      env(`${prefix}_KEY`, "apiKey" in provider ? undefined : "optional"),
    from: from ??
      env(
        `${prefix}_FROM`,
        provider.sendVerificationRequest && "optional",
      ),
    server: server ?? env(`${prefix}_SERVER`, sends && "optional"),
  };
}
