import { once } from "../runtime/once.ts";

/**
 * Loads OAuth and OpenID Connect, with the packages that they need: applications
 * without such a provider never do.
 */
export const loadOAuth = once(() => import("./oauth/oauth.ts"));
