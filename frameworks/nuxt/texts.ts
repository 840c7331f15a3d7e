/**
 * The files that the module adds to an application.
 *
 * @module
 */

/** The composable. */
export const COMPOSABLE = `import { createClient } from "@latchkey/auth/client";
import { useSession } from "@latchkey/auth/client/vue";
import { useNuxtApp, useRequestEvent, useRuntimeConfig, useState } from "nuxt/app";
import { computed } from "vue";
/* auth */

const create = (basePath: string) => createClient<typeof auth>({ basePath });
const clients = new WeakMap<object, ReturnType<typeof create>>();

/** The client of the page: one in a browser, and one for each that is rendered. */
export function useClient() {
  const app = useNuxtApp();
  const { baseURL } = useRuntimeConfig().app;
  const client = clients.get(app) ?? create(baseURL.replace(/\\/$/, "") + /* basePath */);
  clients.set(app, client);
  return client;
}

/** The session, and what changes it. */
export function useAuth() {
  const client = useClient();
  const { session: _, subscribe, getSnapshot, ...functions } = client;
  type Session = ReturnType<typeof getSnapshot>["session"];
  const known = useState<Session | undefined>(
    "latchkey",
    () => useRequestEvent()?.context.latchkey?.readSession(),
  );
  const snapshot = useSession(client, known.value);
  return {
    ...functions,
    /** The session; null without one, and until it is known. */
    session: computed(() => snapshot.value.session),
    /** Whether it is known, and whether there is one. */
    status: computed(() => snapshot.value.status),
    /** Why it could not be asked for. */
    error: computed(() => snapshot.value.error),
  };
}
`;

/** The page middleware: the server decides; without it, only a session counts. */
export const GUARD =
  `import { defineNuxtRouteMiddleware, navigateTo, useNuxtApp, useRequestEvent, useRouter } from "nuxt/app";
import { useClient } from "./use_auth";

export default defineNuxtRouteMiddleware(async (to) => {
  const app = useNuxtApp();
  if (import.meta.server) {
    // The page of an error shows nothing of the page that it is about.
    if (app.payload.error) return;
    const page = useRequestEvent()?.context.latchkey;
    if (page === undefined) {
      throw new Error("The page middleware \`auth\` needs that of the server: server/middleware/auth.ts.");
    }
    await page.requireSession(to.meta.auth);
    return;
  }
  const { serverRendered } = app.payload;
  if (app.isHydrating && serverRendered) return;
  const { href } = useRouter().resolve(to.fullPath);
  const client = useClient();
  if (await client.session() === null) {
    await client.signIn(undefined, { redirectTo: href });
    // The browser leaves. Without a page, Nuxt would show an error until then.
    return serverRendered ? false : new Promise<never>(() => {});
  }
  if (serverRendered && to.meta.auth) {
    return app.runWithContext(() => navigateTo(href, { external: true }));
  }
});
`;

/** The types. */
export const TYPES =
  `import type { NuxtPage, RequireOptions, Session } from "@latchkey/auth/nuxt";
/* auth */

type Own = typeof auth extends { getSession(event: never): Promise<infer S> }
  ? NonNullable<S>
  : Session;

declare module "h3" {
  interface H3EventContext {
    /** The session, or null. */
    session: Own | null;
    latchkey?: NuxtPage<Own>;
  }
}

declare module "nuxt/app" {
  interface PageMeta {
    /** What the page middleware \`auth\` demands besides a session. */
    auth?: RequireOptions<Own>;
  }
}
`;
