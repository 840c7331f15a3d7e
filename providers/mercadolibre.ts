/**
 * Sign-in with Mercado Libre.
 *
 * @module
 */

import {
  defineOAuth,
  type OAuthFactory,
} from "../core/providers/definition/define.ts";

/** Options of {@link MercadoLibre} in addition to those of every provider. */
export interface MercadoLibreOptions {
  /** Host of the country in which users sign in. Default `auth.mercadolibre.com`. */
  authHost?: string | undefined;
}

/** The members of Mercado Libre's user object that the definition reads. */
export type MercadoLibreProfile = {
  id: number;
  nickname?: string;
  email?: string;
};

/**
 * Mercado Libre. Create an application in the developer site of your country;
 * its scopes are set there, and its redirect URL must be https, even during
 * development. `authHost` (or `AUTH_MERCADOLIBRE_AUTH_HOST`) is the host of the
 * sign-in page in your country, such as `auth.mercadolivre.com.br`.
 *
 * @see https://developers.mercadolibre.com.ar/en_us/authentication-and-authorization
 *
 * @example
 * ```ts
 * import { MercadoLibre } from "@latchkey/auth/providers/mercadolibre";
 *
 * // Client id and secret from AUTH_MERCADOLIBRE_ID and AUTH_MERCADOLIBRE_SECRET.
 * const providers = [MercadoLibre({ authHost: "auth.mercadolibre.com.ar" })];
 * ```
 */
export const MercadoLibre: OAuthFactory<
  MercadoLibreOptions,
  MercadoLibreProfile
> = defineOAuth({
  id: "mercadolibre",
  name: "Mercado Libre",
  placeholders: { authHost: "auth.mercadolibre.com" },
  authorization: "https://{authHost}/authorization",
  token: "https://api.mercadolibre.com/oauth/token",
  userinfo: "https://api.mercadolibre.com/users/me",
  profile: { name: "nickname" },
  refresh: { scopes: ["offline_access"] },
  tokens: { access: 21_600, refresh: 15_552_000, rotates: true },
  style: { brandColor: "#ffe600" },
});

export default MercadoLibre;
