import { ComponentAuth$, type ComponentAuthConfig } from "@latchkey/auth/qwik";
import { createContractConfig } from "@latchkey/auth/testing/host-config";
import { env } from "../env.ts";

export const { onRequest, useSession, useSignIn, useSignOut } = ComponentAuth$(
  () => ({
    ...createContractConfig(env) as ComponentAuthConfig,
    // A value that no file for browsers may hold.
    redirectProxyOrigins: ["https://a-secret-of-the-server.example"],
  }),
);
