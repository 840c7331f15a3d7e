/**
 * Moves sessions that Auth.js keeps in Prisma's documented models: once with the
 * published adapter kept, and once with ours over the same tables.
 */

import assert from "node:assert/strict";
import process from "node:process";
import { Auth } from "@auth/core";
import { PrismaAdapter } from "@auth/prisma-adapter";
import { createAuth, createMemoryStore } from "@latchkey/auth";
import {
  createPostgresAdapter,
  migratePostgres,
} from "@latchkey/auth/adapters/postgres";
import { hashPlainTokens, prismaTables } from "@latchkey/auth/adapters/tables";
import { fromAuthJs } from "@latchkey/auth/migrate/authjs";
import { PrismaPg } from "@prisma/adapter-pg";
import pg from "pg";
import { PrismaClient } from "./generated/index.js";

const connectionString = process.env.DATABASE_URL;
const secret = "a secret of both applications: 32 characters";
const origin = "https://app.example";
const OLD = "__Secure-authjs.session-token";
const OWN = "__Host-latchkey.session";
const fill = { updatedAt: "now" };
const tables = {
  ...prismaTables,
  users: { ...prismaTables.users, fill },
  accounts: { ...prismaTables.accounts, fill },
  sessions: { ...prismaTables.sessions, fill },
};

const pool = new pg.Pool({ connectionString });
const prisma = new PrismaClient({
  adapter: new PrismaPg({ connectionString }),
});
const published = PrismaAdapter(prisma);
const config = {
  adapter: published,
  providers: [],
  secret,
  trustHost: true,
  session: { strategy: "database" },
};

try {
  await pool.query(await readSql());
  await move("the published adapter, kept", published);
  const { problems } = await migratePostgres(pool, { tables });
  assert.deepEqual(problems, []);
  const adapter = createPostgresAdapter(pool, { tables });
  await move("our adapter over the same tables", adapter);
  await hashPlainTokens(pool, { tables, acceptUntil: new Date(0) });
  await move("our adapter, after the plain tokens were hashed", adapter);
} finally {
  await prisma.$disconnect();
  await pool.end();
}

/** The statements that `prisma migrate` makes of the schema. */
async function readSql() {
  const { readFile } = await import("node:fs/promises");
  return await readFile(new URL("tables.sql", import.meta.url), "utf8");
}

/** Signs a visitor in at the old application, and moves the session. */
async function move(how, adapter) {
  const email = `${crypto.randomUUID()}@app.example`;
  const user = await published.createUser({ email, emailVerified: null });
  const token = crypto.randomUUID();
  const expires = new Date(Date.now() + 86_400_000);
  await published.createSession({
    sessionToken: token,
    userId: user.id,
    expires,
  });
  const old = `${OLD}=${token}`;
  assert.equal((await readOld(old))?.user?.email, email, how);

  const auth = createAuth({
    ...config,
    adapter,
    store: createMemoryStore(),
    session: {
      strategy: "database",
      accept: [fromAuthJs({ secret })],
      acceptUntil: new Date(Date.now() + 86_400_000),
    },
  });
  const accepted = await send(auth.handler, "/auth/session", old);
  assert.equal((await accepted.json())?.user?.id, user.id, how);
  const own = accepted.headers.getSetCookie()
    .map((one) => one.split(";")[0]).find((one) => one.startsWith(OWN));
  assert.ok(own !== undefined, how);
  const read = async (cookie) =>
    await (await send(auth.handler, "/auth/session", cookie)).json();
  assert.equal((await read(own))?.user?.id, user.id, how);
  assert.equal((await readOld(old))?.user?.email, email, "the way back");
  assert.equal(await prisma.session.count({ where: { userId: user.id } }), 2);
  // What is in the table signs nobody in, if tokens are hashed.
  const rows = await prisma.session.findMany({ where: { userId: user.id } });
  const stored = rows.find((row) => row.sessionToken !== token)?.sessionToken;
  if (adapter !== published) {
    assert.equal(await read(`${OWN}=${stored}`), null, how);
    assert.equal(await read(`${OLD}=${stored}`), null, how);
  }
  await signOut(auth, `${old}; ${own}`);
  assert.equal(await prisma.session.count({ where: { userId: user.id } }), 0);
  for (const cookie of [old, own]) assert.equal(await read(cookie), null, how);
}

async function readOld(cookie) {
  const handler = (request) => Auth(request, { ...config, basePath: "/auth" });
  return await (await send(handler, "/auth/session", cookie)).json();
}

async function signOut(auth, cookie) {
  const asked = await send(auth.handler, "/auth/csrf", cookie);
  const more = asked.headers.getSetCookie().map((one) => one.split(";")[0]);
  const { csrfToken } = await asked.json();
  const answer = await send(
    auth.handler,
    "/auth/signout",
    [cookie, ...more].join("; "),
    {
      method: "POST",
      body: new URLSearchParams({ csrfToken }),
    },
  );
  assert.ok(answer.status < 400, String(answer.status));
}

async function send(handler, path, cookie, init = {}) {
  const headers = { cookie, origin };
  return await handler(new Request(origin + path, { ...init, headers }));
}
