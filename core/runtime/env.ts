/** Reads one environment variable; undefined if it is not set or may not be read. */
export type Env = (name: string) => string | undefined;

/**
 * Reads the environment of this process (Node, Deno, Bun, and Workers with Node
 * compatibility), empty if there is none. It is read at first use, so that an
 * application may load a file into it first.
 */
export const readEnv: Env = (name) => {
  const { process } = globalThis as {
    process?: { env?: Record<string, string | undefined> };
  };
  try {
    return process?.env?.[name];
  } catch {
    // Deno without permission for this variable: treated as unset.
    return undefined;
  }
};

/** The prefix of a provider's variables: `AUTH_MY_OP` for `my-op`. */
export function toEnvPrefix(providerId: string): string {
  return `AUTH_${providerId.toUpperCase().replaceAll("-", "_")}`;
}

/** Reads the secrets of an environment, newest first: `AUTH_SECRET_9` to `_1`, then `AUTH_SECRET`. */
export function readSecretsFromEnv(env: Env): readonly string[] {
  const numbered = [9, 8, 7, 6, 5, 4, 3, 2, 1].map((n) => `AUTH_SECRET_${n}`);
  return [...numbered, "AUTH_SECRET"].flatMap((name) => env(name) ?? []);
}

/**
 * Reads the origins of `AUTH_REDIRECT_PROXY_ORIGINS`, separated by commas or
 * spaces; undefined if it is not set.
 */
export function readOriginsFromEnv(env: Env): readonly string[] | undefined {
  return env("AUTH_REDIRECT_PROXY_ORIGINS")?.split(/[\s,]+/).filter(Boolean);
}

/** Wraps an environment so that an empty variable counts as unset, which is usually intended. */
export function withoutEmpty(env: Env): Env {
  return (name) => env(name) || undefined;
}

/**
 * Platforms that route by host name and set the Host header themselves, by the
 * variable that identifies them, with the place to set their secrets.
 */
const PLATFORMS = {
  VERCEL: "with `vercel env add AUTH_SECRET`",
  CF_PAGES: "with `wrangler pages secret put AUTH_SECRET`",
  NETLIFY: "with `netlify env:set AUTH_SECRET <value>`",
  RENDER: "on the Environment page of the service",
  DENO_DEPLOYMENT_ID: "in the environment variables of the project",
};

/** Returns the place to set the secret on this platform, as a part of a sentence. */
export function toSecretPlace(env: Env): string {
  const found = Object.entries(PLATFORMS).find(([name]) => env(name));
  return found === undefined ? "" : ` ${found[1]}`;
}

/** Whether an environment says that the Host header can be trusted; undefined if it says nothing. */
export function readTrustFromEnv(env: Env): boolean | undefined {
  const variable = env("AUTH_TRUST_HOST");
  if (variable !== undefined) return !["", "false", "0"].includes(variable);
  return Object.keys(PLATFORMS).some((name) => env(name)) ? true : undefined;
}

/**
 * Whether the runtime goes on with work after the answer. Workers cancel it, and
 * a request must not wait for what another one has begun.
 */
export function outlivesAnswers(): boolean {
  const { navigator } = globalThis as { navigator?: { userAgent?: string } };
  return /^(?:Node\.js|Deno|Bun)\//.test(navigator?.userAgent ?? "");
}
