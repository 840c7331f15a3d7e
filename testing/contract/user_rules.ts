import {
  assertFields,
  assertNull,
  assertSame,
  assertThrows,
  assertTrue,
  recommendCases,
} from "./case.ts";
import { addUser, sortTexts, toUser } from "./records.ts";

const lenient = [
  ...recommendCases(
    "an id from an old cookie would be an error instead of nobody",
    ["createUser", "getUser"],
    {
      "an unknown id of any form gives null": async (a) => {
        await addUser(a);
        for (const id of [crypto.randomUUID(), "0", "", "nobody's", "日本"]) {
          assertNull(await a.getUser(id), `getUser(${JSON.stringify(id)})`);
        }
      },
    },
  ),
  ...recommendCases(
    "deleting somebody twice would be an error",
    ["createUser", "deleteUser"],
    {
      "deleteUser of a missing user is no error": async (a) => {
        const { id } = await addUser(a);
        await a.deleteUser(id);
        await a.deleteUser(id);
      },
    },
  ),
  ...recommendCases(
    "a user who was deleted meanwhile would come back",
    ["createUser", "getUser", "updateUser", "deleteUser"],
    {
      "updateUser does not restore a deleted user": async (a) => {
        const { id } = await addUser(a);
        await a.deleteUser(id);
        try {
          await a.updateUser({ id, name: "Ghost" });
        } catch {
          // An error is fine, too.
        }
        assertNull(await a.getUser(id), "getUser");
      },
    },
  ),
];

const unique = [
  ...recommendCases(
    "two first sign-ins at a time would make two users of one address",
    ["createUser", "getUserByEmail"],
    {
      "a second user with the same address is refused": async (a) => {
        const first = await addUser(a);
        const again = toUser({ email: first.email });
        await assertThrows(() => a.createUser(again), "createUser");
        const found = await a.getUserByEmail(`${first.email}`);
        assertFields(found, { id: first.id }, "getUserByEmail");
      },
    },
  ),
  ...recommendCases(
    "two users would share an address",
    ["createUser", "getUser", "updateUser"],
    {
      "updateUser refuses an address of another user": async (a) => {
        const [user, other] = [await addUser(a), await addUser(a)];
        const taken = { id: other.id, email: user.email };
        await assertThrows(() => a.updateUser(taken), "updateUser");
        assertFields(await a.getUser(other.id), other, "getUser");
      },
    },
  ),
  ...recommendCases(
    "people whose provider gives no address could not sign in",
    ["createUser", "getUser"],
    {
      "several users may have no address": async (a) => {
        const users = [
          await addUser(a, { email: null }),
          await addUser(a, { email: null }),
        ];
        const ids = users.map((user) => user.id);
        assertTrue(ids[0] !== ids[1], "both users have one id");
        const found = await Promise.all(ids.map((id) => a.getUser(id)));
        assertSame(
          sortTexts(found.map((user) => user?.id)),
          sortTexts(ids),
          "getUser",
        );
      },
    },
  ),
  ...recommendCases(
    "what a profile callback adds would have to be a column first",
    ["createUser", "getUser"],
    {
      "an unknown field causes no error": async (a) => {
        const user = { ...toUser(), role: "admin", constructor: "none" };
        const { id } = await a.createUser(user);
        const { name } = user;
        assertFields(await a.getUser(String(id)), { name }, "getUser");
      },
    },
  ),
];

/** Cases about concurrent changes to a user, and about unusual input. */
export const userRuleChecks = [
  ...lenient,
  ...unique,
];
