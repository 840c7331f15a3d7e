/** Reads one environment variable; undefined where it is not set or may not be read. */
export type Env = (name: string) => string | undefined;

/**
 * The environment of this process (Node, Deno, Bun, and Workers with Node
 * compatibility), empty where there is none. Read at first use, so that a host
 * may load a file into it first.
 */
export const readEnv: Env = (name) => {
  const { process } = globalThis as {
    process?: { env?: Record<string, string | undefined> };
  };
  try {
    return process?.env?.[name];
  } catch {
    // Deno without permission for this variable: as good as unset.
    return undefined;
  }
};

/** The prefix of a provider's variables: `AUTH_MY_OP` for `my-op`. */
export function toEnvPrefix(providerId: string): string {
  return `AUTH_${providerId.toUpperCase().replaceAll("-", "_")}`;
}

/** The secrets of an environment, newest first: `AUTH_SECRET_9` to `_1`, then `AUTH_SECRET`. */
export function readSecretsFromEnv(env: Env): readonly string[] {
  const numbered = [9, 8, 7, 6, 5, 4, 3, 2, 1].map((n) => `AUTH_SECRET_${n}`);
  return [...numbered, "AUTH_SECRET"].flatMap((name) => env(name) ?? []);
}

/** The origins of `AUTH_REDIRECT_PROXY_ORIGINS`, with commas or spaces between them; undefined where it is not set. */
export function readOriginsFromEnv(env: Env): readonly string[] | undefined {
  return env("AUTH_REDIRECT_PROXY_ORIGINS")?.split(/[\s,]+/).filter(Boolean);
}

/** An environment in which an empty variable is none: what most of them mean. */
export function withoutEmpty(env: Env): Env {
  return (name) => env(name) || undefined;
}

/**
 * Platforms that route by host name and set the Host header themselves, by the
 * variable that names them; and where their secrets are set.
 */
const PLATFORMS = {
  VERCEL: "with `vercel env add AUTH_SECRET`",
  CF_PAGES: "with `wrangler pages secret put AUTH_SECRET`",
  NETLIFY: "with `netlify env:set AUTH_SECRET <value>`",
  RENDER: "on the Environment page of the service",
  DENO_DEPLOYMENT_ID: "in the environment variables of the project",
};

/** Where the secret is set on this platform, as a part of a sentence. */
export function toSecretPlace(env: Env): string {
  const found = Object.entries(PLATFORMS).find(([name]) => env(name));
  return found === undefined ? "" : ` ${found[1]}`;
}

/** Whether an environment says that the host may be believed; undefined where it says nothing. */
export function readTrustFromEnv(env: Env): boolean | undefined {
  const variable = env("AUTH_TRUST_HOST");
  if (variable !== undefined) return !["", "false", "0"].includes(variable);
  return Object.keys(PLATFORMS).some((name) => env(name)) ? true : undefined;
}
