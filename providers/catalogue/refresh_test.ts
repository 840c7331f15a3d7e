/**
 * Refreshes at the providers that do not refresh as RFC 6749 says, from their
 * own documentation.
 */

import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it, mock } from "node:test";
import { createMemoryAdapter } from "@latchkey/auth/adapters/memory";
import { ReauthenticationRequired } from "@latchkey/auth/errors";
import { endTest } from "../../testing/checks_testkit.ts";
import { site } from "../../testing/app_testkit.ts";
import {
  assertDemand,
  type Demand,
  findRow,
  useTokens,
} from "./api_testkit.ts";
import { differences } from "./differences_testkit.ts";
import type { Json } from "./facts_testkit.ts";

const NOON = Date.UTC(2026, 5, 15, 12);
const YEAR = 365 * 86_400_000;

beforeEach(() => mock.timers.enable({ apis: ["Date"], now: NOON }));
afterEach(endTest);

/** A provider's own way of refreshing. */
interface Way extends Demand {
  /** Whether the server gives the same refresh token again, or none. */
  readonly keeps?: boolean;
  /** Whether its answers name no scopes. */
  readonly hasNoScope?: boolean;
  /** Makes its answer of a standard one. */
  readonly answer?: (standard: Json) => Json;
  /** Its answer to a refresh token that has ended. */
  readonly refusal?: { readonly status: number; readonly body: Json };
}

/** The refresh token of the sign-in, under its standard name. */
const token = { grant_type: "refresh_token", refresh_token: "refresh-1" };
const ended = { status: 400, body: { error: "invalid_grant" } };

const ways: Readonly<Record<string, Way>> = {
  // URLs of their own.
  figma: {
    url: "https://api.figma.com/v1/oauth/refresh",
    client: "basic",
    params: { refresh_token: "refresh-1" },
    ignores: ["grant_type"],
    keeps: true,
  },
  startgg: {
    url: "https://api.start.gg/oauth/refresh",
    params: { ...token, scope: "user.identity user.email" },
  },
  // The query.
  qq: {
    url: "https://graph.qq.com/oauth2.0/token",
    place: "query",
    params: { ...token, fmt: "json" },
    ignores: ["need_openid"],
    answer: ({ token_type: _, ...rest }) => rest,
  },
  wechat: {
    url: "https://api.weixin.qq.com/sns/oauth2/refresh_token",
    place: "query",
    client: "id",
    names: ["appid", ""],
    params: token,
    keeps: true,
    answer: ({ token_type: _, ...rest }) => rest,
    refusal: { status: 200, body: { errcode: 40030, errmsg: "invalid" } },
  },
  // JSON.
  atlassian: {
    url: "https://auth.atlassian.com/oauth/token",
    place: "json",
    params: token,
  },
  dingtalk: {
    url: "https://api.dingtalk.com/v1.0/oauth2/userAccessToken",
    place: "json",
    hasNoScope: true,
    names: ["clientId", "clientSecret"],
    params: { grantType: "refresh_token", refreshToken: "refresh-1" },
    answer: ({ access_token, refresh_token, expires_in }) => ({
      accessToken: access_token,
      refreshToken: refresh_token,
      expireIn: expires_in,
    }),
  },
  feishu: {
    url: "https://open.feishu.cn/open-apis/authen/v2/oauth/token",
    place: "json",
    params: token,
    answer: (standard) => ({ code: 0, ...standard }),
  },
  lark: {
    url: "https://open.larksuite.com/open-apis/authen/v2/oauth/token",
    place: "json",
    params: token,
    answer: (standard) => ({ code: 0, ...standard }),
  },
  notion: {
    url: "https://api.notion.com/v1/oauth/token",
    place: "json",
    client: "basic",
    params: token,
  },
  // More parameters, or other names.
  "donation-alerts": {
    url: "https://www.donationalerts.com/oauth/token",
    params: { ...token, scope: "oauth-user-show" },
  },
  freshbooks: {
    url: "https://api.freshbooks.com/auth/oauth/token",
    place: "json",
    params: {
      ...token,
      redirect_uri: `${site}/auth/callback/freshbooks`,
    },
  },
  trakt: {
    url: "https://auth.trakt.tv/oauth/token",
    place: "json",
    params: { ...token, redirect_uri: `${site}/auth/callback/trakt` },
  },
  yahoo: {
    url: "https://endpoints.yahoo.example/token",
    client: "basic",
    params: { ...token, redirect_uri: `${site}/auth/callback/yahoo` },
    keeps: true,
  },
  tiktok: {
    url: "https://open.tiktokapis.com/v2/oauth/token/",
    names: ["client_key", "client_secret"],
    params: token,
    refusal: {
      status: 200,
      body: { error: "invalid_grant", error_description: "it has expired" },
    },
  },
  vk: {
    url: "https://id.vk.ru/oauth2/auth",
    client: "id",
    params: { ...token, device_id: "a-device" },
    some: ["state"],
  },
  withings: {
    url: "https://wbsapi.withings.net/v2/oauth2",
    params: { ...token, action: "requesttoken" },
    answer: (standard) => ({ status: 0, body: standard }),
  },
  etsy: {
    url: "https://api.etsy.com/v3/public/oauth/token",
    client: "id",
    params: token,
  },
  zoho: {
    url: "https://accounts.zoho.eu/oauth/v2/token",
    params: token,
    keeps: true,
  },
  twitch: {
    url: "https://endpoints.twitch.example/token",
    params: token,
    keeps: true,
    answer: (standard) => ({ ...standard, scope: ["one", "two"] }),
  },
  // Errors of their own.
  github: {
    url: "https://github.com/login/oauth/access_token",
    client: "basic",
    params: token,
    refusal: { status: 200, body: { error: "bad_refresh_token" } },
  },
  slack: {
    url: "https://endpoints.slack.example/token",
    params: token,
    refusal: {
      status: 200,
      body: { ok: false, error: "invalid_refresh_token" },
    },
  },
};

