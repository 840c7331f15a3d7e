import { load } from "../load.ts";
import type { Request as ExpressRequest } from "./express.ts";
import {
  origin,
  repeat,
  secret,
  type Subject,
  type SubjectOptions,
  toPadding,
  toPerson,
  toUser,
} from "./subject.ts";

interface Core {
  Auth(request: Request, config: object): Promise<Response>;
}
interface Jwt {
  encode(params: object): Promise<string>;
}
interface Integration {
  getSession(
    req: ExpressRequest,
    config: object,
  ): Promise<{ user?: unknown } | null>;
}

const salt = "__Secure-authjs.session-token";

/**
 * Auth.js with its encrypted cookie: the core in process, the Express package
 * in Express.
 */
export async function createAuthJs(
  options: SubjectOptions = {},
): Promise<Subject> {
  const { Auth } = await load<Core>("@auth/core");
  const { encode } = await load<Jwt>("@auth/core/jwt");
  const config = {
    secret,
    trustHost: true,
    basePath: "/auth",
    useSecureCookies: true,
    providers: toProviders(options.providers ?? 1),
  };
  return {
    cookies: (count, bytes) =>
      repeat(count, async (i) => {
        const { id, name, email, image } = toUser(i);
        const token = { sub: id, name, email, picture: image };
        const pad = toPadding(bytes);
        const value = await encode({ secret, salt, token: { ...token, pad } });
        return toChunks(value);
      }),
    read: async (cookie) => {
      // As its integrations do: a request to the session route, and its JSON.
      const url = `${origin}/auth/session`;
      const answer = await Auth(
        new Request(url, { headers: { cookie } }),
        config,
      );
      return toPerson((await answer.json())?.user);
    },
    mount: async (app) => {
      const { getSession } = await load<Integration>("@auth/express");
      app.get("/me", async (req, res) => {
        res.json(await getSession(req, config));
      });
    },
  };
}

/** Splits values longer than a cookie, as Auth.js does. */
function toChunks(value: string): string {
  const size = 3936;
  if (value.length <= size) return `${salt}=${value}`;
  return Array.from(
    { length: Math.ceil(value.length / size) },
    (_, i) => `${salt}.${i}=${value.slice(i * size, (i + 1) * size)}`,
  ).join("; ");
}

function toProviders(count: number): object[] {
  return Array.from({ length: count }, (_, i) => ({
    id: `op-${i}`,
    name: `Provider ${i}`,
    type: "oidc",
    issuer: `https://op-${i}.example.com`,
    clientId: "client",
    clientSecret: "a client secret",
  }));
}
