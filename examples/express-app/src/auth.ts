import { ServerAuth, type ServerAuthConfig } from "@latchkey/auth/server";
import { openDatabase } from "./database.ts";
import { mailProviders } from "./mail.ts";

const database = await openDatabase();

/** Whether sessions are in a database, where they can be listed and ended. */
export const keepsSessions = database.adapter !== undefined;

/** Issuer, client and secret come from AUTH_DEMO_ISSUER, AUTH_DEMO_ID and AUTH_DEMO_SECRET. */
export const authConfig = {
  ...database,
  providers: [
    { id: "demo", name: "Demo Provider", type: "oidc" },
    ...mailProviders,
  ],
} satisfies ServerAuthConfig;

export const auth = ServerAuth(authConfig);
