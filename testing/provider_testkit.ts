/**
 * For tests only: sign-ins and other requests to the test provider, without the
 * library.
 *
 * @module
 */

import assert from "node:assert/strict";
import type { Claims, FaultProvider } from "./mod.ts";
import { toHash } from "./provider_keys.ts";

/** Where the provider sends the browser back. */
export const redirectUri = "https://app.example/auth/callback/op";
/** The `code_verifier` of each sign-in. */
export const verifier = "v".repeat(43);
const challenge = await toHash(verifier);

/** Has the user consent, and returns the authorization response. */
export async function authorize(
  op: FaultProvider,
  extra: Record<string, string> = {},
): Promise<URLSearchParams> {
  const params = new URLSearchParams({
    client_id: op.clientId,
    redirect_uri: redirectUri,
    response_type: "code",
    scope: "openid profile email",
    state: "state-1",
    nonce: "nonce-1",
    code_challenge: challenge,
    code_challenge_method: "S256",
    ...extra,
  });
  const response = await op.fetch(`${op.issuer}/authorize?${params}`, {
    redirect: "manual",
  });
  assert.equal(response.status, 303);
  return new URL(response.headers.get("location") ?? "").searchParams;
}

/** Sends a request to the token endpoint, by default for the tokens of a code. */
export function redeem(
  op: FaultProvider,
  code: string,
  change: Record<string, string> = {},
  init: RequestInit = {},
): Promise<Response> {
  const body = new URLSearchParams({
    grant_type: "authorization_code",
    code,
    redirect_uri: redirectUri,
    code_verifier: verifier,
    ...(init.headers
      ? {}
      : { client_id: op.clientId, client_secret: op.clientSecret }),
    ...change,
  });
  return op.fetch(`${op.issuer}/token`, { method: "POST", body, ...init });
}

/** Signs the user in, and returns the token response. */
export async function signIn(
  op: FaultProvider,
  extra: Record<string, string> = {},
): Promise<Record<string, string>> {
  const code = (await authorize(op, extra)).get("code") ?? "";
  return await (await redeem(op, code)).json();
}

/** The answer of an endpoint to a client. */
export interface ClientAnswer {
  readonly status: number;
  readonly json: Claims;
}

/** Sends a form to an endpoint as the client. */
export async function sendForm(
  op: FaultProvider,
  endpoint: "token" | "introspection",
  fields: Record<string, string> | readonly (readonly [string, string])[],
): Promise<ClientAnswer> {
  const body = new URLSearchParams(fields as Record<string, string>);
  const response = await op.fetch(`${op.issuer}/${endpoint}`, {
    method: "POST",
    headers: {
      authorization: `Basic ${btoa(`${op.clientId}:${op.clientSecret}`)}`,
    },
    body,
  });
  return { status: response.status, json: await response.json() };
}

/** Asks the introspection endpoint about a token. */
export async function introspect(
  op: FaultProvider,
  token: string | undefined,
): Promise<Claims> {
  return (await sendForm(op, "introspection", { token: token ?? "" })).json;
}
