/**
 * The session in a browser: who is signed in, and what changes that. No
 * framework, no polling; under 3 kB.
 *
 * @example
 * ```ts ignore
 * import { createClient } from "@latchkey/auth/client";
 * import type { auth } from "./server/auth.ts";
 *
 * export const client = createClient<typeof auth>();
 *
 * client.subscribe(() => {
 *   const { status, session } = client.getSnapshot();
 *   document.title = status === "signed-in" ? session.user.name : "Nobody";
 * });
 * const { error } = await client.signIn("password", { email, password });
 * ```
 *
 * @module
 */

import { createPageClient } from "./client/create_client.ts";
import type { Page } from "./client/page.ts";
import type {
  AuthClient,
  ClientOptions,
  ClientSession,
} from "./client/types.ts";

export type * from "./client/types.ts";

/**
 * Creates the client of a page, once: it keeps the session for all of its
 * parts, and asks again when the page becomes visible, when the network is
 * back, and when another tab signs in or out. On a server it asks for nothing
 * by itself.
 *
 * @typeParam A the type of the server's side, for the type of the session
 *
 * @example
 * ```ts
 * import { createClient } from "@latchkey/auth/client";
 *
 * const client = createClient({ baseUrl: "https://api.example.com" });
 * client.getSnapshot(); // { status: "loading", session: null, error: null }
 * ```
 */
export function createClient<A = unknown>(
  options?: ClientOptions,
): AuthClient<ClientSession<A>> {
  return createPageClient(globalThis as unknown as Page, options);
}
