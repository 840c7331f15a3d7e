/**
 * For tests only: the facts about providers that a table cannot say, such as
 * the odd shapes of token responses.
 *
 * @module
 */

import { exportPKCS8, type GenerateKeyPairResult } from "jose";
import type { Json } from "./facts_testkit.ts";

/** The facts about one provider that a table cannot say. */
export interface Special {
  /** Options of the application besides the required ones. */
  readonly options?: Json;
  /** Values of placeholders in the facts. */
  readonly values?: Readonly<Record<string, string>>;
  /** Options with keys. */
  readonly secrets?: (
    readPair: (alg: string) => Promise<GenerateKeyPairResult>,
  ) => Promise<Json>;
  /** Whether the definition does not use the metadata. */
  readonly hasFixedEndpoints?: boolean;
  /** The start of the member that the user's id ends. */
  readonly idPrefix?: string;
  /** Whether the definition creates the client secret. */
  readonly hasOwnSecret?: boolean;
  /** The user's id, if it cannot be any text. */
  readonly id?: string;
  /** More members of the profile. */
  readonly profile?: Json;
  /** Writes members that depend on whether the address is verified. */
  readonly write?: (profile: Json, isVerified: boolean) => void;
  /** More members of the token response. */
  readonly token?: Json;
  /** The token response, made from the standard one. */
  readonly answer?: (standard: Json) => Response;
  /** More parameters of the callback. */
  readonly callback?: Readonly<Record<string, string>>;
  /** Members of the token response to a code that it refuses. */
  readonly error?: Json;
  /** Endpoints of the server that the callback names. */
  readonly endpoints?: Readonly<Record<string, string>>;
  /** Claims that the application has to see. */
  readonly claims?: Json;
  /** The issuer in the metadata, if it is not the configured one. */
  readonly metadataIssuer?: string;
  /** The issuer in tokens, if it is not that in the metadata. */
  readonly tokenIssuer?: string;
  /** The fragment of the authorization URL. */
  readonly hash?: string;
  /** Scopes that the options add. */
  readonly scopes?: readonly string[];
  /** The picture at the URL of its own, as base64. */
  readonly image?: string;
  /** The name of the client id in the authorization request. */
  readonly clientIdParam?: string;
  /** The user that has to come out, if a rule makes it. */
  readonly user?: {
    readonly id?: string;
    readonly name?: string;
    readonly email?: string;
    readonly image?: string;
  };
}

const json = Response.json;
/** The start of a picture. */
const png = "iVBORw0KGgo=";

/** Leaves out all other members. */
function only(standard: Json, ...names: string[]): Json {
  return Object.fromEntries(names.map((name) => [name, standard[name]]));
}

/** Renames members, and leaves out the others. */
function renamed(
  standard: Json,
  names: Readonly<Record<string, string>>,
): Json {
  const pairs = Object.entries(names).map((
    [own, name],
  ) => [own, standard[name]]);
  return Object.fromEntries(pairs);
}

const directory = "11111111-2222-3333-4444-555555555555";

