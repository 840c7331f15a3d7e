/**
 * The symbols under which a provider carries more than its options.
 *
 * @module
 */

/**
 * Key of a provider's own `fetch`: used for every request to that provider, for
 * example through a proxy, with extra headers, or to a mock in tests.
 * Redirects, time and size stay limited by the library.
 *
 * Without it, requests go through the global `fetch`.
 *
 * @example
 * ```ts
 * import { customFetch, type AuthConfig } from "@latchkey/auth";
 *
 * const config: AuthConfig = {
 *   providers: [{
 *     id: "work",
 *     name: "Work",
 *     type: "oidc",
 *     issuer: "https://login.example.com",
 *     [customFetch]: (input, init) => fetch(input, init),
 *   }],
 * };
 * ```
 */
export const customFetch: unique symbol = Symbol("custom-fetch");

/**
 * Key of the issuers and metadata URLs that a provider's definition or the
 * environment fixes: they are the same for every request, even if the
 * configuration is a function. A registered symbol, so that two copies of the
 * library share it.
 */
export const fixedPlaces: unique symbol = Symbol.for("latchkey.places");

/** Key of the functions that fill a definition's placeholders. */
export const placeholderTools: unique symbol = Symbol.for(
  "latchkey.placeholders",
);

/**
 * Key by which a factory keeps the switch beside the definition's own mapper. A
 * registered symbol, so that two copies of the library share it.
 */
export const fapi: unique symbol = Symbol.for("latchkey.fapi2");

/**
 * Key of the function that resolves the options of `Password`, which brings it:
 * no other application loads it. A registered symbol, so that two copies of the
 * library share it.
 */
export const passwordResolver: unique symbol = Symbol.for("latchkey.password");
