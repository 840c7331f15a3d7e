import {
  ComponentAuth$,
  type ComponentAuthConfig,
} from "@latchkey/auth/component";

/** Issuer, client and secret come from AUTH_DEMO_ISSUER, AUTH_DEMO_ID and AUTH_DEMO_SECRET. */
export const { onRequest, useSession, useSignIn, useSignOut } = ComponentAuth$(
  () => ({
    providers: [{ id: "demo", name: "Demo Provider", type: "oidc" }],
  } satisfies ComponentAuthConfig),
);