/** The facts that a table cannot say, by provider. */
export const specials: Readonly<Record<string, Special>> = {
  apple: {
    hasFixedEndpoints: true,
    hasOwnSecret: true,
    secrets: async (readPair) => ({
      privateKey: await exportPKCS8((await readPair("ES256")).privateKey),
    }),
    profile: { user: undefined },
    callback: {
      user: JSON.stringify({
        name: { firstName: "a-firstName", lastName: "a-lastName" },
      }),
    },
    write: (profile, isVerified) => {
      profile.email_verified = isVerified ? "true" : "false";
    },
  },
  arcgis: {
    answer: ({ token_type: _, ...rest }) => json(rest),
  },
  baidu: {
    answer: ({ token_type: _, ...rest }) => json(rest),
  },
  epicgames: {
    options: { deploymentId: "a-deployment" },
    values: { deploymentId: "a-deployment" },
  },
  etsy: {
    options: { clientSecret: "a-shared-secret" },
    values: { clientSecret: "a-shared-secret" },
  },
  eveonline: {
    profile: { sub: "CHARACTER:EVE:123" },
    user: {
      image: "https://images.evetech.net/characters/123/portrait?size=128",
    },
    tokenIssuer: "login.eveonline.com",
  },
  "azure-ad-b2c": {
    metadataIssuer: `https://acme.b2clogin.com/${directory}/v2.0/`,
  },
  "microsoft-entra-external-id": {
    metadataIssuer: `https://${directory}.ciamlogin.com/${directory}/v2.0`,
  },
  dingtalk: {
    callback: { authCode: "the-code" },
    answer: (standard) =>
      json(
        renamed(standard, {
          accessToken: "access_token",
          expireIn: "expires_in",
        }),
      ),
  },
  facebook: {
    error: {
      error: { message: "a-reason", type: "OAuthException", code: 100 },
    },
  },
  feishu: {
    answer: (standard) => json({ code: 0, ...standard }),
    error: {
      code: 20003,
      error: "invalid_grant",
      error_description: "a-reason",
    },
  },
  lark: {
    answer: (standard) => json({ code: 0, ...standard }),
    error: {
      code: 20003,
      error: "invalid_grant",
      error_description: "a-reason",
    },
  },
  instagram: {
    answer: (standard) => {
      const { access_token } = standard;
      return json({
        data: [{
          access_token,
          user_id: 1234567890123,
          permissions: ["a", "b"],
        }],
      });
    },
  },
  intuit: {
    callback: { realmId: "9130347957983546" },
    claims: { realmId: "9130347957983546" },
  },
  mailchimp: {
    answer: (standard) => json({ ...standard, expires_in: 0, scope: null }),
  },
  naver: { answer: (standard) => json({ ...standard, expires_in: "3600" }) },
  netsuite: { callback: { company: "1234567", role: "3", entity: "7" } },
  "login-gov": {
    secrets: async (readPair) => ({
      privateKey: (await readPair("RS256")).privateKey,
    }),
  },
  fusionauth: {
    values: { issuer: "https://fusionauth.acme.example" },
    metadataIssuer: "https://acme.example",
    answer: (standard) => {
      const headers = { "www-authenticate": 'Bearer realm="FusionAuth"' };
      return json(standard, { headers });
    },
  },
  gitea: { values: { issuer: "https://gitea.com" } },
  qq: {
    token: { openid: "1234567890123" },
    answer: ({ token_type: _, ...rest }) =>
      json({ ...rest, expires_in: "7776000" }),
    error: { error: 100019, error_description: "a-reason" },
  },
  slack: {
    error: { ok: false, error: "invalid_code" },
    profile: { "https://slack.com/team_id": "T0R7GR" },
    user: { id: "T0R7GR.1234567890123" },
  },
  riotgames: { values: { region: "europe" } },
  salesforce: { profile: { sub: "https://login.salesforce.com/id/1/2" } },
  shikimori: { options: { appName: "an-app" } },
  vimeo: { idPrefix: "/users/" },
  discord: {
    id: "80351110224678912",
    profile: { avatar: "a_1269e74af4df7417b13759eae50c83dc" },
    user: {
      image:
        "https://cdn.discordapp.com/avatars/80351110224678912/a_1269e74af4df7417b13759eae50c83dc.gif",
    },
  },
  wechat: {
    hash: "#wechat_redirect",
    clientIdParam: "appid",
    token: { openid: "an-openid" },
    error: { errcode: 40029, errmsg: "a-reason" },
    answer: ({ token_type: _, ...rest }) =>
      new Response(JSON.stringify(rest), {
        headers: { "content-type": "text/plain" },
      }),
  },
  "microsoft-entra-id": {
    options: { photo: 48 },
    values: { tenant: "common" },
    metadataIssuer: "https://login.microsoftonline.com/{tenantid}/v2.0",
    tokenIssuer: `https://login.microsoftonline.com/${directory}/v2.0`,
    profile: { tid: directory },
    scopes: ["User.Read"],
    image: png,
    user: {
      email: "ada@example.com",
      image: `data:image/png;base64,${png}`,
    },
    write: (profile, isVerified) => {
      profile.email = "ada@example.com";
      profile.xms_edov = isVerified ? "1" : "0";
    },
  },
  startgg: { values: { scope: "user.identity user.email" } },
  threads: { answer: (standard) => json(only(standard, "access_token")) },
  tiktok: { clientIdParam: "client_key" },
  twitch: {
    answer: (standard) =>
      json({ ...standard, scope: ["openid", "user:read:email"] }),
  },
  vk: {
    callback: { device_id: "a-device" },
  },
  weibo: {
    token: { uid: "1234567890123" },
    answer: ({ token_type: _, ...rest }) =>
      new Response(JSON.stringify(rest), {
        headers: { "content-type": "text/plain" },
      }),
  },
  withings: {
    answer: (standard) => json({ status: 0, body: standard }),
    error: { status: 503, error: "a-reason" },
  },
  xero: { profile: { sub: "another-id" } },
  yandex: {
    profile: { is_avatar_empty: false, default_avatar_id: "31804/BBBB" },
    user: {
      image: "https://avatars.yandex.net/get-yapic/31804/BBBB/islands-200",
    },
  },
  zoho: {
    callback: {
      location: "eu",
      "accounts-server": "https://accounts.zoho.eu",
    },
    endpoints: {
      token: "https://accounts.zoho.eu/oauth/v2/token",
      userinfo: "https://accounts.zoho.eu/oauth/user/info",
    },
  },
  zoom: {
    write: (profile, isVerified) => {
      profile.verified = isVerified ? 1 : 0;
    },
  },
  "click-up": { answer: (standard) => json(only(standard, "access_token")) },
  foursquare: { answer: (standard) => json(only(standard, "access_token")) },
  snapchat: {
    answer: (standard) =>
      json(only(standard, "access_token", "refresh_token", "expires_in")),
  },
  "stack-exchange": {
    answer: (standard) =>
      json(
        renamed(standard, {
          access_token: "access_token",
          expires: "expires_in",
        }),
      ),
    error: { error: { type: "invalid_grant", message: "a-reason" } },
  },
};
