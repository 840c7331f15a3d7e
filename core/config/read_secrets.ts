import type { Problems } from "../errors/config_problems.ts";
import {
  type ReadOption,
  readSecretsFromEnv,
  toSecretPlace,
} from "../runtime/env.ts";
import type { AuthConfig } from "./config.ts";

const MAKE = "make one with `openssl rand -base64 32`";

/** Reads the secrets, newest first. */
export function readSecrets(
  option: AuthConfig["secret"],
  env: ReadOption,
  problems: Problems,
): readonly string[] {
  const configured = typeof option === "string" ? [option] : option ?? [];
  const secrets = configured.length > 0 ? configured : readSecretsFromEnv(env);
  if (secrets.length === 0) {
    problems.addMendable(
      `No secret: set AUTH_SECRET${
        toSecretPlace(env)
      } to a random text of at least 32 characters (\`openssl rand -base64 32\`).`,
    );
  }
  const isProduction = env("NODE_ENV", "optional") === "production";
  for (const [i, secret] of secrets.entries()) {
    const problem = findProblem(secret, isProduction);
    if (problem !== null) problems.add(`Secret ${i + 1} ${problem}`);
  }
  if (new Set(secrets).size < secrets.length) {
    problems.add("The same secret is listed twice: remove one.");
  }
  // A list may contain environment variables that are not set.
  return secrets.filter((secret) => typeof secret === "string");
}

/**
 * Returns what is wrong with a secret, as the rest of a sentence; null if
 * nothing is.
 */
function findProblem(secret: unknown, isProduction: boolean): string | null {
  if (typeof secret !== "string" || secret.length < 32) {
    return `is shorter than 32 characters: ${MAKE}. An old one may stay for \`session.accept\`: \`fromAuthJs({ secret, allowShortSecret: true })\`.`;
  }
  if (new Set(secret).size === 1) {
    return "repeats one character: it protects nothing.";
  }
  const words = secret.toLowerCase().replace(/[^a-z0-9]+/g, "-");
  const isKnown = ASKS.test(words) || PUBLISHED.includes(words) ||
    isProduction && words === EXAMPLE;
  return isKnown
    ? `is a placeholder that everybody knows, so anybody could make a session: ${MAKE}.`
    : null;
}

/** Placeholders, even if they are padded to the length of a secret. */
const ASKS =
  /change-?me|change-?this|replace-?me|replace-?this|your-?secret|super-?secret|openssl-?rand|keyboard-?cat/;

/** Secrets that other libraries have in their documentation, or use by default. */
const PUBLISHED: readonly string[] = [
  "a-long-randomly-generated-string-stored-in-env",
  "better-auth-secret-12345678901234567890",
  "complex-password-at-least-32-characters-long",
];

/** The secret of the examples in this documentation, which run as they are. */
const EXAMPLE = "a-random-text-of-at-least-32-characters";
