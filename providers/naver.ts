/**
 * Sign-in with Naver.
 *
 * @module
 */

import {
  defineOAuth,
  type OAuthFactory,
} from "../core/providers/definition/define.ts";
import { logo } from "./logos/naver.ts";

/** The members of Naver's user object that the definition reads. */
export type NaverProfile = {
  id: string;
  name?: string;
  nickname?: string;
  email?: string;
  profile_image?: string;
};

/**
 * Naver.
 *
 * 1. In Naver Developers, register an application that uses Naver Login.
 * 2. Choose which fields of the profile it receives: there are no scopes.
 * 3. Under the environment "PC web", enter the URL of the site and the callback
 *    URL.
 * 4. Copy the client ID and the client secret.
 *
 * @see https://developers.naver.com/docs/login/api/api.md
 *
 * @example
 * ```ts
 * import { Naver } from "@latchkey/auth/providers/naver";
 *
 * // Client id and secret from AUTH_NAVER_ID and AUTH_NAVER_SECRET.
 * const providers = [Naver];
 * ```
 */
export const Naver: OAuthFactory<object, NaverProfile> = defineOAuth({
  id: "naver",
  name: "Naver",
  authorization: "https://nid.naver.com/oauth2.0/authorize",
  token: "https://nid.naver.com/oauth2.0/token",
  userinfo: { url: "https://openapi.naver.com/v1/nid/me", root: "response" },
  checks: ["state"],
  profile: { name: ["name", "nickname"], image: "profile_image" },
  tokens: { access: 3600, rotates: false },
  style: { brandColor: "#03c75a", logo },
});

export default Naver;
