import type { Problems } from "../../errors/config_problems.ts";
import type { OAuthProvider } from "../../providers/oauth/oauth_config.ts";
import type { ResolvedOAuth } from "../../providers/oauth/oauth_provider.ts";
import type { Placed } from "../../providers/definition/placed.ts";
import { placeholderTools } from "../../providers/definition/symbols.ts";
import { listUnfilled } from "./provider_env.ts";
import { isLoopback } from "../../http/redirects.ts";

const CHECKS = ["pkce", "state", "nonce", "none"];
const AUTH_METHODS = [
  "client_secret_basic",
  "client_secret_post",
  "client_secret_jwt",
  "private_key_jwt",
  "tls_client_auth",
  "self_signed_tls_client_auth",
  "none",
];

/** Claims that say who the user is, which are never taken from the browser. */
const IDENTITY_CLAIM = /^(?:iss|sub|id|email|email_verified)$/;
/**
 * The minimum length of a secret that signs ID tokens, in characters and so in
 * bytes (RFC 7518 section 3.2).
 */
const MIN_HMAC_KEY = 32;

/** Reports the mistakes of an OAuth provider. */
export function reportOAuthProblems(
  provider: ResolvedOAuth,
  prefix: string,
  problems: Problems,
): void {
  const where = `Provider "${provider.id}"`;
  reportEndpointProblems(provider, prefix, problems);
  reportClientProblems(provider, prefix, problems);
  reportClaimProblems(provider, problems);
  for (const name of ["request", "request_uri"]) {
    if (provider.authorization.params[name] === undefined) continue;
    problems.add(
      `${where}: the authorization parameter \`${name}\` would replace all others, even those that protect the flow.`,
    );
  }
  const { account, allowedParams, redirectProxyUrl, source } = provider;
  if (account !== null && typeof account !== "function") {
    problems.add(`${where}: \`account\` must be a function.`);
  }
  if (allowedParams !== null && !Array.isArray(allowedParams)) {
    problems.add(`${where}: \`allowedParams\` must be a list of names.`);
  }
  const scopes: unknown = source.connectScopes ?? [];
  if (!Array.isArray(scopes) || !scopes.every((one) => /^\S+$/.test(one))) {
    problems.add(
      `${where}: \`connectScopes\` must be a list of scopes without spaces.`,
    );
  }
  if (redirectProxyUrl !== null && !isSecureUrl(redirectProxyUrl)) {
    problems.add(
      `${where}: \`redirectProxyUrl\` must be an https URL (http on loopback only).`,
    );
  }
  const checks: readonly unknown[] = [provider.source.checks ?? []].flat();
  if (!checks.every((check) => CHECKS.some((known) => known === check))) {
    problems.add(`${where}: \`checks\` must be a list of ${toList(CHECKS)}.`);
  }
}

function reportClientProblems(
  { id, clientId, clientSecret, client, token }: ResolvedOAuth,
  prefix: string,
  problems: Problems,
): void {
  const where = `Provider "${id}"`;
  if (clientId === "") {
    problems.addMendable(
      `${where} has no client id: set \`clientId\` or ${prefix}_ID.`,
    );
  }
  const { token_endpoint_auth_method: method } = client;
  if (method !== undefined && !AUTH_METHODS.includes(method)) {
    problems.add(
      `${where}: \`client.token_endpoint_auth_method\` must be one of ${
        toList(AUTH_METHODS)
      }.`,
    );
  }
  if (method === "private_key_jwt" && !token.clientPrivateKey) {
    problems.add(
      `${where}: \`private_key_jwt\` needs \`token.clientPrivateKey\`.`,
    );
  }
  const hasSecret = clientSecret !== null || token.clientSecret !== undefined;
  if (method?.startsWith("client_secret") && !hasSecret) {
    problems.addMendable(
      `${where}: \`${method}\` needs \`clientSecret\` or ${prefix}_SECRET.`,
    );
  }
}

