/**
 * Pages on other origins of the same site that use the auth routes from scripts:
 * a single-page application on a port of its own, or `app.example.com` in front
 * of `api.example.com`.
 *
 * A listed origin may do whatever the application's own pages may do: its scripts
 * read the session, sign people in and out, and visitors are led back to it. So
 * it has to be trusted as much. Forms of it, and requests of a page that the
 * browser calls cross-site, are refused all the same.
 *
 * @example
 * ```ts
 * import type { CorsOptions } from "@latchkey/auth";
 *
 * const cors: CorsOptions = { origins: ["http://localhost:5173"] };
 * ```
 */
export interface CorsOptions {
  /**
   * The origins, like `https://app.example.com`. Each is of the same site as
   * the public origin, since browsers withhold the cookies elsewhere: the same
   * scheme, and the same registrable domain. Plain http is for loopback only,
   * if `NODE_ENV` is `production`. Required; may be empty.
   */
  origins: readonly string[];
}
