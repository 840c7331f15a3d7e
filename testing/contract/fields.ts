import type { AdapterUser, StoredFields } from "../../core/model/adapter.ts";
import { assertSame, type Having, recommendCases } from "./case.ts";
import { HOUR, toMoment, toUser } from "./records.ts";

const methods = ["createUser", "getUser", "updateUser"] as const;

type Capable = Having<typeof methods[number]>;

const fields: StoredFields = {
  role: { type: "string" },
  credit: { type: "number" },
  trusted: { type: "boolean" },
  tags: { type: "json" },
};

const values = {
  role: "admin 'x' $1 \\ 日本",
  credit: 1.5,
  trusted: false,
  tags: { a: [1, null, "x"], b: { c: true } },
};

async function add(a: Capable): Promise<string> {
  return String((await a.createUser(toUser(values as object), fields)).id);
}

function assertValues(
  user: AdapterUser | null | undefined,
  expected: Readonly<Record<string, unknown>>,
  what: string,
): void {
  const found = user as Readonly<Record<string, unknown>> | null | undefined;
  for (const [name, value] of Object.entries(expected)) {
    const text = JSON.stringify(sort(found?.[name] ?? null));
    assertSame(text, JSON.stringify(sort(value)), `${name} of ${what}`);
  }
}

/** A database may keep the members of an object in another order. */
function sort(value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    return value;
  }
  const entries = Object.entries(value)
    .sort(([a], [b]) => a < b ? -1 : 1)
    .map(([key, one]) => [key, sort(one)]);
  return Object.fromEntries(entries);
}

const reason = "fields of the application's own (`user.fields`) would be lost";

const stored = recommendCases(reason, methods, {
  "own fields of a user come back as they were stored": async (a) => {
    const user = await a.createUser(toUser(values as object), fields);
    assertValues(user, values, "createUser");
    assertValues(await a.getUser(user.id, fields), values, "getUser");
    const found = await a.getUserByEmail?.(user.email ?? "", fields);
    if (a.getUserByEmail) assertValues(found, values, "getUserByEmail");
  },
  "an update of own fields changes no others": async (a) => {
    const id = await add(a);
    const change = { id, role: "member", tags: { b: {} } };
    const user = await a.updateUser(change, fields);
    const after = { ...values, role: "member", tags: { b: {} } };
    assertValues(user, after, "updateUser");
    assertValues(await a.getUser(id, fields), after, "getUser");
    await a.updateUser({ id, name: "Grace" }, fields);
    const last = await a.getUser(id, fields);
    assertValues(last, { ...after, name: "Grace" }, "getUser");
  },
  "updates of two own fields at once are both kept": async (a) => {
    const id = await add(a);
    const changes = [{ id, role: "x" }, { id, credit: 2 }, { id, name: "G" }];
    await Promise.all(changes.map((one) => a.updateUser(one, fields)));
    const after = { ...values, role: "x", credit: 2, name: "G" };
    assertValues(await a.getUser(id, fields), after, "getUser");
  },
  "null removes the value of an own field": async (a) => {
    const id = await add(a);
    await a.updateUser({ id, role: null } as object as AdapterUser, fields);
    const after = { ...values, role: null };
    assertValues(await a.getUser(id, fields), after, "getUser");
  },
  "own fields are given to a user that was stored without": async (a) => {
    const { id } = await a.createUser(toUser());
    await a.updateUser({ id, role: "x" } as object as AdapterUser, fields);
    assertValues(await a.getUser(id, fields), { role: "x" }, "getUser");
  },
});

const together = recommendCases(
  reason,
  ["createUserWithAccount", "getUserByAccount", "getSessionAndUser"],
  {
    "own fields come with the account and the session": async (a) => {
      const account = { provider: "p", providerAccountId: crypto.randomUUID() };
      const sessionToken = crypto.randomUUID();
      await a.createUserWithAccount({
        user: toUser(values as object),
        account: { ...account, type: "oauth" },
        session: {
          sessionToken,
          expires: toMoment(HOUR),
          createdAt: toMoment(0),
          lastSeenAt: toMoment(0),
          userAgent: null,
          authentication: null,
        },
      }, fields);
      const user = await a.getUserByAccount(account, fields);
      assertValues(user, values, "getUserByAccount");
      const found = await a.getSessionAndUser(sessionToken, fields);
      assertValues(found?.user, values, "getSessionAndUser");
    },
  },
);

/** Fields of users that are the application's own. */
export const fieldChecks = [...stored, ...together];
