/**
 * One process of an application that shares its sessions with others: as marks
 * in Redis, or as rows in PostgreSQL.
 *
 * @module
 */

import { createHash } from "node:crypto";
import process from "node:process";
import { createAuth, type Store } from "@latchkey/auth";
import { createRedisStore } from "@latchkey/auth/adapters/redis";
import { getSession, type ServerAuthConfig } from "@latchkey/auth/server";
import type { Adapter } from "@latchkey/auth/types";
import { load } from "../load.ts";
import { toProviders, toRequest, toToken } from "./latchkey.ts";
import { origin, repeat, secret, toUser } from "./subject.ts";

/** The settings that all processes share. */
export interface ProcessSetting {
  /** The place in which a read looks for the end of a session. */
  readonly place: "marks in Redis" | "rows in PostgreSQL";
  /** Seconds. */
  readonly revocationCheck: number;
  readonly sessions: number;
  /** Different for each run, because the servers outlive it. */
  readonly run: string;
}

/** A process of the application. */
export interface ProcessApp {
  /** Whether the session of a number is accepted. */
  read(index: number): Promise<boolean>;
  /** Ends the session of a number. */
  revoke(index: number): Promise<void>;
  /** The messages that this process has sent to the server. */
  messages(): number;
}

const DAY = 86_400_000;

/** Opens a process of the application. */
export async function createProcessApp(
  setting: ProcessSetting,
): Promise<ProcessApp> {
  return setting.place === "marks in Redis"
    ? await createMarked(setting)
    : await createRows(setting);
}

async function createMarked(setting: ProcessSetting): Promise<ProcessApp> {
  const { revocationCheck, sessions } = setting;
  let messages = 0;
  const inner = await openRedis(() => messages++);
  const config = {
    origin,
    secret,
    store: inner,
    session: { revocationCheck },
    providers: toProviders(1),
  } satisfies ServerAuthConfig;
  // Each run has users and ids of its own, equal in all processes.
  const offset = parseInt(setting.run, 36);
  const toId = (index: number) => offset + index;
  const cookies = await repeat(
    sessions,
    async (i) => `__Host-latchkey.session=${await toToken(toId(i))}`,
  );
  const auth = createAuth(config);
  return {
    read: (i) => isAccepted(cookies[i % sessions] ?? "", config),
    revoke: (i) => {
      const session = `session-${String(toId(i)).padStart(14, "0")}`;
      return auth.revoke({ session });
    },
    messages: () => messages,
  };
}

async function isAccepted(
  cookie: string,
  config: ServerAuthConfig,
): Promise<boolean> {
  return await getSession(toRequest(cookie), config) !== null;
}

interface Redis {
  createClient(options: { url: string }): {
    connect(): Promise<{ sendCommand(args: string[]): Promise<unknown> }>;
  };
}

async function openRedis(count: () => void): Promise<Store> {
  const { createClient } = await load<Redis>("redis");
  const url = process.env.TEST_REDIS_URL ?? "";
  const client = await createClient({ url }).connect();
  return createRedisStore({
    sendCommand: (args: string[]) => {
      count();
      return client.sendCommand(args);
    },
  });
}

async function createRows(setting: ProcessSetting): Promise<ProcessApp> {
  const { run, sessions } = setting;
  let messages = 0;
  const adapter = await openPostgres(() => messages++);
  const config = { origin, secret, adapter, providers: [] };
  const toText = (i: number) =>
    createHash("sha256").update(`${run} ${i}`).digest("base64url");
  const toRowToken = (i: number) => `${toText(i)}.${DAY.toString(36)}`;
  const toKey = (i: number) =>
    createHash("sha256").update(toRowToken(i)).digest("base64url");
  const auth = createAuth(config);
  // The first process stores the rows; the others find them.
  await addRows(adapter, setting, toKey);
  messages = 0;
  return {
    read: (i) =>
      isAccepted(`__Host-latchkey.session=${toRowToken(i % sessions)}`, config),
    revoke: (i) => auth.revoke({ session: toKey(i) }),
    messages: () => messages,
  };
}

async function addRows(
  adapter: Required<
    Pick<Adapter, "createUser" | "createSession" | "getUserByEmail">
  >,
  { run, sessions }: ProcessSetting,
  toKey: (index: number) => string,
): Promise<void> {
  const toEmail = (index: number) => `${run}-${index}@example.com`;
  if (await adapter.getUserByEmail(toEmail(0)) !== null) return;
  for (let i = 0; i < sessions; i++) {
    const user = {
      ...toUser(i),
      id: crypto.randomUUID(),
      email: toEmail(i),
      emailVerified: null,
    };
    const { id } = await adapter.createUser(user);
    await adapter.createSession({
      sessionToken: toKey(i),
      userId: id,
      expires: new Date(Date.now() + 30 * DAY),
      createdAt: new Date(),
      lastSeenAt: new Date(),
      userAgent: null,
    });
  }
}

async function openPostgres(count: () => void) {
  const { createPostgresAdapter, migratePostgres } = await import(
    "@latchkey/auth/adapters/postgres"
  );
  const { default: pg } = await load<typeof import("pg")>("pg");
  const connectionString = process.env.TEST_POSTGRES_URL ?? "";
  const pool = new pg.Pool({ connectionString });
  await migratePostgres(pool);
  const { query } = pool;
  pool.query = ((...args: Parameters<typeof query>) => {
    count();
    return query.apply(pool, args);
  }) as typeof query;
  return createPostgresAdapter(pool);
}
