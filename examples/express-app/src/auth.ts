import {
  ServerAuth,
  type ServerAuthConfig,
  type SessionOf,
} from "@latchkey/auth/server";
import { Passkey } from "@latchkey/auth/providers/passkey";
import { openDatabase } from "./database.ts";
import { mailProviders } from "./mail.ts";
import { hasPasswords, passwords } from "./passwords.ts";

const database = await openDatabase();

/** Whether sessions are in a database, where they can be listed and ended. */
export const keepsSessions = database.adapter !== undefined;

/** Issuer, client and secret come from AUTH_DEMO_ISSUER, AUTH_DEMO_ID and AUTH_DEMO_SECRET. */
export const provider = {
  id: "demo",
  name: "Demo Provider",
  type: "oidc",
} as const;

export const authConfig = {
  ...database,
  providers: [
    provider,
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
} satisfies ServerAuthConfig;

export const auth = ServerAuth(authConfig);

// The type of `res.locals.session`, which follows your `session` callback.
declare global {
  namespace Express {
    interface Locals {
      session?: SessionOf<typeof authConfig> | null;
    }
  }
}
