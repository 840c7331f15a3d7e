import { DatabaseSync } from "node:sqlite";
import { type Adapter, Auth, type AuthConfig } from "@latchkey/auth";
import { createMemoryAdapter } from "@latchkey/auth/adapters/memory";
import {
  createSqliteAdapter,
  migrateSqlite,
} from "@latchkey/auth/adapters/sqlite";
import { hash } from "../core/crypto/hash.ts";
import { randomText } from "../core/crypto/random.ts";
import type { Question } from "./timing.ts";

/** The number of rows in the table. */
const SESSIONS = 1000;
const DAY = 86_400_000;

/** The adapters that store the sessions. */
const adapters: Readonly<Record<"memory" | "sqlite", () => Adapter>> = {
  memory: createMemoryAdapter,
  sqlite: () => {
    const db = new DatabaseSync(":memory:");
    migrateSqlite(db);
    return createSqliteAdapter(db);
  },
};

/**
 * Sends a stored session id, or an unknown one. The stored session has ended,
 * and HEAD removes nothing, so the responses are the same. A client with a
 * stored id did not guess it.
 */
export function askBySession(
  where: keyof typeof adapters,
): () => Promise<Question> {
  return async () => {
    const { adapter, ended } = await fill(where);
    const tokens = { existing: ended, missing: createToken() };
    return { ...toQuestion(adapter, tokens), isOpen: true };
  };
}

/**
 * Sends an id that is right except for its last random character, or wrong from
 * the first.
 */
export function askByNearSession(
  where: keyof typeof adapters,
): () => Promise<Question> {
  return async () => {
    const { adapter, live } = await fill(where);
    const near = live.replace(/.(?=\.)/, (one) => one === "A" ? "B" : "A");
    return toQuestion(adapter, { "all but one": near, none: createToken() });
  };
}

function createToken(): string {
  return `${randomText(32)}.${Date.now().toString(36)}`;
}

async function fill(where: keyof typeof adapters) {
  const adapter = adapters[where]();
  const tokens: string[] = [];
  for (let i = 0; i < SESSIONS; i++) {
    const user = await adapter.createUser?.({
      id: crypto.randomUUID(),
      email: `person-${i}@app.example`,
      emailVerified: null,
    });
    const token = createToken();
    await adapter.createSession?.({
      sessionToken: await hash(token),
      userId: user?.id ?? "",
      expires: new Date(Date.now() + (i === 0 ? -DAY : DAY)),
    });
    tokens.push(token);
  }
  const [ended = "", live = ""] = tokens;
  return { adapter, ended, live };
}

function toQuestion(
  adapter: Adapter,
  tokens: Readonly<Record<string, string>>,
): Question {
  const config: AuthConfig = {
    secret: "a random text of at least 32 characters",
    origin: "https://app.example",
    adapter,
    providers: [],
  };
  const ask: Question["ask"] = (side) => {
    const cookie = `__Host-latchkey.session=${tokens[side]}`;
    const url = "https://app.example/auth/session";
    return Auth(
      new Request(url, { method: "HEAD", headers: { cookie } }),
      config,
    );
  };
  const [first = "", second = ""] = Object.keys(tokens);
  return { sides: [first, second], ask, target: /^200/ };
}