describe("a refresh at a provider with a way of its own", () => {
  for (const [id, way] of Object.entries(ways)) {
    // Of some, the facts are true of a setting only.
    const isUnsure = differences[id]?.["refresh.accessTokenSeconds"];
    const { accessTokenSeconds: seconds } = findRow(id).refresh;
    const known = isUnsure ? undefined : seconds;
    const { answer = (it: Json) => it, keeps = false, refusal = ended } = way;

    it(`${id} gets what it demands, and its answer is understood`, async () => {
      const { answer: own } = way;
      const signIn = {
        first: { refresh_token: "refresh-1" },
        ...own && { answer: (standard: Json) => Response.json(own(standard)) },
      };
      await useTokens(id, signIn, async ({ api, get }) => {
        const standard = {
          access_token: "access-2",
          token_type: "bearer",
          scope: findRow(id).type === "oauth" ? "one,two" : "one two",
          ...keeps ? {} : { refresh_token: "refresh-2" },
          ...known === undefined ? { expires_in: 3600 } : {},
        };
        api.answers.push({ status: 200, body: answer(standard) });
        mock.timers.setTime(NOON + YEAR);
        const { accessToken, expiresAt, scope } = await get();
        assert.equal(api.requests.length, 1);
        assertDemand(way, api.requests[0]);
        assert.equal(accessToken, "access-2");
        const end = NOON + YEAR + (known ?? 3600) * 1000;
        assert.equal(expiresAt?.getTime(), end);
        assert.deepEqual(scope, way.hasNoScope ? null : ["one", "two"]);

        mock.timers.setTime(NOON + 2 * YEAR);
        api.answers.splice(0, 1, refusal);
        await assert.rejects(get(), ReauthenticationRequired);
        const names = ["refresh_token", "refreshToken"];
        const used = names.map((name) => api.requests[1]?.params[name])
          .find((value) => value !== undefined);
        assert.equal(used, keeps ? "refresh-1" : "refresh-2");
      });
    });
  }
});

/** The exchange of access tokens, where there are no refresh tokens. */
const exchanges: Readonly<
  Record<string, { readonly exchange: Demand; readonly extend?: Demand }>
> = {
  facebook: {
    exchange: {
      url: "https://graph.facebook.com/v26.0/oauth/access_token",
      params: {
        grant_type: "fb_exchange_token",
        fb_exchange_token: "the-access-token",
      },
    },
  },
  instagram: {
    exchange: {
      url: "https://graph.instagram.com/access_token",
      place: "query",
      params: {
        grant_type: "ig_exchange_token",
        access_token: "the-access-token",
      },
    },
    extend: {
      url: "https://graph.instagram.com/refresh_access_token",
      place: "query",
      client: "none",
      params: { grant_type: "ig_refresh_token", access_token: "long-1" },
    },
  },
  threads: {
    exchange: {
      url: "https://graph.threads.net/access_token",
      place: "query",
      params: {
        grant_type: "th_exchange_token",
        access_token: "the-access-token",
      },
    },
    extend: {
      url: "https://graph.threads.net/refresh_access_token",
      place: "query",
      client: "none",
      params: { grant_type: "th_refresh_token", access_token: "long-1" },
    },
  },
};

