/**
 * The claims of access tokens: by RFC 9068, and as servers wrote them before it.
 *
 * @module
 */

import { CLOCK_TOLERANCE } from "../../core/runtime/clock.ts";
import type { AccessClaims, TokenAccess } from "../access.ts";
import type { ResolvedIssuer } from "../issuers/issuer.ts";
import { refuseToken, toText } from "../refusal.ts";
import type { ReadToken } from "./verify_jwt.ts";

/** Claims that only ID tokens have (OpenID Connect Core sections 2 and 3.3.2.11). */
const OF_ID_TOKENS = ["nonce", "at_hash", "c_hash", "s_hash"];

/**
 * Claims that ID tokens lack: those of Keycloak, Microsoft Entra and Auth0. An
 * ID token may name its client by `azp`, too (OpenID Connect Core section 2).
 */
const OF_ACCESS_TOKENS = ["typ", "azpacr", "gty"];

/**
 * Asserts that a token of an issuer is an access token, and not an ID token, a
 * refresh token or a logout token with the same signature.
 *
 * @throws Refusal
 */
export function assertAccessToken(
  { strict, scopeClaims }: ResolvedIssuer,
  { header, claims }: Pick<ReadToken, "header" | "claims">,
): void {
  const named = header["typ"] ?? null;
  const typ = named === null ? null : toText(named);
  // RFC 9068 section 4.
  if (typ !== null && /^(?:application\/)?at\+jwt$/i.test(typ)) return;
  if (strict) throw refuseToken('its type is not "at+jwt"');
  if (typ !== null && !/^(?:application\/)?jwt$/i.test(typ)) {
    throw refuseToken(`it is of type "${typ.slice(0, 50)}"`);
  }
  const found = OF_ID_TOKENS.find((name) => claims[name] !== undefined);
  if (found !== undefined) {
    throw refuseToken(`it is an ID token: it has the claim \`${found}\``);
  }
  if (claims["events"] !== undefined) {
    throw refuseToken("it is a security event, not an access token");
  }
  // Amazon Cognito.
  const use = claims["token_use"] ?? "access";
  // Keycloak. Its bound tokens are of type DPoP.
  const kind = claims["typ"] ?? "Bearer";
  if (use !== "access" || !/^(?:bearer|dpop|at\+jwt)$/i.test(toText(kind))) {
    throw refuseToken("it is not an access token: `token_use` or `typ`");
  }
  const mayTrustAzp = [...scopeClaims, ...OF_ACCESS_TOKENS]
    .some((name) => claims[name] !== undefined);
  const trusted = mayTrustAzp ? claims : { ...claims, azp: undefined };
  if (findClient(trusted) === null) {
    throw refuseToken(
      "it does not say which client it was issued to, and may be an ID token",
    );
  }
}

/** The claims of a token and what they are compared with. */
export interface Claimed {
  readonly issuer: ResolvedIssuer;
  readonly claims: AccessClaims;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/**
 * Asserts that a token is valid now, for this resource server, and for its
 * client.
 *
 * @throws Refusal
 */
export function assertClaims(claimed: Claimed): void {
  const { issuer: { clients }, claims } = claimed;
  assertTimes(claimed);
  assertAudience(claimed);
  const { sub } = claims;
  if (typeof sub !== "string" || sub === "") {
    throw refuseToken("it has no subject");
  }
  const client = findClient(claims);
  if (clients !== null && (client === null || !clients.includes(client))) {
    throw refuseToken(
      `it was issued to the client "${client}", which \`clients\` does not list`,
    );
  }
}

function assertTimes({ claims: { exp, nbf, iat }, now }: Claimed): void {
  const seconds = now / 1000;
  // A number such as 1e999 in JSON is parsed as Infinity.
  if (!isTime(exp)) throw refuseToken("it never expires");
  if (!(seconds < exp + CLOCK_TOLERANCE)) throw refuseToken("it has expired");
  for (const [name, time] of [["nbf", nbf], ["iat", iat]] as const) {
    if (time === undefined) continue;
    if (!isTime(time) || !(time <= seconds + CLOCK_TOLERANCE)) {
      throw refuseToken(
        `it is not valid yet (\`${name}\`); compare the clocks`,
      );
    }
  }
}

/** Seconds since the epoch of the last moment that a Date can name. */
const LAST_TIME = 8.64e12;

function isTime(value: unknown): value is number {
  return typeof value === "number" && Math.abs(value) <= LAST_TIME;
}

/** RFC 9068 section 4, RFC 8707. */
function assertAudience(
  { issuer: { audience }, claims: { aud } }: Claimed,
): void {
  if (audience.length === 0) return;
  const given = [aud].flat().filter((one) => typeof one === "string");
  if (given.some((one) => audience.includes(one))) return;
  if (given.length === 0) throw refuseToken("it has no audience");
  const toList = (list: readonly string[]) =>
    list.map((one) => `"${one.slice(0, 200)}"`).join(", ");
  const isNear = given.some((one) =>
    audience.some((own) => toLoose(own) === toLoose(one))
  );
  const refused = refuseToken(
    `it is for the audience ${toList(given)}, and ${
      toList(audience)
    } is configured${
      isNear
        ? ": they differ in case, slash or port only, and have to be equal"
        : ""
    }`,
  );
  refused.shown = [...given, ...audience];
  throw refused;
}

/** An audience without what people get wrong by accident. */
function toLoose(audience: string): string {
  return audience.toLowerCase().replace(/\/$/, "").replace(/:443(?=\/|$)/, "");
}

/** Returns what a verified token gives access to. */
export function toAccess(
  issuer: ResolvedIssuer,
  { claims, text }: Pick<ReadToken, "claims" | "text">,
): TokenAccess {
  return {
    kind: "jwt",
    subject: String(claims["sub"]),
    userId: null,
    issuer: issuer.id,
    clientId: findClient(claims),
    scopes: findScopes(issuer, claims),
    claims,
    expires: new Date(Number(claims["exp"]) * 1000),
    token: () => text,
  };
}

/** Finds the client (RFC 9068 section 2.2; `azp`: Keycloak, Google, Entra v2; `cid`: Okta; `appid`: Entra v1). */
export function findClient(claims: AccessClaims): string | null {
  const { client_id, azp, cid, appid } = claims;
  const client = client_id ?? azp ?? cid ?? appid;
  return typeof client === "string" && client !== "" ? client : null;
}

/** Finds the scopes: a text with blanks, or a list. */
export function findScopes(
  { scopeClaims }: ResolvedIssuer,
  claims: AccessClaims,
): readonly string[] {
  const name = scopeClaims.find((one) => claims[one] !== undefined);
  const value = name === undefined ? undefined : claims[name];
  const list = typeof value === "string" ? value.split(" ") : value;
  return Array.isArray(list)
    ? list.filter((one) => typeof one === "string" && one !== "")
    : [];
}
