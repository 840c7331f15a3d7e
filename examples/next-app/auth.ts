import { createNextAuth } from "@latchkey/auth/next";
import { Oidc } from "@latchkey/auth/providers/oidc";
export const auth = createNextAuth({ providers: [Oidc] });
