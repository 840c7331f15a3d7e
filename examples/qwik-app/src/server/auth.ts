import type { RequestHandler } from "@builder.io/qwik-city";
import { createAuth } from "@latchkey/auth";
import type { ComponentAuthConfig } from "@latchkey/auth/component";
import { Passkey } from "@latchkey/auth/providers/passkey";
import { openDatabase } from "./database.ts";
import { mailProviders } from "./mail.ts";
import { hasPasswords, passwords } from "./passwords.ts";

const database = await openDatabase();

/** Whether sessions are in a database, where they can be listed and ended. */
export const keepsSessions = database.adapter !== undefined;

/** Issuer, client and secret come from AUTH_DEMO_ISSUER, AUTH_DEMO_ID and AUTH_DEMO_SECRET. */
export const authConfig = {
  ...database,
  providers: [
    // Signing out ends its session, too, unless the form says otherwise.
    { id: "demo", name: "Demo Provider", type: "oidc", logout: true },
    ...(hasPasswords ? [passwords] : []),
    ...mailProviders,
    // Passkeys need a database that keeps them.
    ...(keepsSessions ? [Passkey()] : []),
  ],
  experimental: { enableWebAuthn: true },
  theme: {
    name: "Latchkey example",
    logo: "/favicon.svg",
    brandColor: "#1e5eff",
  },
} satisfies ComponentAuthConfig;

/**
 * Used by loaders and actions to list sessions and passkeys, and to end them.
 */
export const auth = createAuth(authConfig);

/** Guards pages that need the database. */
export const requireDatabase: RequestHandler = ({ error }) => {
  if (!keepsSessions) throw error(404, "This page needs a database.");
};

/** The settings that pages use. */
export const site = {
  keepsSessions,
  hasPasswords,
  /** The built-in page offers more than the home page. */
  hasMoreWays: keepsSessions || mailProviders.length > 0,
};
