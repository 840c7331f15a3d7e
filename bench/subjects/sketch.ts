/**
 * A sign-in written by hand for one provider: as little as does the same, with
 * the same checks, and nothing that could be configured.
 *
 * @module
 */

import { createHash } from "node:crypto";
import {
  createForms,
  HOST,
  readCookie,
  SAFE,
  toRandom,
} from "./form_sketch.ts";
import { beginByForm, type RelyingParty } from "./relying_party.ts";
import { createSealer } from "./sketch_seal.ts";
import { origin } from "./subject.ts";

/** The account of an application at a provider. */
export interface Registration {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

interface Metadata {
  readonly authorization_endpoint: string;
  readonly token_endpoint: string;
  readonly jwks_uri: string;
}

const MINUTE = 60_000;
const redirectUri = `${origin}/auth/callback/op`;

/** Creates the application. */
export async function createSketch(
  { issuer, clientId, clientSecret }: Registration,
): Promise<RelyingParty> {
  // The library uses this version.
  const { jwtVerify, importJWK, decodeProtectedHeader } = await import("jose");
  const { seal, open } = createSealer();
  const forms = createForms({ open });
  const used = new Set<unknown>();
  let metadata: Metadata | null = null;
  const keys = new Map<
    string | undefined,
    Awaited<ReturnType<typeof importJWK>>
  >();

  const readMetadata = async () =>
    metadata ??= await askJson<Metadata>(
      `${issuer}/.well-known/openid-configuration`,
    );
  const findKey = async (kid: string | undefined) => {
    if (!keys.has(kid)) {
      const { jwks_uri } = await readMetadata();
      const set = await askJson<{ keys: { kid?: string }[] }>(jwks_uri);
      for (const jwk of set.keys) {
        keys.set(jwk.kid, await importJWK(jwk, "RS256"));
      }
    }
    return keys.get(kid) ?? raise();
  };

  const begin = async (request: Request): Promise<Response> => {
    const form = new URLSearchParams(await request.text());
    if (!forms.isOwn(request, form)) return refuse(403);
    const { authorization_endpoint } = await readMetadata();
    const [id, state, nonce, verifier] = [12, 32, 32, 32].map(toRandom);
    const started = Date.now();
    const url = new URL(authorization_endpoint);
    url.search = new URLSearchParams({
      scope: "openid profile email",
      response_type: "code",
      client_id: clientId,
      redirect_uri: redirectUri,
      state: `${id}.${state}`,
      nonce: nonce ?? "",
      code_challenge: createHash("sha256").update(verifier ?? "")
        .digest("base64url"),
      code_challenge_method: "S256",
    }).toString();
    const attempt = { id, state, nonce, verifier, started, target: "/" };
    const cookie = `__Host-attempt.${id}=${seal(attempt)}; ${HOST}`;
    return toRedirect(url.href, [`${cookie}; Max-Age=86400`]);
  };

  const exchange = async (code: string, verifier: unknown) => {
    const { token_endpoint } = await readMetadata();
    const pair = `${encodeURIComponent(clientId)}:${
      encodeURIComponent(clientSecret)
    }`;
    return await askJson<{ id_token: string; access_token: string }>(
      token_endpoint,
      {
        method: "POST",
        redirect: "manual",
        headers: {
          accept: "application/json",
          authorization: `Basic ${btoa(pair)}`,
        },
        body: new URLSearchParams({
          grant_type: "authorization_code",
          code,
          redirect_uri: redirectUri,
          code_verifier: String(verifier),
        }),
      },
    );
  };

  const verify = async (
    { id_token, access_token }: { id_token: string; access_token: string },
    nonce: unknown,
  ) => {
    const { kid } = decodeProtectedHeader(id_token);
    const { payload } = await jwtVerify(id_token, await findKey(kid), {
      issuer,
      audience: clientId,
      algorithms: ["RS256"],
      requiredClaims: ["sub", "iat", "exp"],
      clockTolerance: 30,
    });
    const digest = createHash("sha256").update(access_token).digest();
    const half = digest.subarray(0, 16).toString("base64url");
    const isSame = payload.at_hash === undefined || payload.at_hash === half;
    if (payload.nonce !== nonce || !isSame) throw new TypeError("refused");
    return payload;
  };

  const comeBack = async (request: Request): Promise<Response> => {
    const { searchParams: query } = new URL(request.url);
    const [id = "", state] = (query.get("state") ?? "").split(".");
    const name = `__Host-attempt.${id}`;
    const attempt = open(readCookie(request, name));
    const code = query.get("code");
    const isOwn = attempt?.id === id && attempt.state === state &&
      Number(attempt.started) > Date.now() - 15 * MINUTE && !used.has(id) &&
      code !== null && query.get("iss") === issuer;
    if (!isOwn) return refuse(400);
    used.add(id);
    const tokens = await exchange(code, attempt.verifier);
    const { sub, name: full, email, picture } = await verify(
      tokens,
      attempt.nonce,
    );
    const now = Math.floor(Date.now() / 1000);
    const claims = { sub, name: full, email, picture, sid: toRandom(16) };
    const exp = now + 30 * 86_400;
    const session = seal({ ...claims, iat: now, auth_time: now, exp });
    return toRedirect(String(attempt.target), [
      `__Host-session=${session}; ${HOST}; Max-Age=2592000`,
      `${name}=; ${HOST}; Max-Age=0`,
      `__Host-csrf=; ${HOST}; Max-Age=0`,
    ]);
  };

  const handler = async (request: Request): Promise<Response> => {
    const { pathname } = new URL(request.url);
    if (pathname === "/auth/callback/op") return await comeBack(request);
    if (request.method === "POST") return await begin(request);
    return pathname === "/auth/csrf" ? forms.token(request) : refuse(404);
  };
  return { handler, begin: beginByForm, sessionCookie: "__Host-session" };
}

function toRedirect(location: string, cookies: readonly string[]): Response {
  const headers = new Headers({ ...SAFE, location });
  for (const cookie of cookies) headers.append("set-cookie", cookie);
  return new Response(null, { status: 303, headers });
}

function refuse(status: number): Response {
  return new Response(null, { status, headers: SAFE });
}

async function askJson<T>(url: string, init: RequestInit = {}): Promise<T> {
  const signal = AbortSignal.timeout(10_000);
  const answer = await fetch(url, { ...init, signal });
  if (!answer.ok) throw new TypeError(`${answer.status}`);
  return await answer.json();
}

function raise(): never {
  throw new TypeError("no such key");
}
