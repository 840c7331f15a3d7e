/**
 * Access tokens at an API, beside what other guards do with the same ones.
 *
 * @module
 */

import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import {
  createLocalJWKSet,
  exportJWK,
  generateKeyPair,
  jwtVerify,
  SignJWT,
} from "jose";
import { protect } from "@latchkey/auth/resource";
import { protect as protectExpress } from "@latchkey/auth/resource/express";
import { load } from "../load.ts";
import { measure, median } from "./measure.ts";

/** The amount of work. */
export interface ApiLoad {
  readonly alg: "ES256" | "RS256";
  readonly warmUp: number;
  /** Tokens of a block. */
  readonly tokens: number;
  readonly blocks: number;
}

const audience = "https://api.example.com";
const scope = "reports:read";

/** A middleware of Express, as far as this calls one. */
type Middleware = (
  req: object,
  res: object,
  next: (error?: unknown) => void,
) => unknown;

/**
 * Verifies tokens in alternating blocks: microseconds of CPU for each, by the
 * name of the guard. No guard has seen a token of a block before.
 */
export async function apiCase(
  { alg, warmUp, tokens, blocks }: ApiLoad,
): Promise<Record<string, number>> {
  const { publicKey, privateKey } = await generateKeyPair(alg);
  const jwk = { ...await exportJWK(publicKey), kid: "1", alg, use: "sig" };
  const issuer = await serveIssuer({ keys: [jwk] });
  const sign = async (i: number) =>
    await new SignJWT({ client_id: "client", scope, jti: `${i}` })
      .setProtectedHeader({ alg, kid: "1", typ: "at+jwt" })
      .setIssuer(issuer.url).setAudience(audience).setSubject(`user-${i}`)
      .setIssuedAt().setExpirationTime("1h").sign(privateKey);
  const guards = await createGuards(
    issuer.url,
    createLocalJWKSet({ keys: [jwk] }),
  );
  const names = Object.keys(guards) as (keyof typeof guards)[];
  const found = new Map(names.map((name) => [name, [] as number[]]));
  let next = 0;
  for (let block = -1; block < blocks; block++) {
    const size = block < 0 ? warmUp : tokens;
    const order = block % 2 === 0 ? names : [...names].reverse();
    for (const name of order) {
      const texts: string[] = [];
      for (let i = 0; i < size; i++) texts.push(await sign(next++));
      const calls = texts.map((text) => guards[name](text));
      const micros = await measure(size, (i) => calls[i]?.());
      if (block >= 0) found.get(name)?.push(micros);
    }
  }
  issuer.close();
  return Object.fromEntries(
    [...found].map(([name, all]) => [name, median(all)]),
  );
}

type Make = (...options: unknown[]) => Middleware;

/** The guards of other packages. */
async function loadOthers() {
  const sdk = "@modelcontextprotocol/sdk/server/auth/middleware/bearerAuth.js";
  const { requireBearerAuth } = await load<{ requireBearerAuth: Make }>(sdk);
  const { auth } = await load<{ auth: Make }>("express-oauth2-jwt-bearer");
  const { MCPAuth } = await load<{
    MCPAuth: new (options: object) => { bearerAuth: Make };
  }>("mcp-auth");
  return { requireBearerAuth, auth, MCPAuth };
}

/** Prepares a call of each guard, so that only the guard is measured. */
async function createGuards(
  issuer: string,
  keys: ReturnType<typeof createLocalJWKSet>,
) {
  const { auth, MCPAuth, requireBearerAuth } = await loadOthers();
  const web = protect({ resource: audience, issuer });
  const own = protectExpress({ resource: audience, issuer });
  const verifier = {
    verifyAccessToken: async (token: string) => {
      const { payload } = await jwtVerify(token, keys, { issuer, audience });
      return {
        token,
        clientId: String(payload["client_id"]),
        scopes: String(payload["scope"]).split(" "),
        expiresAt: payload.exp ?? 0,
      };
    },
  };
  const bearer = (validators: object) =>
    auth({ issuerBaseURL: issuer, audience, ...validators });
  const off = { iss: false, aud: false, exp: false, iat: false, alg: false };
  const mcp = new MCPAuth({
    server: {
      type: "oidc",
      metadata: {
        issuer,
        authorizationEndpoint: `${issuer}/authorize`,
        tokenEndpoint: `${issuer}/token`,
        jwksUri: `${issuer}/jwks`,
        responseTypesSupported: ["code"],
        grantTypesSupported: ["authorization_code"],
        codeChallengeMethodsSupported: ["S256"],
      },
    },
  });
  return {
    jose: (token: string) => async () =>
      void await jwtVerify(token, keys, {
        issuer,
        audience,
        typ: "at+jwt",
      }),
    web: (token: string) => {
      const headers = { authorization: `Bearer ${token}` };
      const request = new Request(`${audience}/reports`, { headers });
      return async () => {
        const access = await web.require(request, { scopes: scope });
        if (access instanceof Response) throw new Error("refused");
      };
    },
    express: toCall(own.require({ scopes: scope }) as Middleware),
    bearer: toCall(bearer({})),
    bearerOff: toCall(bearer({ validators: off })),
    mcpSdk: toCall(
      requireBearerAuth({ verifier, requiredScopes: [scope] }),
    ),
    mcpAuth: toCall(
      mcp.bearerAuth("jwt", { audience, requiredScopes: [scope] }),
    ),
  };
}

/** Calls a middleware as Express does, with the parts that these use. */
function toCall(middleware: Middleware) {
  return (token: string) => {
    const host = new URL(audience).host;
    const headers = { authorization: `Bearer ${token}`, host };
    const req = {
      protocol: "https",
      hostname: host,
      app: { get: () => undefined },
      get: (name: string) => /^host$/i.test(name) ? host : undefined,
      method: "GET",
      url: "/reports",
      originalUrl: "/reports",
      headers,
      query: {},
      is: () => false,
    };
    return () =>
      new Promise<void>((resolve, reject) => {
        const refuse = () => reject(new Error("refused"));
        const res = {
          headersSent: false,
          locals: {},
          getHeader: () => undefined,
          setHeader: () => res,
          set: () => res,
          status: () => res,
          json: refuse,
          end: refuse,
        };
        middleware(req, res, (error) => error ? reject(error) : resolve());
      });
  };
}

/** Serves metadata and keys. */
async function serveIssuer(keys: object) {
  const server = createServer((request, response) => {
    const isKeys = request.url === "/jwks";
    const metadata = { issuer: url, jwks_uri: `${url}/jwks` };
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify(isKeys ? keys : metadata));
  });
  await new Promise<void>((done) => server.listen(0, "localhost", done));
  const url = `http://localhost:${(server.address() as AddressInfo).port}`;
  return { url, close: () => server.close() };
}
