import { defineOAuth, type OAuthFactory } from "../core/providers/define.ts";

/** The members of Mercado Libre's user object that the definition reads. */
export type MercadoLibreProfile = {
  id: number;
  nickname?: string;
  email?: string;
};

/**
 * Mercado Libre. Create an application in the developer site of your country;
 * its scopes are set there, and its redirect URL must be https, also during
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
  { authHost?: string | undefined },
  MercadoLibreProfile
> = defineOAuth({
  id: "mercadolibre",
  name: "Mercado Libre",
  placeholders: { authHost: "auth.mercadolibre.com" },
  authorization: "https://{authHost}/authorization",
  token: "https://api.mercadolibre.com/oauth/token",
  userinfo: "https://api.mercadolibre.com/users/me",
  client: { token_endpoint_auth_method: "client_secret_post" },
  profile: ({ id, nickname, email }) => ({ id, name: nickname, email }),
  emailTrust: "unverified",
  refresh: {
    scopes: ["offline_access"],
    rotates: true,
    accessTokenSeconds: 21_600,
    refreshTokenSeconds: 15_552_000,
  },
  style: { brandColor: "#ffe600" },
});

export default MercadoLibre;
