/**
 * The application of the smoke tests: web standards only, no runtime-specific
 * APIs.
 */

import { type AuthConfig, createAuth } from "@latchkey/auth";
import type { SiteHandler } from "@latchkey/auth/testing";

/** Serves `/` to everyone, `/me` to signed-in users, and the auth routes. */
export function createApp(config: AuthConfig): SiteHandler {
  const auth = createAuth(config);
  return async (request) => {
    const { pathname } = new URL(request.url);
    if (pathname.startsWith("/auth/")) return await auth.handler(request);
    const { session, headers } = await auth.session(request);
    if (pathname !== "/me") return new Response("home", { headers });
    const name = session?.user?.name;
    return name === undefined || name === null
      ? new Response("sign in first", { status: 401, headers })
      : new Response(`Hello ${name}`, { headers });
  };
}
