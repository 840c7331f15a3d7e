/**
 * For tests only: a plain OAuth provider whose token and userinfo endpoints
 * answer what a test says, and a record of what they were asked.
 *
 * @module
 */

import assert from "node:assert/strict";
import type {
  Account,
  AuthConfig,
  OAuth2Config,
  OIDCConfig,
  Profile,
  User,
} from "@latchkey/auth";
import {
  type App,
  approach,
  assertCallbackRefused,
  createApp,
  type Refusal,
} from "../../../../testing/app_testkit.ts";

/** The host of the endpoints. */
export const api = "https://api.example";
/** The access token, in the form that `assertNoSecrets` looks for. */
export const accessToken = `at-${"0123456789abcdef".repeat(2)}`;

/** One request that an endpoint received. */
export interface Asked {
  readonly method: string;
  readonly url: URL;
  readonly headers: Headers;
  readonly body: string;
}

/** An answer: a response, or an object that is sent as JSON. */
export type Answer = (asked: Asked) => object | Promise<object>;

/** A site, its provider's endpoints, and what came out of each sign-in. */
export interface OwnApi {
  readonly flow: App;
  readonly asked: readonly Asked[];
  readonly seen: { account: Account; profile: Profile; user: User }[];
  /** Returns the only request to a path. */
  readonly askedFor: (path: string) => Asked;
}

/** Options of `createOwnApi`. */
export interface OwnApiOptions {
  readonly entry?: Partial<OAuth2Config>;
  /** Makes the provider an OpenID provider, with the test provider's own token endpoint. */
  readonly oidc?: Partial<OIDCConfig>;
  /** Answers by URL; a path alone is one of `api`. */
  readonly answers?: Readonly<Record<string, Answer>>;
  readonly config?: Partial<AuthConfig>;
}

/** Makes a site with such a provider. */
export async function createOwnApi(
  { entry = {}, oidc, answers = {}, config = {} }: OwnApiOptions = {},
): Promise<OwnApi> {
  const asked: Asked[] = [];
  const seen: OwnApi["seen"] = [];
  const all: Readonly<Record<string, Answer>> = {
    "/token": () => ({ access_token: accessToken, token_type: "bearer" }),
    "/me": () => ({ id: "user-1", name: "Ada" }),
    ...answers,
  };
  const flow = await createApp({
    op: {
      extra: async (request) => {
        const url = new URL(request.url);
        const { method, headers } = request;
        const one = { method, url, headers, body: await request.text() };
        asked.push(one);
        const path = `${url.origin}${url.pathname}`.replace(api, "");
        const found = await all[path]?.(one);
        return found === undefined || found instanceof Response
          ? found
          : Response.json(found);
      },
    },
    toEntry: (op) =>
      oidc === undefined
        ? op.plainProvider({
          token: `${api}/token`,
          userinfo: `${api}/me`,
          ...entry,
        })
        : op.provider(oidc),
    config: {
      ...config,
      events: {
        signIn: ({ account, profile, user }) => {
          assert.ok(account && profile);
          seen.push({ account, profile, user });
        },
      },
    },
  });
  const askedFor = (path: string) => {
    const found = asked.filter(({ url }) => url.pathname === path);
    assert.equal(found.length, 1, path);
    return found[0] ?? assert.fail();
  };
  return { flow, asked, seen, askedFor };
}

/** Signs in, and asserts that the site refuses it. */
export async function refuse(
  { flow, seen }: OwnApi,
  refusal: Partial<Refusal> = {},
): Promise<void> {
  const browser = flow.createBrowser();
  await assertCallbackRefused(flow, browser, await approach(browser), {
    error: "OAuthCallbackError",
    ...refusal,
  });
  assert.deepEqual(seen, []);
}
