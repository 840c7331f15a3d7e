import { Auth, type AuthConfig, skipCSRFCheck } from "@latchkey/auth";
import { createMemoryAdapter } from "@latchkey/auth/adapters/memory";
import type { Question } from "./timing.ts";

/** Addresses of equal length, so that the responses are, too. */
const known = "somebody@app.example";
const unknown = "stranger@app.example";

/**
 * Requests a mail for an existing and for an unknown address. The transport
 * responds immediately: a real one is called in both cases, and its time would
 * hide the difference.
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
