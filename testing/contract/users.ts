import {
  assertFields,
  assertNull,
  assertSame,
  assertTrue,
  recommendCases,
  requireCases,
} from "./case.ts";
import {
  addAccount,
  addSession,
  addUser,
  HOUR,
  toAuthenticator,
  toMoment,
  toName,
  toUser,
} from "./records.ts";

const finding = requireCases(["createUser", "getUser", "getUserByEmail"], {
  "a user is found by the returned id, and by address": async (a) => {
    const given = toUser();
    const { id: _, ...fields } = given;
    const user = await a.createUser(given);
    assertTrue(
      !["", "undefined", "null"].includes(String(user.id ?? "")),
      "createUser gives no id",
    );
    const id = String(user.id);
    assertFields(user, fields, "createUser");
    assertFields(await a.getUser(id), { ...fields, id }, "getUser");
    const byEmail = await a.getUserByEmail(`${given.email}`);
    assertFields(byEmail, { ...fields, id }, "getUserByEmail");
  },
  "a user's date comes back as a Date with its milliseconds": async (a) => {
    const emailVerified = toMoment(-HOUR);
    const user = await addUser(a, { emailVerified });
    assertFields(user, { emailVerified }, "createUser");
    assertFields(await a.getUser(user.id), { emailVerified }, "getUser");
    const byEmail = await a.getUserByEmail(`${user.email}`);
    assertFields(byEmail, { emailVerified }, "getUserByEmail");
  },
  "an unknown address gives null": async (a) => {
    await addUser(a);
    const unknown = `${toName("nobody")}@example.com`;
    assertNull(await a.getUserByEmail(unknown), "getUserByEmail");
  },
  "quotes, accents, emoji and long texts are kept in a user": async (a) => {
    const fields = {
      name: `O'Brien "the \\ one"; DROP -- 日本語 👩‍👩‍👧 ${"x".repeat(150)}`,
      email: `o'brien+"ünï"-${crypto.randomUUID()}@exämple.com`,
      image: `https://pictures.example/?a=1&b=%27${"x".repeat(150)}`,
    };
    const { id } = await addUser(a, fields);
    assertFields(await a.getUser(id), fields, "getUser");
    const byEmail = await a.getUserByEmail(fields.email);
    assertFields(byEmail, { ...fields, id }, "getUserByEmail");
  },
});

const updating = requireCases(["createUser", "getUser", "updateUser"], {
  "updateUser changes only the given fields, of one user": async (a) => {
    const [user, other] = [await addUser(a), await addUser(a)];
    const emailVerified = toMoment(0);
    const expected = { ...user, emailVerified };
    const updated = await a.updateUser({ id: user.id, emailVerified });
    assertFields(updated, expected, "updateUser");
    assertFields(await a.getUser(user.id), expected, "getUser");
    assertFields(await a.getUser(other.id), other, "getUser of another");
    await a.updateUser({ id: user.id, name: "Countess" });
    const renamed = { ...expected, name: "Countess" };
    assertFields(await a.getUser(user.id), renamed, "getUser, renamed");
  },
  "updateUser can empty a field": async (a) => {
    const user = await addUser(a, { emailVerified: toMoment(0) });
    const empty = { name: null, emailVerified: null };
    await a.updateUser({ id: user.id, ...empty });
    assertFields(await a.getUser(user.id), { ...user, ...empty }, "getUser");
  },
});

const moving = recommendCases(
  "the old address would still find the user; the library changes no address",
  ["createUser", "getUser", "getUserByEmail", "updateUser"],
  {
    "a user is found by a changed address, and no longer by the old one":
      async (a) => {
        const user = await addUser(a);
        const email = `${toName("new")}@example.com`;
        await a.updateUser({ id: user.id, email });
        assertFields(await a.getUserByEmail(email), { id: user.id }, "the new");
        assertNull(await a.getUserByEmail(`${user.email}`), "the old");
      },
  },
);

const deleting = requireCases(
  [
    "createUser",
    "getUser",
    "getUserByEmail",
    "getUserByAccount",
    "linkAccount",
    "createSession",
    "getSessionAndUser",
    "deleteUser",
  ],
  {
    "deleteUser removes the user, their accounts and sessions": async (a) => {
      const user = await addUser(a);
      const account = await addAccount(a, user.id);
      const { sessionToken } = await addSession(a, user.id);
      await a.deleteUser(user.id);
      assertNull(await a.getUser(user.id), "getUser");
      assertNull(await a.getUserByEmail(`${user.email}`), "getUserByEmail");
      assertNull(await a.getUserByAccount(account), "getUserByAccount");
      assertNull(await a.getSessionAndUser(sessionToken), "getSessionAndUser");
    },
    "deleteUser leaves other users unchanged": async (a) => {
      const [user, other] = [await addUser(a), await addUser(a)];
      await addAccount(a, user.id);
      await addSession(a, user.id);
      const account = await addAccount(a, other.id);
      const { sessionToken } = await addSession(a, other.id);
      await a.deleteUser(user.id);
      assertFields(await a.getUser(other.id), other, "getUser");
      const { id } = other;
      assertFields(await a.getUserByAccount(account), { id }, "the account");
      const found = await a.getSessionAndUser(sessionToken);
      assertFields(found?.user, { id }, "the session");
    },
  },
);

const deletingAll = recommendCases(
  "some of what a deleted user had would stay; the library deletes nobody",
  [
    "createUser",
    "getUserByAccount",
    "linkAccount",
    "createSession",
    "getSessionAndUser",
    "deleteUser",
  ],
  {
    "deleteUser removes all accounts and sessions, however many": async (a) => {
      const { id } = await addUser(a);
      const accounts = [await addAccount(a, id), await addAccount(a, id)];
      const sessions = [await addSession(a, id), await addSession(a, id)];
      await a.deleteUser(id);
      for (const account of accounts) {
        assertNull(await a.getUserByAccount(account), "getUserByAccount");
      }
      for (const { sessionToken } of sessions) {
        assertNull(await a.getSessionAndUser(sessionToken), "a session");
      }
    },
    "deleteUser of a user without account and session works": async (a) => {
      const { id, email } = await addUser(a);
      await a.deleteUser(id);
      const other = await addUser(a, { email });
      await addAccount(a, other.id);
    },
  },
);

const deletingKeys = recommendCases(
  "passkeys of a deleted user would stay; the library deletes nobody",
  [
    "createUser",
    "linkAccount",
    "createAuthenticator",
    "getAuthenticator",
    "listAuthenticatorsByUserId",
    "deleteUser",
  ],
  {
    "deleteUser removes the user's passkeys": async (a) => {
      const { id: userId } = await addUser(a);
      const { providerAccountId } = await addAccount(a, userId, {
        type: "webauthn",
      });
      const key = toAuthenticator({ userId, providerAccountId });
      await a.createAuthenticator(key);
      await a.deleteUser(userId);
      const found = await a.getAuthenticator(key.credentialID);
      assertNull(found, "getAuthenticator");
      const list = await a.listAuthenticatorsByUserId(userId);
      assertSame(list, [], "listAuthenticatorsByUserId");
    },
  },
);

/** Cases about users. */
export const userChecks = [
  ...finding,
  ...updating,
  ...moving,
  ...deleting,
  ...deletingAll,
  ...deletingKeys,
];
