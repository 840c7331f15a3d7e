import { ComponentAuth$ } from "@latchkey/auth/component";
import { authConfig } from "~/server/auth.ts";

export const { onRequest, useSession, useSignIn, useSignOut } = ComponentAuth$(
  () => authConfig,
);
