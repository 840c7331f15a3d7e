/**
 * For tests only: asserts that a userinfo request is as a provider's facts
 * demand.
 *
 * @module
 */

import assert from "node:assert/strict";
import { fill } from "./paths_testkit.ts";
import type { Received } from "./server_testkit.ts";
import { accessToken, type Setup } from "./setup_testkit.ts";
import { specials } from "./specials_testkit.ts";

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
