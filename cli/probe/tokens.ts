/**
 * Makes access tokens: right ones, and forged ones.
 *
 * @module
 */

import { randomUUID } from "node:crypto";
import { Buffer } from "node:buffer";
import type { Attacker } from "./attacker.ts";
import type { Authority } from "./authority.ts";
import { CannotTry } from "./cannot_try.ts";
import { type Algorithm, ALGORITHMS } from "./keys.ts";

/** Members of a header or of claims; undefined takes one away. */
export type Members = Readonly<Record<string, unknown>>;

/** The difference between a token and one that has to be let in. */
export interface TokenChange {
  readonly claims?: Members;
  readonly header?: Members;
  /** Who signs; or what makes the signature of the signed text. */
  readonly signer?: "attacker" | "tenant" | ((text: string) => string);
  /** What is special about it, if the members do not say it. */
  readonly note?: string;
}

/** The tokens of a run. */
export interface Tokens {
  /** A token that the server has to let in. */
  readonly valid: string;
  /**
   * Makes a token.
   *
   * @throws CannotTry if that takes the key of the issuer
   */
  make(change: TokenChange): string;
}

/** The claims of every token of our authorization server. */
export interface TokenOptions {
  readonly audience: string;
  readonly scopes: readonly string[];
  readonly claims: Members;
  readonly now: () => number;
}

/** The seconds that a token is valid for. */
const LIFETIME = 3600;

/** Makes tokens of our authorization server. */
export function createTokens(
  authority: Authority,
  attacker: Attacker,
  options: TokenOptions,
): Tokens {
  const make = (change: TokenChange) => {
    const seconds = Math.floor(options.now() / 1000);
    const { key, tenant } = authority;
    const signers = { attacker: attacker.key, tenant: tenant.key };
    const signer = typeof change.signer === "string"
      ? signers[change.signer]
      : key;
    const claims = {
      iss: authority.issuer,
      sub: "probe-user",
      aud: options.audience,
      client_id: "probe-client",
      iat: seconds,
      exp: seconds + LIFETIME,
      jti: randomUUID(),
      ...(options.scopes.length > 0 ? { scope: options.scopes.join(" ") } : {}),
      ...options.claims,
      ...change.claims,
    };
    const header = {
      ...{ alg: key.alg, typ: "at+jwt", kid: key.kid },
      ...change.header,
    };
    const token = encode(header, claims, {
      ...signer,
      ...(typeof change.signer === "function" ? { sign: change.signer } : {}),
    });
    const isIssued = change.signer === undefined &&
      claims.iss === authority.issuer && isLasting(claims, seconds) &&
      /at\+jwt$/.test(String(header.typ)) && !("crit" in header);
    if (isIssued) authority.introspection.set(token, claims);
    return token;
  };
  return { valid: make({}), make };
}

/** Whether a token is valid now, as its issuer says it. */
function isLasting({ exp, nbf = 0 }: Members, seconds: number): boolean {
  return Number(exp) > seconds && Number(nbf) <= seconds;
}

/** Forges tokens from one that is given. */
export function forgeFrom(token: string, attacker: Attacker): Tokens {
  const [header, claims] = token.split(".", 2).map(parseMembers);
  return {
    valid: token,
    make: (change) => {
      if (!header || !claims) {
        throw new CannotTry("The token that was given is not a JWT.");
      }
      const { signer } = change;
      if (signer === undefined || signer === "tenant") {
        throw new CannotTry(
          "This needs the issuer's key; the token that was given is not enough.",
        );
      }
      return encode(
        { ...header, ...change.header },
        { ...claims, ...change.claims },
        signer === "attacker" ? attacker.key : { sign: signer },
      );
    },
  };
}

/** Reads the algorithm of a JWT; null: the probe does not sign with it. */
export function readAlgorithm(token: string): Algorithm | null {
  const alg = parseMembers(token.split(".")[0] ?? "")?.alg;
  return ALGORITHMS.find((one) => one === alg) ?? null;
}

/** Writes a JWT. */
export function encode(
  header: Members,
  claims: Members,
  { sign }: { readonly sign: (text: string) => string },
): string {
  const text = [header, claims].map((one) => toBase64(JSON.stringify(one)))
    .join(".");
  return `${text}.${sign(text)}`;
}

/** Writes a text in base64url. */
export function toBase64(text: string): string {
  return Buffer.from(text).toString("base64url");
}

function parseMembers(part: string): Members | null {
  try {
    const value = JSON.parse(Buffer.from(part, "base64url").toString());
    return typeof value === "object" ? value : null;
  } catch {
    return null;
  }
}

/** Says what is special about a token. */
export function describeToken(change: TokenChange): string {
  const { header, claims, signer, note } = change;
  return [
    note,
    header && `header ${describeMembers(header)}`,
    claims && `claims ${describeMembers(claims)}`,
    typeof signer === "string" && `signed by the ${signer}`,
  ].filter(Boolean).join(", ");
}

function describeMembers(members: Members): string {
  return Object.entries(members).map(([name, value]) =>
    value === undefined ? `without ${name}` : `${name} ${toShort(value)}`
  ).join(", ");
}

function toShort(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}
