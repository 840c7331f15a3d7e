/**
 * Options and variables of Auth.js and next-auth that have another name or
 * another place here. None of them has to stop the application: they have no
 * effect, and one message says what to write instead.
 *
 * @module
 */

import type { AuthConfig, Pages } from "./config.ts";
import { ConfigurationError } from "../errors/auth_error.ts";
import {
  createOptionReader,
  type Env,
  readEnv,
  type ReadOption,
  readSecretsFromEnv,
} from "../runtime/env.ts";
import { toOrigin } from "./origin/origin.ts";

type Options = Readonly<Record<string, unknown>>;

/**
 * The change to make, by the path of an option. `deno task sync:docs` copies
 * both lists for `migrate check`.
 */
export const FORMER_OPTIONS: Readonly<Record<string, string>> = {
  "database": "write `adapter`, with an adapter of `@latchkey/auth/adapters`",
  "session.jwt": 'write `session: { strategy: "jwt" }`',
  "jwt.encryption": "remove it, sessions are always encrypted",
  "jwt.signingKey": "remove it, `secret` is the only key",
  "jwt.encryptionKey": "remove it, `secret` is the only key",
  "jwt.verificationOptions": "remove it",
  "jwt.decryptionOptions": "remove it",
  "callbacks.authorized": "write `auth.require(request)` in the route",
};

/** The change to make, by the option of a provider. */
export const FORMER_PROVIDER_OPTIONS: Readonly<Record<string, string>> = {
  requestTokenUrl: "there is no OAuth 1, use the provider's OAuth 2",
  scope: 'write `authorization: { params: { scope: "…" } }`',
  authorizationUrl: 'write `authorization: "…"`',
  accessTokenUrl: 'write `token: "…"`',
  profileUrl: 'write `userinfo: "…"`',
  httpOptions: "write `providerTimeout` (seconds) beside `providers`",
};

const PAGES: Readonly<Record<keyof Pages, true>> = {
  signIn: true,
  signOut: true,
  error: true,
  verifyRequest: true,
  signUp: true,
  reset: true,
  newPassword: true,
  newUser: true,
};

/**
 * Lists the options of Auth.js and next-auth in a configuration, and their
 * variables, that have no effect here: one sentence each, with the line to
 * write.
 */
export function findFormerOptions(
  config: AuthConfig,
  variables: Env = readEnv,
): readonly string[] {
  // These are only hints, so variables that may not be read are skipped.
  const env = createOptionReader(variables, () => {});
  const found = [
    ...listVariables(config, env),
    ...Object.entries(FORMER_OPTIONS).flatMap(([path, change]) =>
      readPath(config, path) === undefined ? [] : toSentence(path, change)
    ),
    ...Object.keys(toOptions(config.pages)).flatMap((key) =>
      Object.hasOwn(PAGES, key) ? [] : toSentence(
        `pages.${key}`,
        `the pages are ${Object.keys(PAGES).join(", ")}`,
      )
    ),
    ...listProviders(config).flatMap(listProviderOptions),
  ];
  // A configuration without `maxAge` is valid; a hint helps only if it was
  // written for another library, which has another default.
  return found.length === 0
    ? found
    : [...found, ...listProviders(config).flatMap(listLifetimes)];
}

/**
 * Adds these options to the mistakes of a configuration, so that one message
 * lists everything.
 */
export function withFormerOptions(
  error: Error,
  config: AuthConfig | null,
  env?: Env,
): Error {
  if (!(error instanceof ConfigurationError) || config === null) return error;
  const found = findFormerOptions(config, env);
  if (found.length === 0) return error;
  return new ConfigurationError([...error.problems, ...found], {
    cause: error.cause,
  });
}

function toSentence(path: string, change: string): string {
  return `\`${path}\` has no effect: ${change}.`;
}

function listVariables(
  { secret, origin }: AuthConfig,
  env: ReadOption,
): string[] {
  const url = env("NEXTAUTH_URL");
  const hasSecret = secret !== undefined || readSecretsFromEnv(env).length > 0;
  return [
    ...(env("NEXTAUTH_SECRET") === undefined || hasSecret ? [] : [
      "NEXTAUTH_SECRET is not read: rename it to AUTH_SECRET.",
    ]),
    ...(url === undefined || origin !== undefined || env("AUTH_URL") ? [] : [
      `NEXTAUTH_URL is not read: write AUTH_URL=${toShownUrl(url)}.`,
    ]),
  ];
}

/** Returns a URL without what could be secret in it: user, password, query and fragment. */
function toShownUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || toOrigin(url.origin) === null) {
    return "https://app.example.com";
  }
  return url.origin + url.pathname.replace(/\/$/, "");
}

function listProviders({ providers }: AuthConfig): readonly Options[] {
  if (!Array.isArray(providers)) return [];
  return providers.map((input) => {
    const { options, ...definition } = toOptions(input);
    return { ...definition, ...toOptions(options) };
  });
}

function listProviderOptions(provider: Options): readonly string[] {
  const { id, type, protection, idToken, version } = provider;
  const where = `Provider "${String(id)}": `;
  if (type !== "oauth" && type !== "oidc") return [];
  const found = Object.entries(FORMER_PROVIDER_OPTIONS)
    .filter(([key]) => provider[key] !== undefined)
    .map(([key, change]) => where + toSentence(key, change));
  if (protection !== undefined) {
    const checks = JSON.stringify([protection].flat());
    found.push(where + toSentence("protection", `write \`checks: ${checks}\``));
  }
  // Other values of `version` may be the version of the provider's API.
  if (typeof version === "string" && /^(?:1\.0a?|2\.0)$/.test(version)) {
    const change = "remove it, every provider uses OAuth 2";
    found.push(where + toSentence("version", change));
  }
  if (type === "oauth" && idToken === true) {
    found.push(where + toSentence("idToken", 'write `type: "oidc"`'));
  }
  return found;
}

function listLifetimes({ id, type, maxAge }: Options): readonly string[] {
  if (type !== "email" || maxAge !== undefined) return [];
  return [
    `Provider "${
      String(id)
    }": its links are valid for 10 minutes here, 24 hours in Auth.js; \`maxAge: 86400\` keeps that.`,
  ];
}

function readPath(config: object, path: string): unknown {
  return path.split(".").reduce(
    (value: unknown, key) => toOptions(value)[key],
    config,
  );
}

function toOptions(value: unknown): Options {
  // JavaScript callers may pass anything here.
  return typeof value === "object" && value !== null ? value as Options : {};
}
