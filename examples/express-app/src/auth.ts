import { ServerAuth, type ServerAuthConfig } from "@latchkey/auth/server";

/** Issuer, client and secret come from AUTH_DEMO_ISSUER, AUTH_DEMO_ID and AUTH_DEMO_SECRET. */
export const authConfig = {
  providers: [{ id: "demo", name: "Demo Provider", type: "oidc" }],
} satisfies ServerAuthConfig;

export const auth = ServerAuth(authConfig);
