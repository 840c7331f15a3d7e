import type { ConfigSource } from "../../config/config.ts";
import { ConfigurationError } from "../../errors/auth_error.ts";
import { isSecureUrl } from "../../config/providers/oauth_problems.ts";
import type { AccessTokenOptions } from "../host/tokens.ts";

/**
 * Options of a proxy to a provider's API. The browser calls this site, and the
 * access token is added behind it; bodies and answers stream.
 *
 * Only pages of this site can use it. Requests from elsewhere and navigations
 * get 403, and requests without a session 401, as JSON: `{ error, code, message
 * }`. Only the listed headers pass, and cookies pass neither way.
 *
 * @example
 * ```ts
 * import { createAuth, createMemoryStore } from "@latchkey/auth";
 *
 * const auth = createAuth({
 *   secret: "a random text of at least 32 characters",
 *   providers: [{
 *     id: "work",
 *     name: "Work",
 *     type: "oidc",
 *     issuer: "https://login.example.com",
 *     clientId: "my-app",
 *     clientSecret: "a secret",
 *   }],
 *   store: createMemoryStore(),
 *   tokens: { providers: ["work"] },
 * });
 * const api = auth.proxy({
 *   provider: "work",
 *   target: "https://api.example.com/v1",
 *   prefix: "/api",
 * });
 * const handler = (request: Request) =>
 *   URL.canParse(request.url) &&
 *     new URL(request.url).pathname.startsWith("/api/")
 *     ? api(request)
 *     : auth.handler(request);
 * ```
 */
export interface ProxyOptions {
  /** The id of the provider whose tokens the API takes; one of `tokens.providers`. */
  readonly provider: string;
  /**
   * The URL of the API: https, or http on this machine. A request for
   * `/api/users?page=2` goes to `/users?page=2` below it.
   */
  readonly target: string;
  /**
   * The path of the proxy, such as `/api`, where the framework does not say it:
   * with `Request` and `Response`, and in Qwik City. Default: the path that
   * Express mounted it under, else the root.
   */
  readonly prefix?: string | undefined;
  /** Options of the access token. */
  readonly token?: AccessTokenOptions | undefined;
  /**
   * Further headers of requests that pass. Those that say who or where the
   * visitor is (`cookie`, `authorization`, `x-forwarded-*`) never do.
   */
  readonly requestHeaders?: readonly string[] | undefined;
  /**
   * Further headers of answers that pass. `set-cookie` may be among them; those
   * that apply to the whole origin, such as `access-control-*` and
   * `clear-site-data`, never pass.
   */
  readonly responseHeaders?: readonly string[] | undefined;
  /**
   * Paths below the proxy that browsers may open as pages, and whose answers may
   * be HTML: `["/reports"]` lists that path and all below it. They are shown in
   * a sandbox, without scripts. Default: none.
   */
  readonly pages?: readonly string[] | undefined;
  /** Seconds until the API has to begin its answer, and to finish a short one. Default 30. */
  readonly timeout?: number | undefined;
  /** The limit on the bytes of a request's body. Default 10 MiB. */
  readonly maxBodySize?: number | undefined;
}

/**
 * Checks what can be checked without a request.
 *
 * @param source the configuration; a function shows it with the first request
 * @throws ConfigurationError
 */
export function assertProxy(
  { provider, target }: ProxyOptions,
  source: ConfigSource<never>,
): void {
  const isKept = typeof source === "function" ||
    source.tokens?.providers.includes(provider);
  if (isKept && isSecureUrl(target) && !/[?@]/.test(target)) return;
  throw new ConfigurationError([
    "A proxy needs a `provider` of `tokens.providers`, and an https URL without user and query as `target` (http on this machine).",
  ]);
}
