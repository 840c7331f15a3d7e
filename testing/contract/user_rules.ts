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

/** Two spellings of one address that nobody else has. */
function toSpellings(): readonly [string, string] {
  const end = `${crypto.randomUUID()}@example.com`;
  return [`Ada-${end}`, `aDA-${end}`];
}

const letterCase = [
  ...recommendCases(
    "a user whose address the application wrote in capitals would not be found",
    ["createUser", "getUserByEmail"],
    {
      "a user is found by the address in another letter case": async (a) => {
        const [email, other] = toSpellings();
        const user = await addUser(a, { email });
        assertFields(user, { email }, "createUser");
        for (const one of [email, other, email.toLowerCase()]) {
          const found = await a.getUserByEmail(one);
          assertFields(found, { id: user.id, email }, "getUserByEmail");
        }
      },
      "a second user whose address differs in letter case is refused": async (
        a,
      ) => {
        const [email, other] = toSpellings();
        const { id } = await addUser(a, { email });
        const again = toUser({ email: other });
        await assertThrows(() => a.createUser(again), "createUser");
        assertFields(await a.getUserByEmail(other), { id }, "getUserByEmail");
      },
    },
  ),
  ...recommendCases(
    "two users would share an address",
    ["createUser", "getUserByEmail", "updateUser"],
    {
      "updateUser changes the letter case of a user's own address only": async (
        a,
      ) => {
        const [email, other] = toSpellings();
        const { id } = await addUser(a, { email });
        const another = await addUser(a);
        const taken = { id: another.id, email: other };
        await assertThrows(() => a.updateUser(taken), "updateUser");
        await a.updateUser({ id, email: other });
        const found = await a.getUserByEmail(email);
        assertFields(found, { id, email: other }, "getUserByEmail");
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
  ...letterCase,
];
