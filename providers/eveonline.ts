/**
 * Sign-in with EVE Online.
 *
 * @module
 */

import {
  defineOAuth,
  type OAuthFactory,
} from "../core/providers/definition/define.ts";

/** The claims of an EVE Online access token that the definition reads. */
export type EveOnlineProfile = {
  /** `CHARACTER:EVE:` and the character's id. */
  sub: string;
  /** Changes when the character is transferred to another account. */
  owner: string;
  name: string;
};

/**
 * EVE Online. A sign-in identifies a character of an owner, and gives no e-mail
 * address. Characters are sold: the new owner is another user. Create an
 * application on the EVE Developers site.
 *
 * @see https://developers.eveonline.com/docs/services/sso/
 *
 * @example
 * ```ts
 * import { EveOnline } from "@latchkey/auth/providers/eveonline";
 *
 * // Client id and secret from AUTH_EVEONLINE_ID and AUTH_EVEONLINE_SECRET.
 * const providers = [EveOnline];
 * ```
 */
export const EveOnline: OAuthFactory<object, EveOnlineProfile> = defineOAuth({
  id: "eveonline",
  name: "EVE Online",
  issuer: "https://login.eveonline.com",
  authorization:
    "https://login.eveonline.com/v2/oauth/authorize?scope=publicData",
  token: "https://login.eveonline.com/v2/oauth/token",
  userinfo: { from: "access_token" },
  jwks_endpoint: "https://login.eveonline.com/oauth/jwks",
  client: { token_endpoint_auth_method: "client_secret_basic" },
  profile: ({ sub, owner, name }) => {
    const image = `https://images.evetech.net/characters/${toCharacter(sub)}`;
    return { id: owner, name, image: `${image}/portrait?size=128` };
  },
  formerId: ({ sub }) => toCharacter(sub),
  tokens: { access: 1199 },
  revocation: "https://login.eveonline.com/v2/oauth/revoke",
  style: { brandColor: "#1a1a1a" },
});

function toCharacter(sub: string): string {
  return sub.replace(/^CHARACTER:EVE:/, "");
}

export default EveOnline;
