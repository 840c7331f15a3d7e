/** The application's authentication: what every bundler finds in it is what it must be able to bundle. */

import { createAuth } from "@latchkey/auth";
import { createMemoryAdapter } from "@latchkey/auth/adapters/memory";
import { hashPassword, verifyPassword } from "@latchkey/auth/password";
import { defineEmail } from "@latchkey/auth/providers";
import { Credentials } from "@latchkey/auth/providers/credentials";
import { Oidc } from "@latchkey/auth/providers/oidc";

const Post = defineEmail(() => ({
  id: "post",
  toRequest: ({ apiKey }) => ({
    url: `https://mail.example/${apiKey}`,
    body: {},
  }),
}));
const hash = hashPassword("correct horse", { cost: 14 });

export const auth = createAuth({
  adapter: createMemoryAdapter(),
  session: { strategy: "jwt" },
  trustHost: true,
  providers: [
    Oidc,
    Post({ apiKey: "a key", from: "sign-in@app.example" }),
    Credentials({
      credentials: { password: { type: "password" } },
      authorize: async ({ password }) =>
        await verifyPassword(password, await hash, { cost: 14 })
          ? { id: "1" }
          : null,
    }),
  ],
});
