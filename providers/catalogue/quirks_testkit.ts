/**
 * For tests only: the classes of differences between providers, with what the
 * tests assert about each, and a key without which a definition fails.
 *
 * @module
 */

/** A class of differences. */
export interface Quirk {
  /** The assertion about every provider of the class. */
  readonly asserts: string;
  /**
   * A provider, the path of the key in its definition, and the error of a
   * sign-in without it. Absent if the engine does it for all providers, or if
   * the class has tests of its own.
   */
  readonly key?: readonly [provider: string, path: string, error: RegExp];
}

/** All classes. */
export const quirks: Readonly<Record<string, Quirk>> = {
  "access-token-jwt": {
    asserts: "the claims of the signed access token are the user",
    key: ["eveonline", "userinfo.from", /ProviderUnavailable/],
  },
  "auth-jwt": {
    asserts: "the token request has a signed token in place of a secret",
    key: ["apple", "token.clientSecret", /did not match .*\^ey/],
  },
  "auth-none": {
    asserts: "the token request has a client id and no secret",
    key: ["etsy", "client", /Expected/],
  },
  "auth-post": {
    asserts: "the secret is in the body, and there is no Authorization header",
    key: ["box", "client", /Basic/],
  },
  "authz-params": {
    asserts: "the authorization URL has the parameters of the facts",
    key: ["dingtalk", "authorization.params.prompt", /prompt/],
  },
  "authz-shape": {
    asserts: "the client id has the server's name for it, the URL its fragment",
    key: ["wechat", "authorization.fragment", /#wechat_redirect/],
  },
  "callback-data": {
    asserts:
      "what the callback carries is repeated in the token request, or becomes a claim",
    key: ["vk", "token.echo", /device_id/],
  },
  "discovery-path": {
    asserts: "the metadata is only at the URL of the facts, if it is used",
    key: ["azure-ad-b2c", "wellKnown", /\(500\)/],
  },
  "form-post": {
    asserts: "the callback is a form that another site submits",
    key: ["apple", "authorization.params.response_mode", /response_mode/],
  },
  "header-strip": {
    asserts: "a challenge beside the tokens is ignored",
  },
  "id-token-only": {
    asserts: "the ID token is the user, and userinfo is not asked",
  },
  "idt-alg": {
    asserts: "the ID token is signed with the client secret",
    key: ["line", "idTokenAlg", /unexpected JWT "alg"/],
  },
  "image-binary": {
    asserts: "the picture is read with the access token, and is a data URL",
    key: ["microsoft-entra-id", "userinfo.more", /data:image/],
  },
  "image-rule": {
    asserts: "the picture's URL follows the provider's rule",
    key: ["discord", "profile", /image/],
  },
  "image-template": {
    asserts: "the picture's URL is made of the user's id",
    key: ["eveonline", "profile", /image/],
  },
  "iss-param": {
    asserts: "the issuer in the callback has to be the definition's",
  },
  "issuer-rule": {
    asserts: "the issuer of tokens is the one that the metadata leads to",
    key: ["microsoft-entra-id", "issuerFrom", /names the issuer/],
  },
  "logout-params": {
    asserts: "the parameters of the logout URL have the server's names",
  },
  "no-email": {
    asserts: "the user has no address, and none is invented",
  },
  "no-nonce": {
    asserts: "no nonce is sent, and none is expected",
    key: ["linkedin", "nonce", /nonce/],
  },
  "pkce-plain": {
    asserts: "the code challenge is the verifier itself",
    key: ["myanimelist", "client.code_challenge_method", /plain/],
  },
  "region": {
    asserts: "all endpoints are at the host of the region",
    key: ["riotgames", "placeholders", /\{region\}/],
  },
  "scope-pct": {
    asserts: "a space in the authorization URL is %20",
  },
  "scope-sep": {
    asserts: "the scopes are joined as the facts say",
    key: ["facebook", "authorization.params.scope", /public_profile/],
  },
  "stray-id-token": {
    asserts: "an ID token that was not asked for is not read",
  },
  "tenant": {
    asserts: "issuer and endpoints are those of the application's tenant",
    key: ["asgardeo", "issuer", /\(500\)/],
  },
  "token-error-200": {
    asserts: "an error with status 200 is an error",
  },
  "token-get": {
    asserts: "the token request is a GET with everything in its query",
    key: ["qq", "token.method", /'GET'/],
  },
  "token-json": {
    asserts: "the body of the token request is JSON",
    key: ["notion", "token.format", /x-www-form-urlencoded/],
  },
  "token-params": {
    asserts: "the token request has the extra and renamed parameters",
    key: ["withings", "token.params", /requesttoken/],
  },
  "token-shape": {
    asserts: "the token response has the provider's own form",
    key: ["dingtalk", "token.names", /authorization_code/],
  },
  "token-user": {
    asserts: "the user is in the token response",
    key: ["notion", "userinfo.from", /\(500\)/],
  },
  "ua": {
    asserts: "every request names a user agent",
  },
  "ui-auth": {
    asserts: "the access token is at the provider's place, and at no other",
    key: ["yandex", "userinfo.accessToken", /OAuth the-access-token/],
  },
  "ui-client-header": {
    asserts: "the client id is in a header of the userinfo request",
    key: ["trakt", "userinfo.headers", /trakt-api/],
  },
  "ui-graphql": {
    asserts: "the userinfo request is a GraphQL query",
    key: ["linear", "userinfo.json", /'POST'/],
  },
  "ui-headers": {
    asserts: "the userinfo request has the extra headers",
    key: ["bungie", "userinfo.headers", /X-API-Key/],
  },
  "ui-jwt": {
    asserts: "userinfo is a signed token",
  },
  "ui-more": {
    asserts: "a further URL has what the profile lacks",
    key: ["bitbucket", "userinfo.more", /ada@example/],
  },
  "ui-post": {
    asserts: "the userinfo request is a POST",
    key: ["dropbox", "userinfo.method", /'POST'/],
  },
  "ui-required": {
    asserts: "userinfo completes an ID token that has only the subject",
  },
  "ui-template": {
    asserts: "members of the token response are in the userinfo request",
    key: ["weibo", "userinfo.params", /uid/],
  },
  "ui-wrapped": {
    asserts: "the profile is at its path in the answer",
    key: ["asana", "userinfo.root", /no usable id/],
  },
};
