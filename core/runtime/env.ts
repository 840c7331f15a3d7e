/**
 * Reads one environment variable; undefined if it is not set. It throws if the
 * variable may not be read, as Deno does without `--allow-env`.
 */
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
  return process?.env?.[name];
};

/**
 * Reads nothing, and throws for a variable that may not be read: for the start,
 * when the environment may not be loaded yet.
 */
export const probeEnv: Env = (name) => {
  readEnv(name);
  return undefined;
};

/**
 * Reads a variable without the white space around it, which a value from a file
 * or a form often has. The caller decides what to do about null: a variable
 * that may not be read may be set.
 *
 * @returns the value; undefined if it is not set, null if it may not be read
 */
export function readVariable(
  env: Env,
  name: string,
): string | undefined | null {
  try {
    return env(name)?.trim();
  } catch {
    return null;
  }
}

/**
 * Reads the variable of an option; undefined if it is not set, or empty, which
 * is usually intended. One that may not be read is a mistake, unless the option
 * is `optional`: then it counts as unset.
 */
export type ReadOption = (
  name: string,
  need?: "optional",
) => string | undefined;

/** Creates a reader of options. */
export function createOptionReader(
  env: Env,
  onDenied: (name: string) => void,
): ReadOption {
  return (name, need) => {
    const value = readVariable(env, name);
    if (value === null && need !== "optional") onDenied(name);
    return value || undefined;
  };
}

/** The prefix of a provider's variables: `AUTH_MY_OP` for `my-op`. */
export function toEnvPrefix(providerId: string): string {
  return `AUTH_${providerId.toUpperCase().replaceAll("-", "_")}`;
}

/** Reads the secrets of an environment, newest first: `AUTH_SECRET_9` to `_1`, then `AUTH_SECRET`. */
export function readSecretsFromEnv(env: ReadOption): readonly string[] {
  const numbered = [9, 8, 7, 6, 5, 4, 3, 2, 1].map((n) => `AUTH_SECRET_${n}`);
  return [...numbered, "AUTH_SECRET"].flatMap((name) => env(name) ?? []);
}

/**
 * Reads the origins of `AUTH_REDIRECT_PROXY_ORIGINS`, separated by commas or
 * spaces; undefined if it is not set.
 */
export function readOriginsFromEnv(
  env: ReadOption,
): readonly string[] | undefined {
  return env("AUTH_REDIRECT_PROXY_ORIGINS", "optional")
    ?.split(/[\s,]+/).filter(Boolean);
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
export function toSecretPlace(env: ReadOption): string {
  const found = Object.entries(PLATFORMS)
    .find(([name]) => env(name, "optional"));
  return found === undefined ? "" : ` ${found[1]}`;
}

/**
 * Whether an environment says that the Host header can be trusted; undefined if
 * it says nothing, null if `AUTH_TRUST_HOST` may not be read. A platform that
 * may not be recognised is not trusted.
 */
export function readTrustFromEnv(env: Env): boolean | undefined | null {
  const variable = readVariable(env, "AUTH_TRUST_HOST");
  if (variable === null) return null;
  if (variable !== undefined) return !["", "false", "0"].includes(variable);
  return Object.keys(PLATFORMS).some((name) => readVariable(env, name))
    ? true
    : undefined;
}

/**
 * Whether the runtime continues work after the answer. Workers cancel it, and a
 * request must not wait for what another one has begun.
 */
export function outlivesAnswers(): boolean {
  const { navigator } = globalThis as { navigator?: { userAgent?: string } };
  return /^(?:Node\.js|Deno|Bun)\//.test(navigator?.userAgent ?? "");
}

/** Whether this is Cloudflare's runtime, which limits memory and key derivation. */
export function isCloudflareWorker(): boolean {
  const { navigator } = globalThis as { navigator?: { userAgent?: string } };
  return navigator?.userAgent === "Cloudflare-Workers";
}
