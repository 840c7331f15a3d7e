import { load } from "../load.ts";
import { origin, repeat, secret, type Subject, toPerson } from "./subject.ts";

interface BetterAuth {
  handler(request: Request): Promise<Response>;
  api: {
    getSession(
      input: { headers: Headers },
    ): Promise<{ user?: unknown } | null>;
  };
}

/**
 * The session storage of Better Auth: in memory only, or in a cookie as well.
 */
export type BetterAuthCache = "memory" | "compact" | "jwt" | "jwe";

/** Better Auth with its memory adapter, and with a cookie cache of the given kind. */
export async function createBetterAuth(
  cache: BetterAuthCache,
): Promise<Subject> {
  const auth = await createInstance(cache);
  return {
    cookies: (count) => repeat(count, () => signIn(auth)),
    read: async (cookie) => {
      const session = await auth.api.getSession({
        headers: new Headers({ cookie }),
      });
      return toPerson(session?.user);
    },
    mount: (app) =>
      app.get("/me", async (req, res) => {
        const headers = new Headers();
        for (const [name, value] of Object.entries(req.headers)) {
          if (value !== undefined) headers.set(name, String(value));
        }
        res.json(await auth.api.getSession({ headers }));
      }),
  };
}

async function createInstance(cache: BetterAuthCache): Promise<BetterAuth> {
  const { betterAuth } = await load<
    { betterAuth: (options: object) => BetterAuth }
  >("better-auth");
  const { memoryAdapter } = await load<
    { memoryAdapter: (tables: object) => unknown }
  >("better-auth/adapters/memory");
  const { anonymous } = await load<{ anonymous: () => unknown }>(
    "better-auth/plugins/anonymous",
  );
  const tables = { user: [], session: [], account: [], verification: [] };
  const cookieCache = { enabled: true, maxAge: 3600, strategy: cache };
  return betterAuth({
    secret,
    baseURL: origin,
    database: memoryAdapter(tables),
    plugins: [anonymous()],
    telemetry: { enabled: false },
    rateLimit: { enabled: false },
    ...(cache === "memory" ? {} : { session: { cookieCache } }),
  });
}

/** Signs in anonymously: the fastest way to a separate session. */
async function signIn(auth: BetterAuth): Promise<string> {
  const answer = await auth.handler(
    new Request(`${origin}/api/auth/sign-in/anonymous`, {
      method: "POST",
      headers: { "content-type": "application/json", origin },
      body: "{}",
    }),
  );
  if (!answer.ok) throw new Error(await answer.text());
  return answer.headers.getSetCookie()
    .map((header) => header.slice(0, header.indexOf(";"))).join("; ");
}
