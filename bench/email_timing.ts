import { Auth, type AuthConfig, skipCSRFCheck } from "@latchkey/auth";
import { createMemoryAdapter } from "@latchkey/auth/adapters/memory";
import type { Question } from "./timing.ts";

/** As long as each other, so that answers are. */
const known = "somebody@app.example";
const unknown = "stranger@app.example";

/**
 * Asks for a mail, for an address that somebody has and for one that nobody has.
 * The transport answers at once: with a real one, which is asked either way, what
 * is looked for would drown in its time.
 */
export async function askByMail(): Promise<Question> {
  const adapter = createMemoryAdapter();
  await adapter.createUser?.({
    id: crypto.randomUUID(),
    name: "Somebody",
    email: known,
    emailVerified: new Date(),
  });
  const config: AuthConfig = {
    secret: "a random text of at least 32 characters",
    origin: "https://app.example",
    adapter,
    limits: false,
    skipCSRFCheck,
    providers: [{
      id: "email",
      type: "email",
      from: "Example <sign-in@app.example>",
      sendMail: () => {},
    }],
  };
  const ask: Question["ask"] = (who) => {
    const url = "https://app.example/auth/signin/email";
    const email = who === "known" ? known : unknown;
    const body = new URLSearchParams({ email });
    return Auth(new Request(url, { method: "POST", body }), config);
  };
  return { sides: ["known", "unknown"], ask, target: /\/verify-request\?/ };
}
