/**
 * For tests only: the facts about providers, and a server for each that
 * behaves as its facts say.
 *
 * @module
 */

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import {
  exportJWK,
  generateKeyPair,
  type GenerateKeyPairResult,
  type JWTPayload,
  SignJWT,
} from "jose";

/** A JSON object. */
export type Json = Record<string, unknown>;

/** The facts about one OAuth or OpenID Connect provider; members without a value are absent. */
export interface ProviderRow {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly aliases?: readonly string[];
  readonly confidence: string;
  readonly issuer?: string;
  readonly discovery?: boolean;
  readonly discoveryUrl?: string;
  readonly authorization?: string;
  readonly token?: string;
  readonly userinfo?: string;
  readonly jwks?: string;
  readonly scopes: {
    readonly default: readonly string[];
    readonly separator: string;
  };
  readonly tokenAuthMethod: string;
  readonly checks: readonly string[];
  readonly responseMode?: string;
  readonly authorizationParams?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly tokenRequest?: {
    readonly format?: string;
    readonly method?: string;
    readonly params?: Readonly<Record<string, string>>;
    readonly echo?: readonly string[];
    readonly clientIdParam?: string;
    readonly clientSecretParam?: string;
    readonly grantTypeParam?: string;
  };
  readonly userinfoRequest?: UserinfoFacts;
  readonly profile: {
    readonly id: string;
    readonly name?: string;
    readonly email?: string;
    readonly emailVerified?: string | boolean;
    readonly image?: string;
  };
  readonly emailTrust: "claim" | "always" | "unverified" | "none";
  readonly refresh?: Json;
  readonly revocation?: string;
  readonly endSession?: string;
  readonly backchannelLogout?: boolean;
  readonly options: readonly {
    readonly name: string;
    readonly required: boolean;
  }[];
  readonly quirks?: readonly string[];
  readonly brandColor?: string;
}

interface UserinfoFacts {
  readonly source?: string;
  readonly method?: string;
  readonly unwrap?: string;
  readonly auth?: {
    readonly in?: string;
    readonly name?: string;
    readonly scheme?: string;
  };
  readonly headers?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly form?: Readonly<Record<string, string>>;
  readonly json?: Json;
  readonly jwt?: string;
  readonly more?: readonly {
    readonly url: string;
    readonly as: string;
    readonly pick?: string;
  }[];
}

/** Reads the facts about all providers. */
export async function readCatalogue(): Promise<readonly ProviderRow[]> {
  const url = new URL("./catalogue.json", import.meta.url);
  return JSON.parse(await readFile(url, "utf8"));
}

/** The values of a provider's options in tests: different ones, because metadata is cached. */
export function toOptionValues(id: string): Record<string, string> {
  return {
    issuer: `https://login.acme.example/${id}`,
    domain: `${id}.acme.example`,
    tenant: `acme-${id}`,
    tenantId: "11111111-2222-3333-4444-555555555555",
    baseUrl: `https://${id}.acme.example`,
    accountId: `acme-${id}`,
    userinfo: "https://restlet.acme.example/me",
    apiKey: "an-api-key",
    policy: "B2C_1_signin",
    teamId: "TEAM123456",
    keyId: "KEY1234567",
    region: "us",
  };
}

/** Fills `{name}` in a text of the facts. */
export function fill(
  template: string,
  values: Readonly<Record<string, string>>,
): string {
  return template.replace(
    /\{([\w.]+)\}/g,
    (text, name) => values[name] ?? text,
  );
}

/** Sets the value at a path of the facts: `a.b.0`, or `list[flag].b`. */
export function setPath(target: Json, path: string, value: unknown): void {
  const parts = path.replace(/\[(\w+)\]/g, ".?$1").split(".").filter(Boolean);
  let inner: Json = target;
  for (const [i, part] of parts.entries()) {
    const isLast = i === parts.length - 1;
    const next = parts[i + 1];
    if (part.startsWith("?")) {
      // An element that does not carry the flag comes first.
      const flag = part.slice(1);
      const list = inner as unknown as Json[];
      list[0] ??= { [flag]: false };
      inner = list[1] ??= { [flag]: true };
      continue;
    }
    const isList = next !== undefined && /^(?:\d+$|\?)/.test(next);
    inner[part] = isLast ? value : inner[part] ?? (isList ? [] : {});
    inner = inner[part] as Json;
  }
}

/** Wraps an object at a path such as `data.0`. */
export function wrap(path: string | undefined, value: Json): Json {
  if (path === undefined) return value;
  const outer: Json = {};
  setPath(outer, path, value);
  return outer;
}

const pairs = new Map<string, Promise<GenerateKeyPairResult>>();

/** Returns the key pair of this algorithm, which all servers share. */
export function readPair(alg: string): Promise<GenerateKeyPairResult> {
  const known = pairs.get(alg) ?? generateKeyPair(alg, { extractable: true });
  pairs.set(alg, known);
  return known;
}

/** Signs claims with the servers' key. */
export async function sign(claims: JWTPayload): Promise<string> {
  const { privateKey } = await readPair("RS256");
  return await new SignJWT(claims)
    .setProtectedHeader({ alg: "RS256", kid: "key", typ: "JWT" })
    .sign(privateKey);
}

/** A request that a server received. */
export interface Received {
  readonly url: URL;
  readonly method: string;
  readonly headers: Headers;
  readonly text: string;
}

/** Answers of a server, by the endpoint's URL without its query. */
export type Routes = Readonly<
  Record<string, (received: Received) => Response | Promise<Response>>
>;

/** Makes the `fetch` that reaches a server. Any other URL fails the test. */
export function createFetch(routes: Routes): {
  readonly fetch: typeof fetch;
  readonly received: Received[];
} {
  const received: Received[] = [];
  return {
    received,
    fetch: async (input, init) => {
      const request = new Request(input, init);
      const url = new URL(request.url);
      const one = {
        url,
        method: request.method,
        headers: request.headers,
        text: await request.text(),
      };
      received.push(one);
      const answer = routes[`${url.origin}${url.pathname}`];
      return await (answer ?? assert.fail(`no endpoint ${url.href}`))(one);
    },
  };
}

/** The key set of all servers. */
export async function readKeySet(): Promise<Json> {
  const { publicKey } = await readPair("RS256");
  const jwk = await exportJWK(publicKey);
  return { keys: [{ ...jwk, kid: "key", alg: "RS256", use: "sig" }] };
}