const DAY = 86_400_000;
const dead = {
  status: 400,
  body: { error: { message: "expired", type: "OAuthException", code: 190 } },
};

describe("a provider that exchanges access tokens", () => {
  for (const [id, { exchange, extend }] of Object.entries(exchanges)) {
    const toLasting = (name: string, days?: number) => ({
      status: 200,
      body: {
        access_token: name,
        token_type: "bearer",
        ...days === undefined ? {} : { expires_in: days * 86_400 },
      },
    });

    it(
      `${id} gives one of 60 days for that of the sign-in, ${
        extend ? "and another one after half of them" : "and no other one"
      }`,
      async () => {
        await useTokens(id, {}, async ({ api, get }) => {
          api.answers.push(toLasting("long-1"));
          const long = await get();
          assert.equal(long.accessToken, "long-1");
          assert.equal(long.expiresAt?.getTime(), NOON + 60 * DAY);
          assertDemand(exchange, api.requests[0]);

          mock.timers.setTime(NOON + 29 * DAY);
          api.answers.splice(0, 1, toLasting("long-2", 60));
          assert.equal((await get()).accessToken, "long-1");
          assert.equal(api.requests.length, 1);

          mock.timers.setTime(NOON + 31 * DAY);
          const next = await get();
          assert.equal(next.accessToken, extend ? "long-2" : "long-1");
          assert.equal(api.requests.length, extend ? 2 : 1);
          if (extend) assertDemand(extend, api.requests[1]);
          await get();
          assert.equal(api.requests.length, extend ? 2 : 1);

          // Nothing is asked with a token that has expired.
          mock.timers.setTime(NOON + 92 * DAY);
          api.requests.length = 0;
          await assert.rejects(get(), ReauthenticationRequired);
          assert.equal(api.requests.length, 0);
        });
      },
    );

    it(`${id} is asked again while it is down, and the token is used as long as it lasts`, async () => {
      await useTokens(id, {}, async ({ api, get }) => {
        api.answers.push({ status: 500, body: {} });
        assert.equal((await get()).accessToken, "the-access-token");
        mock.timers.setTime(NOON + 10_000);
        api.answers.splice(0, 1, toLasting("long-1"));
        assert.equal((await get()).accessToken, "long-1");
      });
    });

    it(`${id} can refuse a token for good`, async () => {
      await useTokens(id, {}, async ({ api, get }) => {
        // Another test's outage is over.
        mock.timers.setTime(NOON + 20_000);
        api.answers.push(dead);
        await assert.rejects(get(), ReauthenticationRequired);
      });
    });
  }
});

describe("a provider whose refresh ends the access tokens before", () => {
  for (const id of ["airtable", "github", "gitlab"]) {
    it(`${id} is asked for each again, which is not used after that`, async () => {
      const signIn = { first: { refresh_token: "refresh-0", scope: "a b c" } };
      await useTokens(id, signIn, async ({ api, get }) => {
        let count = 0;
        const answer = (scope: string) => {
          count++;
          const names = {
            access_token: `access-${count}`,
            refresh_token: `refresh-${count}`,
          };
          const body = { ...names, token_type: "bearer", scope };
          api.answers.splice(0, 1, { status: 200, body });
        };
        const first = await get();
        assert.equal(api.requests.length, 0);
        for (const [i, name] of ["a", "b"].entries()) {
          answer(name);
          const { accessToken } = await get({
            scope: [name],
            minValidity: 1e6,
          });
          assert.equal(accessToken, `access-${i + 1}`);
        }
        answer("a b c");
        const again = await get();
        assert.notEqual(again.accessToken, first.accessToken);
        assert.equal(api.requests.length, 3);
        const used = api.requests.map(({ params }) => params.refresh_token);
        assert.deepEqual(used, ["refresh-0", "refresh-1", "refresh-2"]);
        assert.deepEqual(again.scope, ["a", "b", "c"]);
      });
    });
  }
});

describe("a refresh that repeats what was not kept", () => {
  it("vk asks the user to sign in again, without a request", async () => {
    const adapter = createMemoryAdapter();
    const config = { adapter, tokens: { providers: ["vk"], seal: false } };
    const signIn = { first: { refresh_token: "refresh-1" }, config };
    await useTokens("vk", signIn, async ({ api, get }) => {
      mock.timers.setTime(NOON + YEAR);
      await assert.rejects(get(), ReauthenticationRequired);
      assert.equal(api.requests.length, 0);
    });
  });
});
