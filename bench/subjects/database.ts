/**
 * Database sessions over the same in-memory adapter: the difference is the
 * libraries' own cost.
 *
 * @module
 */

import { createHash } from "node:crypto";
import {
  createMemoryAdapter,
  type MemoryAdapter,
} from "@latchkey/auth/adapters/memory";
import { getSession } from "@latchkey/auth/server";
import { load } from "../load.ts";
import { toRequest } from "./latchkey.ts";
import {
  origin,
  repeat,
  secret,
  type Subject,
  toPerson,
  toUser,
} from "./subject.ts";

const DAY = 86_400_000;

/** This library, which stores the hash of a token. */
export function createOurDatabase(): Subject {
  const adapter = createMemoryAdapter();
  const config = { origin, secret, adapter, providers: [] };
  const hash = (text: string) =>
    createHash("sha256").update(text).digest("base64url");
  return {
    cookies: (count) =>
      repeat(count, async (i) => {
        const token = `${toText(i)}.${Date.now().toString(36)}`;
        await addSession(adapter, i, hash(token));
        return `__Host-latchkey.session=${token}`;
      }),
    read: async (cookie) =>
      toPerson((await getSession(toRequest(cookie), config))?.user),
    mount: (app) =>
      app.get("/me", async (req, res) => {
        res.json(await getSession(req, config));
      }),
  };
}

/** Auth.js, which stores the token itself. */
export async function createAuthJsDatabase(): Promise<Subject> {
  const { Auth } = await load<
    { Auth(request: Request, config: object): Promise<Response> }
  >("@auth/core");
  const adapter = createMemoryAdapter();
  const config = {
    secret,
    adapter,
    trustHost: true,
    basePath: "/auth",
    useSecureCookies: true,
    providers: [],
  };
  return {
    cookies: (count) =>
      repeat(count, async (i) => {
        await addSession(adapter, i, toText(i));
        return `__Secure-authjs.session-token=${toText(i)}`;
      }),
    read: async (cookie) => {
      const answer = await Auth(
        new Request(`${origin}/auth/session`, { headers: { cookie } }),
        config,
      );
      return toPerson((await answer.json())?.user);
    },
    mount: () => {
      throw new TypeError("measured in process only");
    },
  };
}

/**
 * Returns a token of the length that this library makes, different for each
 * session.
 */
function toText(index: number): string {
  return createHash("sha256").update(`session ${index}`).digest("base64url");
}

async function addSession(
  adapter: MemoryAdapter,
  index: number,
  sessionToken: string,
): Promise<void> {
  const user = { ...toUser(index), emailVerified: null };
  const now = Date.now();
  const expires = new Date(now + 30 * DAY);
  const { id } = await adapter.createUser(user);
  await adapter.createSession({
    sessionToken,
    userId: id,
    expires,
    createdAt: new Date(now),
    lastSeenAt: new Date(now),
    userAgent: null,
  });
}
