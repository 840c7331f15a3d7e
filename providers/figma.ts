/**
 * Sign-in with Figma.
 *
 * @module
 */

import {
  defineOAuth,
  type OAuthFactory,
} from "../core/providers/definition/define.ts";
import { logo } from "./logos/figma.ts";

/** The members of Figma's user object that the definition reads. */
export type FigmaProfile = {
  id: string;
  handle?: string;
  email?: string;
  img_url?: string;
};

/**
 * Figma.
 *
 * 1. On the developer site, under "My apps", create an app.
 * 2. Add the callback URL to its redirect URLs, and choose the scope
 *    `current_user:read`.
 * 3. Copy the client ID and the client secret, which is shown once.
 *
 * @see https://developers.figma.com/docs/rest-api/authentication/
 *
 * @example
 * ```ts
 * import { Figma } from "@latchkey/auth/providers/figma";
 *
 * // Client id and secret from AUTH_FIGMA_ID and AUTH_FIGMA_SECRET.
 * const providers = [Figma];
 * ```
 */
export const Figma: OAuthFactory<object, FigmaProfile> = defineOAuth({
  id: "figma",
  name: "Figma",
  authorization: "https://www.figma.com/oauth?scope=current_user:read",
  token: "https://api.figma.com/v1/oauth/token",
  userinfo: "https://api.figma.com/v1/me",
  client: { token_endpoint_auth_method: "client_secret_basic" },
  profile: { name: "handle", image: "img_url" },
  refresh: { url: "https://api.figma.com/v1/oauth/refresh" },
  tokens: { access: 7_776_000, rotates: false },
  style: { brandColor: "#f24e1e", logo },
});

export default Figma;
