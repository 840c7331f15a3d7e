import { Auth, type AuthConfig, skipCSRFCheck } from "@latchkey/auth";
import { hashPassword, verifyPassword } from "@latchkey/auth/password";
import { Credentials } from "@latchkey/auth/providers/credentials";
import type { Question } from "./timing.ts";

/** The cheapest cost: the hash must not hide the work around it. */
const cheap = { cost: 14 };

/** Signs in with a wrong password, for an existing and for an unknown name. */
export async function askByPassword(): Promise<Question> {
  const hash = await hashPassword("the right one", cheap);
  const config: AuthConfig = {
    secret: "a random text of at least 32 characters",
    origin: "https://app.example",
    limits: false,
    skipCSRFCheck,
    providers: [Credentials({
      credentials: { username: {}, password: { type: "password" } },
      async authorize({ username, password }) {
        const stored = username === "known" ? hash : null;
        const isRight = await verifyPassword(password, stored, cheap);
        return isRight ? { id: "1" } : null;
      },
    })],
  };
  const ask: Question["ask"] = (username) => {
    const url = "https://app.example/auth/callback/credentials";
    const body = new URLSearchParams({ username, password: "a wrong one" });
    return Auth(new Request(url, { method: "POST", body }), config);
  };
  return {
    // As long as each other, because the page keeps the typed name.
    sides: ["known", "other"],
    ask,
    target: /\/signin\?error=CredentialsSignin&code=credentials/,
  };
}
