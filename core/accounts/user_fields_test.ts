import assert from "node:assert/strict";
import { afterEach, describe, it } from "node:test";
import { type Adapter, createAuth, type UserFields } from "@latchkey/auth";
import { createMemoryAdapter } from "@latchkey/auth/adapters/memory";
import {
  createSqliteAdapter,
  migrateSqlite,
} from "@latchkey/auth/adapters/sqlite";
import { ConfigurationError } from "@latchkey/auth/errors";
import { ServerAuth } from "@latchkey/auth/server";
import {
  assertSignedIn,
  createApp,
  readSession,
  toRequest,
} from "../../testing/app_testkit.ts";
import { endTest } from "../../testing/checks_testkit.ts";

afterEach(endTest);

// Node 20 has no node:sqlite.
const { DatabaseSync } = await import("node:sqlite").catch(() => ({
  DatabaseSync: null,
}));
const skip = DatabaseSync === null && "this run time has no node:sqlite";

function openDatabase() {
  if (DatabaseSync === null) throw new Error("no node:sqlite");
  return new DatabaseSync(":memory:");
}

const fields = {
  role: { type: "string", default: "member" },
  number: { type: "number", default: () => 7 },
  note: { type: "string", default: "private", session: false },
} as const satisfies UserFields;

function createSqlite(): Adapter {
  const db = openDatabase();
  migrateSqlite(db);
  return createSqliteAdapter(db);
}

/** Signs a user in, whose provider says more of them than the application asked. */
async function signInMember(
  strategy: "jwt" | "database",
  adapter: Adapter | undefined,
) {
  const flow = await createApp({
    config: { adapter, session: { strategy }, user: { fields } },
  });
  Object.assign(flow.op.user, { role: "admin", number: 8, note: "x" });
  const browser = flow.createBrowser();
  await assertSignedIn(flow, browser);
  return { flow, browser };
}

const adapters: Readonly<Record<string, () => Adapter>> = {
  memory: createMemoryAdapter,
  SQLite: createSqlite,
};

for (const [name, create] of Object.entries(adapters)) {
  for (const strategy of ["jwt", "database"] as const) {
    describe(`own fields of a user, in ${name} with the strategy ${strategy}`, {
      skip: create === createSqlite && skip,
    }, () => {
      it("a declared field is in the session, with its default, whatever the provider says", async () => {
        const { browser } = await signInMember(strategy, create());
        const user: object | undefined = (await readSession(browser))?.user;
        const { role, number, note } = user as Record<string, unknown>;
        assert.deepEqual([role, number, note], ["member", 7, undefined]);
      });

      it("updateUser changes one field, and the session shows it", async () => {
        const adapter = create();
        const { flow, browser } = await signInMember(strategy, adapter);
        const auth = createAuth({ ...flow.makeConfig(), user: { fields } });
        const { id = "" } = await adapter
          .getUserByEmail?.("ada@example.com", fields) ?? {};
        await auth.updateUser(id, { role: "admin" });
        const request = toRequest(browser);
        const { session } = await auth.updateSession(request, null);
        assert.deepEqual(
          [session?.user?.role, session?.user?.number],
          ["admin", 7],
        );
        const stored = await adapter.getUser?.(id, fields);
        assert.equal((stored as { note?: string } | null)?.note, "private");
      });
    });
  }
}

it("without an adapter, the profile callback of the application gives fields their values", async () => {
  const flow = await createApp({
    config: { user: { fields } },
    toProviders: (op) => [
      op.provider({
        profile: ({ sub }) => ({ id: String(sub), role: "admin", number: "8" }),
      }),
    ],
  });
  const browser = flow.createBrowser();
  await assertSignedIn(flow, browser);
  const user: object | undefined = (await readSession(browser))?.user;
  const { role, number } = user as Record<string, unknown>;
  // A number that is a text is none.
  assert.deepEqual([role, number], ["admin", 7]);
});

it("a user who was stored before a field was declared has its default", {
  skip,
}, async () => {
  const adapter = createSqlite();
  const flow = await createApp({ config: { adapter } });
  const browser = flow.createBrowser();
  await assertSignedIn(flow, browser);
  const auth = createAuth({ ...flow.makeConfig(), user: { fields } });
  const { session } = await auth.session(toRequest(browser));
  assert.deepEqual(
    [session?.user?.role, session?.user?.number],
    ["member", null],
  );
});

it(
  "a database without the column works until a field is declared, and the error then says which migration to run",
  { skip },
  async () => {
    const db = openDatabase();
    migrateSqlite(db);
    db.exec(`ALTER TABLE auth_users DROP COLUMN "fields"`);
    const adapter = createSqliteAdapter(db);
    const id = crypto.randomUUID();
    await adapter.createUser({ id, emailVerified: null });
    assert.equal((await adapter.getUser(id))?.id, id);
    assert.throws(
      () => adapter.getUser(id, fields),
      /auth_users lacks a column .*"fields".*migrateSqlite/,
    );
    migrateSqlite(db);
    assert.equal((await adapter.getUser(id, fields))?.id, id);
  },
);

it("updateUser refuses fields that are not declared, and values of another type", async () => {
  const config = {
    secret: "a random text of at least 32 characters",
    adapter: createMemoryAdapter(),
    providers: [],
    user: { fields },
  };
  for (const auth of [createAuth(config), ServerAuth(config)]) {
    for (
      const wrong of [{ email: "x@example.com" }, { role: 5 }, { id: "y" }]
    ) {
      const change: Record<string, unknown> = wrong;
      await assert.rejects(
        auth.updateUser("x", change as { role?: string }),
        ConfigurationError,
      );
    }
  }
});

it("mistakes in the fields of users are found at the start", () => {
  const cases: readonly (readonly [unknown, RegExp])[] = [
    [{ email: { type: "string" } }, /the library uses itself/],
    [{ "a b": { type: "string" } }, /63 letters/],
    [{ role: { type: "text" } }, /must have a `type`/],
    [{ role: { type: "string", default: 5 } }, /role\.default/],
    [{ role: { type: "string", input: 1 } }, /role\.input/],
    ["role", /must be an object/],
  ];
  for (const [wrong, message] of cases) {
    const user = { fields: wrong as UserFields };
    const secret = "a random text of at least 32 characters";
    assert.throws(() => createAuth({ secret, providers: [], user }), message);
  }
});

it("the types of the fields reach the session, the guards and updateUser", () => {
  const config = {
    secret: "a random text of at least 32 characters",
    providers: [],
    user: { fields },
  };
  const web = createAuth(config);
  const express = ServerAuth(config);
  // Only checked, not run.
  const check = async (request: Request) => {
    const { session } = await web.session(request);
    const role: string | undefined = session?.user?.role;
    // @ts-expect-error: a field with a function may be null
    const number: number | undefined = session?.user?.number;
    // @ts-expect-error: not in the session
    session?.user?.note;
    await web.require(request, {
      role: "admin",
      when: ({ user }) => user?.role === "admin",
    });
    express.require({ when: ({ user }) => user?.role === "admin" });
    // @ts-expect-error: no such field
    await web.updateUser("id", { roles: "x" });
    // @ts-expect-error: another type
    await express.updateUser("id", { role: 5 });
    return [role, number];
  };
  assert.equal(typeof check, "function");
});
