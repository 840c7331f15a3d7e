/**
 * Sign-in with Mercado Pago.
 *
 * @module
 */

import {
  defineOAuth,
  type OAuthFactory,
} from "../core/providers/definition/define.ts";

/** Options of {@link MercadoPago} in addition to those of every provider. */
export interface MercadoPagoOptions {
  /** Host of the country in which users sign in. Default `auth.mercadopago.com`. */
  authHost?: string | undefined;
}

/** The members of Mercado Pago's user object that the definition reads. */
export type MercadoPagoProfile = {
  id: number;
  first_name?: string;
  last_name?: string;
  nickname?: string;
  email?: string;
};

/**
 * Mercado Pago. Create an application in the developer panel, and switch PKCE
 * on there, or the server does not check it. `authHost` (or
 * `AUTH_MERCADOPAGO_AUTH_HOST`) is the host of the sign-in page in your country.
 *
 * @experimental The definition has not been confirmed with the service.
 *
 * @see https://www.mercadopago.com/developers/en/docs/security/oauth
 *
 * @example
 * ```ts
 * import { MercadoPago } from "@latchkey/auth/providers/mercadopago";
 *
 * // Client id and secret from AUTH_MERCADOPAGO_ID and AUTH_MERCADOPAGO_SECRET.
 * const providers = [MercadoPago];
 * ```
 */
export const MercadoPago: OAuthFactory<MercadoPagoOptions, MercadoPagoProfile> =
  defineOAuth({
    id: "mercadopago",
    name: "Mercado Pago",
    placeholders: { authHost: "auth.mercadopago.com" },
    authorization: "https://{authHost}/authorization?platform_id=mp",
    token: "https://api.mercadopago.com/oauth/token",
    userinfo: "https://api.mercadopago.com/users/me",
    profile: { name: ["first_name last_name", "nickname"] },
    refresh: { scopes: ["offline_access"] },
    tokens: { access: 15_552_000, refresh: 15_552_000 },
    style: { brandColor: "#00bcff" },
  });

export default MercadoPago;
