import { Auth, type AuthConfig } from "@latchkey/auth";
import { Credentials } from "@latchkey/auth/providers/credentials";
import { isEqual } from "../core/crypto/equal.ts";
import { randomText } from "../core/crypto/random.ts";
import type { Question } from "./timing.ts";

const origin = "https://app.example";
const sides = ["all but one", "none"] as const;

/**
 * Returns two wrong tokens: one is right except for its last character, the
 * other is all wrong. Made before timing starts.
 */
function toWrong(token: string): Record<string, string> {
  const wrong = Array.from(token, (one) => one === "A" ? "B" : "A");
  const near = [...token.slice(0, -1), ...wrong.slice(-1)];
  return { "all but one": near.join(""), none: wrong.join("") };
}

/** Sends a form with a wrong token. */
export async function askByCsrf(): Promise<Question> {
  const config: AuthConfig = {
    secret: "a random text of at least 32 characters",
    origin,
    limits: false,
    providers: [Credentials({
      credentials: { username: {}, password: { type: "password" } },
      authorize: () => null,
    })],
  };
  const first = await Auth(new Request(`${origin}/auth/csrf`), config);
  const [cookie = ""] = first.headers.getSetCookie()[0]?.split(";") ?? [];
  const { csrfToken } = await first.json();
  const tokens = toWrong(csrfToken);
  const ask: Question["ask"] = (side) => {
    const fields = { csrfToken: tokens[side] ?? "", username: "ada" };
    return Auth(
      new Request(`${origin}/auth/callback/credentials`, {
        method: "POST",
        headers: { cookie, origin },
        body: new URLSearchParams(fields),
      }),
      config,
    );
  };
  return { sides, ask, target: /\/signin\?error=MissingCSRF/ };
}

/**
 * Compares tokens directly, often enough for a single character to show: in a
 * whole response it would be lost in the noise.
 */
export function askByComparison(): Question {
  const token = randomText(32);
  const tokens = toWrong(token);
  const answer = { status: 200, headers: { location: origin } };
  const ask: Question["ask"] = (side) => {
    const wrong = tokens[side] ?? "";
    let found = 0;
    for (let i = 0; i < 2000; i++) if (isEqual(wrong, token)) found++;
    return Promise.resolve(new Response(`${found}`, answer));
  };
  return { sides, ask, target: /^200/ };
}
