/**
 * For tests only: asserts that the browser is sent to a provider with the
 * parameters of its facts.
 *
 * @module
 */

import assert from "node:assert/strict";
import { site } from "../../testing/app_testkit.ts";
import { fill } from "./paths_testkit.ts";
import { client, type Setup } from "./setup_testkit.ts";
import { specials } from "./specials_testkit.ts";

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
