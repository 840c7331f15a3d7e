import type { UserSecretKind } from "../../core/model/user_secret.ts";
import {
  assertNull,
  assertSame,
  assertTrue,
  type Having,
  recommendCases,
  requireCases,
} from "./case.ts";
import { addUser, toName } from "./records.ts";

const methods = ["createUser", "getSecret", "replaceSecret"] as const;

type Capable = Having<typeof methods[number]>;

const kinds: readonly UserSecretKind[] = ["password", "factors", "tokens"];

/** Adds a user who has a secret. */
async function addSecret(
  a: Capable,
  kind: UserSecretKind,
  text: string,
): Promise<string> {
  const userId = String((await addUser(a)).id);
  const change = { userId, kind, before: null, after: text };
  assertTrue(await a.replaceSecret(change), "replaceSecret stored nothing");
  return userId;
}

const storing = requireCases(methods, {
  "a secret comes back as it was stored": async (a) => {
    for (const kind of kinds) {
      for (
        const text of [
          "$scrypt$ln=17$x",
          "日本 'x' \\ $1 %",
          "a".repeat(60_000),
        ]
      ) {
        const userId = await addSecret(a, kind, text);
        assertSame(await a.getSecret(userId, kind), text, "getSecret");
      }
    }
  },
  "a user without a secret gives null": async (a) => {
    const { id } = await addUser(a);
    for (const kind of kinds) {
      assertNull(await a.getSecret(String(id), kind), "getSecret");
    }
  },
  "secrets belong to one user and one kind": async (a) => {
    const userId = String((await addUser(a)).id);
    const other = await addSecret(a, "factors", "two");
    for (const kind of kinds) {
      assertNull(
        await a.getSecret(userId, kind),
        `${kind} before it is stored`,
      );
      const change = { userId, kind, before: null, after: kind };
      assertTrue(await a.replaceSecret(change), `${kind} was refused`);
    }
    for (const kind of kinds) {
      assertSame(await a.getSecret(userId, kind), kind, kind);
    }
    assertNull(await a.getSecret(other, "password"), "the other user's");
    assertSame(await a.getSecret(other, "factors"), "two", "the other user's");
  },
  "a secret is replaced, and removed": async (a) => {
    for (const kind of kinds) {
      const userId = await addSecret(a, kind, "one");
      const replaced = await a
        .replaceSecret({ userId, kind, before: "one", after: "two" });
      assertSame(replaced, true, "replaceSecret");
      assertSame(await a.getSecret(userId, kind), "two", "getSecret");
      const removed = await a
        .replaceSecret({ userId, kind, before: "two", after: null });
      assertSame(removed, true, "removing");
      assertNull(await a.getSecret(userId, kind), "getSecret");
      const again = await a
        .replaceSecret({ userId, kind, before: null, after: "three" });
      assertSame(again, true, "storing again");
    }
  },
});

const refusing = requireCases(methods, {
  "replaceSecret changes nothing unless the secret is the one before": async (
    a,
  ) => {
    for (const kind of kinds) {
      const userId = await addSecret(a, kind, "one");
      for (
        const [before, after] of [
          ["other", "two"],
          ["ONE", "two"],
          ["other", null],
          [null, "two"],
          [null, null],
        ] as const
      ) {
        const done = await a.replaceSecret({ userId, kind, before, after });
        assertSame(done, false, `before ${before}, after ${after}`);
        assertSame(await a.getSecret(userId, kind), "one", "getSecret");
      }
    }
  },
  "a secret that is missing is replaced by nothing but a new one": async (
    a,
  ) => {
    for (const kind of kinds) {
      const userId = String((await addUser(a)).id);
      for (const after of ["two", null]) {
        const done = await a
          .replaceSecret({ userId, kind, before: "one", after });
        assertSame(done, false, "replaceSecret");
      }
      const same = await a
        .replaceSecret({ userId, kind, before: null, after: null });
      assertSame(same, true, "nothing in place of nothing");
      assertNull(await a.getSecret(userId, kind), "getSecret");
    }
  },
  "20 changes of a secret at a time succeed once": async (a) => {
    for (const kind of kinds) {
      for (const before of [null, "one"]) {
        const userId = before === null
          ? String((await addUser(a)).id)
          : await addSecret(a, kind, before);
        const tries = Array.from(
          { length: 20 },
          async (_, i) =>
            await a.replaceSecret({ userId, kind, before, after: `${i}` }),
        );
        const done = await Promise.all(tries);
        assertSame(done.filter(Boolean).length, 1, "changes that succeeded");
        const text = await a.getSecret(userId, kind);
        assertSame(text, `${done.indexOf(true)}`, "getSecret");
      }
    }
  },
});

const owning = [
  ...requireCases([...methods, "getUser"], {
    "a user who does not exist gets no secret": async (a) => {
      const known = await addUser(a);
      for (const kind of kinds) {
        const userId = toUnknown(String(known.id));
        const done = await a
          .replaceSecret({ userId, kind, before: null, after: "one" });
        assertSame(done, false, "replaceSecret");
        assertNull(await a.getSecret(userId, kind), "getSecret");
      }
    },
  }),
  ...requireCases([...methods, "deleteUser"], {
    "deleteUser removes the secrets": async (a) => {
      const userId = String((await addUser(a)).id);
      for (const kind of kinds) {
        await a.replaceSecret({ userId, kind, before: null, after: "one" });
      }
      const other = await addSecret(a, "password", "other");
      await a.deleteUser(userId);
      for (const kind of kinds) {
        assertNull(await a.getSecret(userId, kind), "getSecret");
      }
      assertSame(
        await a.getSecret(other, "password"),
        "other",
        "another user's",
      );
    },
  }),
];

const foreign = recommendCases(
  "a forged personal token, which may name any user, is answered with 503 instead of 401",
  methods,
  {
    "an id that no user can have gives null": async (a) => {
      for (const id of ["nobody", "日本 'x'", "a".repeat(700)]) {
        assertNull(await a.getSecret(id, "tokens"), "getSecret");
      }
    },
  },
);

/** An id of the form that the adapter gives, which no user has. */
function toUnknown(id: string): string {
  if (/^\d+$/.test(id)) return `${Number(id) + 1_000_000}`;
  return /^[\da-f-]{36}$/.test(id) ? crypto.randomUUID() : toName("unknown");
}

/** Cases for the capability `passwords`. */
export const secretChecks = [
  ...storing,
  ...refusing,
  ...owning,
  ...foreign,
];
