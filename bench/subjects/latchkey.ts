import { encode } from "@latchkey/auth/jwt";
import {
  getSession,
  type ServerAuthConfig,
  type ServerRequest,
} from "@latchkey/auth/server";
import {
  origin,
  repeat,
  secret,
  type Subject,
  toPadding,
  toPerson,
  toUser,
} from "./subject.ts";

/** The name of the session cookie. */
export const cookieName = "__Host-latchkey.session";

/** This library, through the function that Express applications call. */
export function createLatchkey(
  providers: NonNullable<ServerAuthConfig["providers"]> = toProviders(1),
): Subject {
  const config = { origin, secret, providers };
  return {
    cookies: (count, bytes) =>
      repeat(
        count,
        async (i) => `${cookieName}=${await toToken(i, bytes)}`,
      ),
    read: async (cookie) => {
      const session = await getSession(toRequest(cookie), config);
      return toPerson(session?.user);
    },
    mount: (app) =>
      app.get("/me", async (req, res) => {
        res.json(await getSession(req, config));
      }),
  };
}

/** Creates a session token as the sign-in does. */
export async function toToken(index: number, bytes?: number): Promise<string> {
  const { id, name, email, image } = toUser(index);
  const pad = toPadding(bytes);
  return await encode({
    secret,
    salt: cookieName,
    token: {
      name,
      email,
      picture: image,
      sub: `op|${id}`,
      sid: `session-${String(index).padStart(14, "0")}`,
      auth_time: Math.floor(Date.now() / 1000),
      aud: origin,
      ...(pad === "" ? {} : { pad }),
    },
  });
}

/** Builds the parts of a request that a framework would pass. */
export function toRequest(cookie: string): ServerRequest {
  const request = {
    method: "GET",
    url: "/me",
    protocol: "https",
    headers: { host: "app.example.com", cookie },
  };
  return request as unknown as ServerRequest;
}

/** Returns definitions of that many providers. */
export function toProviders(
  count: number,
): NonNullable<ServerAuthConfig["providers"]> & unknown[] {
  return Array.from({ length: count }, (_, i) => ({
    id: `op-${i}`,
    name: `Provider ${i}`,
    type: "oidc" as const,
    issuer: `https://op-${i}.example.com`,
    clientId: "client",
    clientSecret: "a client secret",
  }));
}
