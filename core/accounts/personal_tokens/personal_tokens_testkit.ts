/** For tests only: an application whose users have personal tokens. */

import "../../runtime/test_mode_testkit.ts";
import assert from "node:assert/strict";
import {
  type Adapter,
  type AuthConfig,
  createAuth,
  type NewPersonalToken,
} from "@latchkey/auth";
import { createMemoryAdapter } from "@latchkey/auth/adapters/memory";
import { createLogger, type LogLine } from "../../../testing/checks_testkit.ts";

/** Milliseconds. */
export const HOUR = 3_600_000;
/** Milliseconds. */
export const DAY = 24 * HOUR;

type Memory = ReturnType<typeof createMemoryAdapter>;

/** A call of the adapter: the method, and what it was called with. */
export type AdapterCall = readonly [
  method: string,
  ...args: readonly unknown[],
];

/** Makes an application with the users Ada and Bob, of whom Ada has a token. */
export async function createTokenApp(
  config: Partial<AuthConfig> = {},
  toAdapter: (inner: Memory) => Adapter = (inner) => inner,
) {
  const inner = createMemoryAdapter();
  for (const id of ["ada", "bob"]) await addUser(inner, id);
  const calls: AdapterCall[] = [];
  const events: [name: string, message: Record<string, unknown>][] = [];
  const lines: string[] = [];
  const log: LogLine[] = [];
  const record = (name: string) => (message: object) =>
    void events.push([name, message as Record<string, unknown>]);
  const all: AuthConfig = {
    secret: `secret of this app ${crypto.randomUUID()}`,
    origin: "https://app.example",
    adapter: recordCalls(toAdapter(inner), calls),
    providers: [],
    logger: createLogger(lines, log),
    events: {
      personalTokenCreated: record("created"),
      personalTokenRevoked: record("revoked"),
    },
    ...config,
  };
  const auth = createAuth(all);
  const made = await auth.tokens.create("ada", { name: "Laptop" });
  calls.length = 0;
  events.length = 0;
  return { auth, config: all, inner, calls, events, lines, log, made };
}

/** The application of {@link createTokenApp}. */
export type TokenApp = Awaited<ReturnType<typeof createTokenApp>>;

/** Adds a user. */
export async function addUser(adapter: Adapter, id: string): Promise<void> {
  const name = id.slice(0, 9);
  const email = id.length < 9 ? `${id}@example.com` : null;
  await adapter.createUser?.({ id, name, email, emailVerified: null });
}

/** Asserts that a token works for a user, or that it does not (null). */
export async function assertUser(
  { auth }: Pick<TokenApp, "auth">,
  { token }: Pick<NewPersonalToken, "token">,
  userId: string | null,
): Promise<void> {
  assert.equal((await auth.tokens.verify(token))?.userId ?? null, userId);
}

/** Lists the names of a user's tokens. */
export async function listNames(
  { auth }: Pick<TokenApp, "auth">,
  userId = "ada",
): Promise<readonly string[]> {
  return (await auth.tokens.list(userId)).map(({ name }) => name);
}

/** An adapter whose reads of secrets end when those of other requests have begun. */
export function interleave(inner: Adapter): Adapter {
  return {
    ...inner,
    getSecret: async (...key) => {
      const text = await inner.getSecret?.(...key) ?? null;
      for (let turn = 0; turn < 5; turn++) await Promise.resolve();
      return text;
    },
  };
}

function recordCalls(adapter: Adapter, calls: AdapterCall[]): Adapter {
  return new Proxy(adapter, {
    get: (target, name) => {
      const value = Reflect.get(target, name);
      if (typeof value !== "function") return value;
      return (...args: readonly unknown[]) => {
        calls.push([String(name), ...args]);
        return Reflect.apply(value, target, args);
      };
    },
  });
}
