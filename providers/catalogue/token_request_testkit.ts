/**
 * For tests only: asserts that a token request is as a provider's facts demand.
 *
 * @module
 */

import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { fill } from "./paths_testkit.ts";
import type { Received } from "./server_testkit.ts";
import { client, code, type Setup } from "./setup_testkit.ts";
import { specials } from "./specials_testkit.ts";

/** Asserts that a token request is as the facts demand. */
export function assertTokenRequest(setup: Setup, received: Received): void {
  const { row, values } = setup;
  const { params: extra = {}, echo = [], grantTypeParam = "grant_type" } =
    row.tokenRequest ?? {};
  const params = readParams(setup, received);
  assert.equal(params.get(grantTypeParam), "authorization_code");
  assert.equal(params.get("code"), code);
  assert.equal(params.has("code_verifier"), row.checks.includes("pkce"));
  for (const [name, value] of Object.entries(extra)) {
    assert.equal(params.get(name), fill(value, values), name);
  }
  for (const name of echo) assert.ok(params.get(name), name);
  assertClient(setup, received.headers.get("authorization"), params);
}

/** Reads the parameters from the place where the provider expects them. */
function readParams({ row }: Setup, received: Received): URLSearchParams {
  const { format, method = "POST" } = row.tokenRequest ?? {};
  assert.equal(received.method, method);
  if (method === "GET") {
    assert.equal(received.text, "");
    return received.url.searchParams;
  }
  const type = received.headers.get("content-type") ?? "";
  assert.match(type, format === "json" ? /json/ : /x-www-form-urlencoded/);
  return new URLSearchParams(
    format === "json" ? JSON.parse(received.text) : received.text,
  );
}

/** Asserts the method of client authentication. */
function assertClient(
  { row }: Setup,
  header: string | null,
  params: URLSearchParams,
): void {
  const { clientIdParam = "client_id", clientSecretParam = "client_secret" } =
    row.tokenRequest ?? {};
  const id = params.get(clientIdParam);
  const secret = params.get(clientSecretParam);
  const pair = `${client.clientId}:${client.clientSecret}`;
  const basic = `Basic ${Buffer.from(pair).toString("base64")}`;
  const method = row.tokenAuthMethod;
  assert.equal(header, method === "client_secret_basic" ? basic : null);
  if (method === "private_key_jwt") {
    return assert.ok(params.get("client_assertion"));
  }
  if (method !== "client_secret_basic") assert.equal(id, client.clientId);
  if (specials[row.id]?.hasOwnSecret) return assert.match(secret ?? "", /^ey/);
  const isPost = method === "client_secret_post";
  assert.equal(secret, isPost ? client.clientSecret : null);
}