function reportClaimProblems(
  provider: ResolvedOAuth,
  problems: Problems,
): void {
  const where = `Provider "${provider.id}"`;
  if (![true, false, "verified"].includes(provider.linksByAddress)) {
    problems.add(
      `${where}: \`allowDangerousEmailAccountLinking\` must be true, false or "verified".`,
    );
  }
  const { callbackClaims, userinfo, idTokenSecret, clientSecret } = provider;
  const source: OAuthProvider & Placed = provider.source;
  if (source.placeholders && !source[placeholderTools]) {
    problems.add(`${where}: \`placeholders\` need \`defineOAuth\`.`);
  }
  for (const name of callbackClaims.filter((one) => IDENTITY_CLAIM.test(one))) {
    problems.add(
      `${where}: \`callbackClaims\` must not list \`${name}\`: it is sent by the browser.`,
    );
  }
  if (provider.type === "oauth" && userinfo.from === "id_token") {
    problems.add(
      `${where}: \`userinfo.from\` needs \`type: "oidc"\`.`,
    );
  }
  const hasIssuer = provider.issuer !== "" || provider.wellKnown !== null;
  if (userinfo.from === "access_token" && !hasIssuer) {
    problems.addMendable(
      `${where}: \`userinfo.from\` needs an \`issuer\`.`,
    );
  }
  if (idTokenSecret && (clientSecret ?? "").length < MIN_HMAC_KEY) {
    problems.addMendable(
      `${where}: \`idTokenAlg: "HS256"\` needs a secret of at least ${MIN_HMAC_KEY} characters.`,
    );
  }
}

function reportEndpointProblems(
  provider: ResolvedOAuth,
  prefix: string,
  problems: Problems,
): void {
  const where = `Provider "${provider.id}"`;
  // Open placeholders have been reported, and the environment may still fill them.
  const open = listUnfilled(provider.source).map((name) => `{${name}}`);
  const isWrong = (url: string | undefined) =>
    url !== undefined && !isSecureUrl(url) &&
    !open.some((name) => url.includes(name));
  for (const [key, url] of Object.entries(toUrls(provider))) {
    if (!isWrong(url)) continue;
    problems.add(
      `${where}: the ${key} must be an https URL without a fragment (http on loopback only).`,
    );
  }
  if (provider.issuer.includes("?")) {
    problems.add(`${where}: the issuer must be a URL without a query.`);
  }
  if (provider.issuer !== "" || provider.wellKnown !== null) return;
  if (provider.pushed) {
    problems.addMendable(
      `${where}: \`pushedAuthorizationRequests\` needs an \`issuer\` whose metadata names the endpoint.`,
    );
  }
  const missing = listMissing(provider);
  if (provider.type === "oidc") {
    problems.addMendable(
      `${where} has no issuer: set \`issuer\` or ${prefix}_ISSUER.`,
    );
  } else if (missing.length > 0) {
    problems.addMendable(
      `${where} has no ${
        missing.join(", ")
      }: set the URL, or an \`issuer\` whose metadata has it.`,
    );
  }
}

/** The URLs of a provider, by the names of their options. */
function toUrls(
  { issuer, wellKnown, authorization, token, userinfo, jwksUri, source }:
    ResolvedOAuth,
): Readonly<Record<string, string | undefined>> {
  const { endSession } = source;
  return {
    issuer: issuer || undefined,
    wellKnown: wellKnown ?? undefined,
    legacyIssuer: source.legacyIssuer,
    authorization: authorization.url,
    token: token.url,
    userinfo: userinfo.url,
    jwks_endpoint: jwksUri ?? undefined,
    endSession: typeof endSession === "string" ? endSession : endSession?.url,
  };
}

/** The endpoints that a plain OAuth provider lacks if it has no metadata. */
function listMissing(
  { authorization, token, userinfo }: ResolvedOAuth,
): readonly string[] {
  return Object.entries({
    authorization: authorization.url ?? authorization.request,
    token: token.url ?? token.request,
    userinfo: userinfo.url ?? userinfo.request ?? userinfo.from,
  }).flatMap(([key, given]) => given ? [] : [`\`${key}\``]);
}

function toList(words: readonly string[]): string {
  return words.map((word) => `"${word}"`).join(", ");
}

/** Whether a URL is https, or http on this machine, and has no fragment. */
export function isSecureUrl(text: string): boolean {
  if (!URL.canParse(text) || text.includes("#")) return false;
  const url = new URL(text);
  return url.protocol === "https:" ||
    url.protocol === "http:" && isLoopback(url);
}
