/**
 * The options of introspection.
 *
 * @module
 */

import type { Awaitable } from "../../core/model/model.ts";
import type { ClientPrivateKey } from "../../core/providers/oauth/endpoints.ts";
import { type ClientSecret, isSecret } from "../issuers/client_secret.ts";
import { without } from "../issuers/known_members.ts";
import { isServerUrl } from "../issuers/server_url.ts";

/** How an API authenticates where it asks about tokens. */
export type IntrospectionAuth =
  | "client_secret_basic"
  | "client_secret_post"
  | "private_key_jwt";

/**
 * How an API asks an issuer about tokens (RFC 7662). What it says of an opaque
 * token must have `sub`, `exp` and, unless `audience` is null, `aud`.
 */
export interface IntrospectionOptions {
  /** The id that this API has at the issuer. */
  clientId: string;
  /** Its secret, or a function that returns it. */
  clientSecret?: string | (() => Awaitable<string>) | undefined;
  /** Its key, for `private_key_jwt` (RFC 7523). */
  clientPrivateKey?: ClientPrivateKey | undefined;
  /**
   * How it authenticates. Default: with the key if there is one, else
   * `client_secret_basic`, unless the issuer only has `client_secret_post`.
   */
  auth?: IntrospectionAuth | undefined;
  /** The URL to ask. Default: from the issuer's metadata. */
  url?: string | undefined;
  /**
   * The tokens that the issuer is asked about: `"opaque"`, those that only it can
   * read; `"jwt"`, those with a valid signature, so that revoked ones are
   * refused; or `"all"`. Default `"opaque"`. Opaque tokens do not say who issued
   * them, so only one issuer may be asked about them.
   */
  tokens?: "opaque" | "jwt" | "all" | undefined;
  /** The seconds for which an answer is used again, at most 60. A revoked token is accepted until then. Default 60. */
  cache?: number | undefined;
}

/** Introspection with its defaults. */
export interface ResolvedIntrospection {
  readonly clientId: string;
  readonly clientSecret: ClientSecret | null;
  readonly clientPrivateKey: ClientPrivateKey | undefined;
  /** Undefined: what the issuer has decides. */
  readonly auth: IntrospectionAuth | undefined;
  readonly url: string | null;
  /** Whether tokens that are no JWTs are asked about. */
  readonly takesOpaque: boolean;
  /** Whether JWTs are asked about. */
  readonly takesJwts: boolean;
  /** Milliseconds. */
  readonly cache: number;
}

const MEMBERS = [
  "clientId",
  "clientSecret",
  "clientPrivateKey",
  "auth",
  "url",
  "tokens",
  "cache",
];

const METHODS = ["client_secret_basic", "client_secret_post"];

/**
 * Fills in the defaults of introspection, and reports its mistakes.
 *
 * @param name of the issuer
 * @param report adds a mistake, as a sentence
 */
export function resolveIntrospection(
  options: IntrospectionOptions,
  name: string,
  report: (sentence: string) => void,
): ResolvedIntrospection {
  const { clientId, clientSecret = null, clientPrivateKey, url } = options;
  const { tokens = "opaque", cache = 60 } = options;
  const auth = options.auth ??
    (clientPrivateKey === undefined ? undefined : "private_key_jwt");
  reportProblems(
    { ...options, auth, tokens, cache },
    (sentence) => report(`\`introspection\` of ${name} ${sentence}`),
  );
  return {
    clientId,
    clientSecret,
    clientPrivateKey,
    auth,
    url: url ?? null,
    takesOpaque: tokens !== "jwt",
    takesJwts: tokens !== "opaque",
    cache: cache * 1000,
  };
}

/** @param tell adds a mistake, as the end of a sentence */
function reportProblems(
  options: IntrospectionOptions & { tokens: string; cache: number },
  tell: (sentence: string) => void,
): void {
  const { clientId, clientSecret, clientPrivateKey, url } = options;
  const { auth, tokens, cache } = options;
  const members = without(options, MEMBERS);
  if (members.length > 0) {
    tell(`has options that do not exist: ${members.join(", ")}.`);
  }
  if (typeof clientId !== "string" || clientId === "") {
    tell("needs a `clientId`.");
  }
  if (auth === "private_key_jwt") {
    if (clientPrivateKey === undefined) tell("needs a `clientPrivateKey`.");
  } else if (auth !== undefined && !METHODS.includes(auth)) {
    tell(`has an \`auth\` other than ${METHODS.join(", ")}, private_key_jwt.`);
  } else if (!isSecret(clientSecret)) {
    tell("needs a `clientSecret`: nobody may ask without authentication.");
  }
  if (url !== undefined && !isServerUrl(url, true)) {
    tell("has a `url` that is no https URL.");
  }
  if (!["opaque", "jwt", "all"].includes(tokens)) {
    tell('has `tokens` other than "opaque", "jwt" or "all".');
  }
  if (!(cache >= 0 && cache <= 60)) {
    tell("has a `cache` that is not between 0 and 60 seconds.");
  }
}
