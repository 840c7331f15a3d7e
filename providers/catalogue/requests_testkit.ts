/**
 * For tests only: asserts that the requests for authorization, tokens and
 * userinfo are as a provider's facts demand.
 *
 * @module
 */

import assert from "node:assert/strict";
import { site } from "../../testing/app_testkit.ts";
import { fill } from "./paths_testkit.ts";
import { accessToken, client, code, type Setup } from "./setup_testkit.ts";
import { specials } from "./specials_testkit.ts";
import { Buffer } from "node:buffer";
import type { Received } from "./server_testkit.ts";

/** Asserts that an authorization URL is as the facts demand. */
export function assertAuthorizationUrl(setup: Setup, text: string): void {
  const { row, endpoints } = setup;
  const url = new URL(text);
  assert.equal(url.origin + url.pathname, endpoints.authorization);
  // A space is `%20`: some servers read `+` as a plus sign.
  assert.doesNotMatch(url.search, /\+/);
  assert.equal(url.hash, specials[row.id]?.hash ?? "");
  for (const [name, value] of Object.entries(toParams(setup))) {
    assert.equal(url.searchParams.get(name), value, name);
  }
  assertScope(setup, url.searchParams.get("scope") ?? "");
  assertChecks(setup, url.searchParams);
}

function toParams({ row, values, issuer = "" }: Setup): Record<string, string> {
  const extra = Object.entries(row.authorizationParams ?? {}).map((
    [name, value],
  ) => [name, fill(value, { ...values, issuer })]);
  const mode = row.responseMode;
  return {
    response_type: "code",
    redirect_uri: `${site}/auth/callback/${row.id}`,
    [specials[row.id]?.clientIdParam ?? "client_id"]: client.clientId,
    ...Object.fromEntries(extra),
    ...mode === undefined ? {} : { response_mode: mode },
  };
}

function assertScope({ row, values }: Setup, scope: string): void {
  const { scopes } = row;
  const wanted = [...scopes.default, ...specials[row.id]?.scopes ?? []];
  assert.deepEqual(
    scope.split(scopes.separator).filter(Boolean).sort(),
    wanted.map((one) => fill(one, values)).sort(),
  );
}

/** Asserts the parameters that protect the flow. */
function assertChecks({ row }: Setup, params: URLSearchParams): void {
  const { checks, quirks = [] } = row;
  const method = quirks.includes("pkce-plain") ? "plain" : "S256";
  assert.ok(params.get("state"), "state");
  assert.equal(
    params.get("code_challenge_method"),
    checks.includes("pkce") ? method : null,
  );
  assert.equal(params.has("nonce"), checks.includes("nonce"), "nonce");
}

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

/** Asserts that a userinfo request is as the facts demand. */
export function assertUserinfoRequest(setup: Setup, received: Received): void {
  const { row } = setup;
  const facts = row.userinfoRequest ?? {};
  const body = facts.form ?? facts.json;
  const query = received.url.searchParams;
  const form = new URLSearchParams(facts.form ? received.text : "");
  assert.equal(received.method, facts.method ?? (body ? "POST" : "GET"));
  assertAccessToken(setup, received);
  const values = toValues(setup);
  const fixed = new URL(setup.endpoints.userinfo).searchParams;
  for (
    const [key, value] of [...fixed, ...Object.entries(facts.query ?? {})]
  ) {
    assert.equal(query.get(key), fill(value, values), key);
  }
  for (const [key, value] of Object.entries(facts.form ?? {})) {
    assert.equal(form.get(key), fill(value, values), key);
  }
  if (facts.json) {
    assert.equal(squeeze(JSON.parse(received.text)), squeeze(facts.json));
  }
  const headers = { ...row.headers, ...facts.headers };
  for (const [key, value] of Object.entries(headers)) {
    const found = received.headers.get(key);
    if (key === "User-Agent") assert.ok(found);
    else assert.equal(found, fill(value, values), key);
  }
}

/** Asserts that the access token is at its place, and at no other. */
function assertAccessToken({ row }: Setup, received: Received): void {
  const { auth = {}, form } = row.userinfoRequest ?? {};
  const { in: place = "header", name = "authorization", scheme } = auth;
  const { headers, url, text } = received;
  const header = headers.get("authorization");
  const isUsual = place === "header" && name === "authorization";
  const usual = `${scheme ?? "Bearer"} ${accessToken}`.trim();
  assert.equal(header, isUsual ? usual : null);
  if (isUsual || place === "none") return;
  const places: Record<string, string | null> = {
    header: headers.get(name),
    query: url.searchParams.get(name),
    form: new URLSearchParams(form ? text : "").get(name),
  };
  assert.equal(places[place], accessToken);
}

/** Values of placeholders; those of the token response are known by now. */
function toValues({ row, values }: Setup): Record<string, string> {
  const token = Object.entries(specials[row.id]?.token ?? {});
  return {
    ...values,
    access_token: accessToken,
    ...Object.fromEntries(
      token.map(([name, value]) => [`token.${name}`, String(value)]),
    ),
  };
}

/** JSON without white space, which is free in a GraphQL query. */
function squeeze(value: unknown): string {
  return JSON.stringify(value).replace(/\s+/g, "");
}
