/**
 * The same libraries with an identity provider.
 *
 * @module
 */

import type { AuthConfig } from "@latchkey/auth";
import type { FaultProvider } from "@latchkey/auth/testing";
import { load } from "../load.ts";
import { type Ask, beginByForm, type RelyingParty } from "./relying_party.ts";
import { origin, secret } from "./subject.ts";

/** Creates a relying party. */
export async function createRelyingParty(
  name: string,
  op: FaultProvider,
): Promise<RelyingParty> {
  if (name === "Latchkey") return await createOwnParty(op);
  // The other libraries have no `fetch` option for a provider, or a different
  // one.
  globalThis.fetch = (input, init) => op.fetch(input, init);
  return name === "Auth.js"
    ? await createAuthJs(op)
    : await createBetterAuth(op);
}

/** This library, with more options if need be. */
export async function createOwnParty(
  op: FaultProvider,
  more: Pick<AuthConfig, "audit"> = {},
): Promise<RelyingParty> {
  const { createAuth } = await import("@latchkey/auth");
  const providers = [op.provider()];
  const auth = createAuth({ origin, secret, providers, ...more });
  const sessionCookie = "__Host-latchkey.session";
  return { handler: auth.handler, begin: beginByForm, sessionCookie };
}

async function createAuthJs(op: FaultProvider): Promise<RelyingParty> {
  const { Auth } = await load<
    { Auth(request: Request, config: object): Promise<Response> }
  >("@auth/core");
  const config = {
    secret,
    trustHost: true,
    basePath: "/auth",
    providers: [{
      id: "op",
      name: "Test Provider",
      type: "oidc",
      issuer: op.issuer,
      clientId: op.clientId,
      clientSecret: op.clientSecret,
    }],
  };
  return {
    handler: (request) => Auth(request, config),
    begin: beginByForm,
    sessionCookie: "__Secure-authjs.session-token",
  };
}

/** Asks the API of Better Auth. */
async function beginByJson(ask: Ask): Promise<string> {
  const answer = await ask(
    new Request(`${origin}/api/auth/sign-in/social`, {
      method: "POST",
      headers: { origin, "content-type": "application/json" },
      body: JSON.stringify({ provider: "op", callbackURL: "/" }),
    }),
  );
  const { url } = await answer.json();
  return url;
}

async function createBetterAuth(op: FaultProvider): Promise<RelyingParty> {
  const { betterAuth } = await load<
    {
      betterAuth(options: object): {
        handler(request: Request): Promise<Response>;
      };
    }
  >("better-auth");
  const { memoryAdapter } = await load<
    { memoryAdapter(tables: object): unknown }
  >("better-auth/adapters/memory");
  const { genericOAuth } = await load<
    { genericOAuth(options: object): unknown }
  >("better-auth/plugins/generic-oauth");
  const tables = { user: [], session: [], account: [], verification: [] };
  const { clientId, clientSecret, issuer } = op;
  const discoveryUrl = `${issuer}/.well-known/openid-configuration`;
  const scopes = ["openid", "profile", "email"];
  const provider = {
    providerId: "op",
    clientId,
    clientSecret,
    discoveryUrl,
    scopes,
    pkce: true,
  };
  const auth = betterAuth({
    secret,
    baseURL: origin,
    database: memoryAdapter(tables),
    plugins: [genericOAuth({ config: [provider] })],
    telemetry: { enabled: false },
    rateLimit: { enabled: false },
  });
  return {
    handler: auth.handler,
    begin: beginByJson,
    sessionCookie: "__Secure-better-auth.session_token",
  };
}
