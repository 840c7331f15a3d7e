/**
 * Revocations at providers, whose endpoints deviate from RFC 7009 in ways of
 * their own.
 */

import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it, mock } from "node:test";
import { post } from "../../testing/app_testkit.ts";
import { endTest } from "../../testing/checks_testkit.ts";
import {
  assertDemand,
  type Demand,
  type Used,
  useTokens,
} from "./api_testkit.ts";
import type { Json } from "./facts_testkit.ts";

import { accessToken } from "./setup_testkit.ts";

const NOON = Date.UTC(2026, 5, 15, 12);

beforeEach(() => mock.timers.enable({ apis: ["Date"], now: NOON }));
afterEach(endTest);

const refresh = { token: "refresh-1" };
const access = { token: accessToken };

/** The requests by which each provider revokes the tokens of a user. */
const ways: Readonly<Record<string, readonly Demand[]>> = {
  // As the RFC says.
  discord: both({
    url: "https://discord.com/api/oauth2/token/revoke",
    client: "basic",
  }),
  zoho: both({ url: "https://accounts.zoho.eu/oauth/v2/token/revoke" }),
  // Without authentication of the client, or without its secret.
  google: both({
    url: "https://oauth2.googleapis.com/revoke",
    client: "none",
  }),
  twitch: both({ url: "https://id.twitch.tv/oauth2/revoke", client: "id" }),
  // By the access token.
  coinbase: [{
    url: "https://login.coinbase.com/oauth2/revoke",
    client: "bearer",
    params: access,
  }],
  dropbox: [{
    url: "https://api.dropboxapi.com/2/auth/token/revoke",
    place: "nowhere",
    client: "bearer",
    params: {},
  }],
  strava: [{
    url: "https://www.strava.com/oauth/deauthorize",
    client: "none",
    params: { access_token: accessToken },
  }],
  vk: [{
    url: "https://id.vk.ru/oauth2/revoke",
    client: "id",
    params: { access_token: accessToken },
  }],
  weibo: [{
    url: "https://api.weibo.com/oauth2/revokeoauth2",
    client: "none",
    params: { access_token: accessToken },
  }],
  // JSON.
  intuit: both({
    url: "https://developer.api.intuit.com/v2/oauth2/tokens/revoke",
    place: "json",
    client: "basic",
  }),
  notion: both({
    url: "https://api.notion.com/v1/oauth/revoke",
    place: "json",
    client: "basic",
  }),
  trakt: both({ url: "https://auth.trakt.tv/oauth/revoke", place: "json" }),
  // Another name of the client's id.
  tiktok: both({
    url: "https://open.tiktokapis.com/v2/oauth/revoke/",
    names: ["client_key", "client_secret"],
  }),
  // Refresh tokens only.
  auth0: [{
    url: "https://endpoints.auth0.example/revocation",
    client: "basic",
    params: refresh,
  }],
  hubspot: [{
    url: "https://api.hubapi.com/oauth/2026-03/token/revoke",
    params: refresh,
  }],
  roblox: [{
    url: "https://endpoints.roblox.example/revocation",
    params: refresh,
  }],
};

/** The refresh token, and then the access token. */
function both(demand: Omit<Demand, "params">): readonly Demand[] {
  return [{ ...demand, params: refresh }, { ...demand, params: access }];
}

const members = { refresh_token: "refresh-1" };

/** Signs in at a provider, and signs out with all tokens. */
async function revokeAt(
  id: string,
  use: (own: Used, signOut: () => Promise<boolean>) => Promise<void>,
): Promise<void> {
  const told: { readonly ok: boolean }[] = [];
  const config = {
    tokens: { providers: [id], revokeOnSignOut: true },
    events: {
      tokensRevoked: (message: { ok: boolean }) => void told.push(message),
    },
  };
  await useTokens(id, { first: members, config }, async (own) => {
    await use(own, async () => {
      await post(own.browser, "signout");
      assert.equal(told.length, 1);
      return told[0]?.ok ?? false;
    });
  });
}

describe("a revocation at a provider", () => {
  for (const [id, demands] of Object.entries(ways)) {
    it(`${id} gets the requests that it demands, and no others`, async () => {
      await revokeAt(id, async ({ api }, signOut) => {
        api.answers.push({ status: 200, body: {} });
        assert.equal(await signOut(), true);
        assert.equal(api.requests.length, demands.length);
        for (const [i, demand] of demands.entries()) {
          assertDemand(demand, api.requests[i], accessToken);
        }
      });
    });
  }

  for (const id of ["coinbase", "dropbox", "strava", "vk", "weibo"]) {
    it(`${id} is asked with a new access token, if the one that is kept has expired`, async () => {
      await revokeAt(id, async ({ api }, signOut) => {
        mock.timers.setTime(NOON + 86_400_000);
        const renewed: Json = {
          access_token: "access-2",
          token_type: "bearer",
        };
        api.answers.push({ status: 200, body: renewed });
        api.answers.push({ status: 200, body: {} });
        assert.equal(await signOut(), true);
        const [, request] = api.requests;
        const [demand] = ways[id] ?? [];
        assert.ok(demand !== undefined);
        const params = Object.entries(demand.params).map((
          [name, value],
        ) => [name, value === accessToken ? "access-2" : value]);
        const wanted = { ...demand, params: Object.fromEntries(params) };
        assertDemand(wanted, request, "access-2");
      });
    });
  }
});
