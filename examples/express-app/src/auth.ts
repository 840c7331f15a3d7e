import {
  ServerAuth,
  type ServerAuthConfig,
  type SessionOf,
} from "@latchkey/auth/server";
import { Passkey } from "@latchkey/auth/providers/passkey";
import { Password } from "@latchkey/auth/providers/password";
import { openDatabase } from "./database.ts";
import { mailProviders } from "./mail.ts";
import { guest, hasGuest } from "./guest.ts";
import process from "node:process";

const database = await openDatabase();

/** Whether sessions are in a database, where they can be listed and ended. */
export const keepsSessions = database.adapter !== undefined;

/**
 * Whether people sign up with a password of their own. It takes a database that
 * keeps them, and mails that prove their addresses.
 */
export const hasPasswords = keepsSessions && mailProviders.length > 0 &&
  !hasGuest;

/** Issuer, client and secret come from AUTH_DEMO_ISSUER, AUTH_DEMO_ID and AUTH_DEMO_SECRET. */
export const provider = {
  id: "demo",
  name: "Demo Provider",
  type: "oidc",
  // Signing out ends its session, too, unless the form says otherwise.
  logout: true,
} as const;

/** An API that takes the provider's access tokens, if the app has a place to keep them. */
export const apiUrl = keepsSessions && process.env.API_URL;

export const authConfig = {
  ...database,
  providers: [
    provider,
    ...(hasPasswords ? [Password()] : []),
    ...(hasGuest ? [guest] : []),
    ...mailProviders,
    // Passkeys need a database that keeps them.
    ...(keepsSessions ? [Passkey()] : []),
  ],
  ...(apiUrl && {
    tokens: {
      providers: [provider.id],
      // Access tokens are sent nowhere else.
      resources: { [provider.id]: [new URL(apiUrl).origin] },
    },
  }),
  // The choice of a shared computer; there is a box for it on the sign-in page.
  session: { rememberMe: hasPasswords },
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
