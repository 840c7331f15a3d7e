import type { AdapterAuthenticator } from "../../core/model/adapter.ts";
import {
  assertFields,
  assertNull,
  assertRejects,
  assertSame,
  assertThrows,
  type Having,
  recommendCases,
  requireCases,
} from "./case.ts";
import {
  addAccount,
  addUser,
  HOUR,
  sortTexts,
  toAuthenticator,
  toMoment,
  toName,
} from "./records.ts";

const base = ["createUser", "linkAccount", "createAuthenticator"] as const;

async function addKey(
  a: Having<typeof base[number]>,
  fields: Partial<AdapterAuthenticator> = {},
): Promise<AdapterAuthenticator> {
  const { id: userId } = await addUser(a);
  const { providerAccountId } = await addAccount(a, userId, {
    type: "webauthn",
    provider: "passkey",
  });
  const key = toAuthenticator({ userId, providerAccountId, ...fields });
  await a.createAuthenticator(key);
  return key;
}

const reading = [
  ...requireCases([...base, "getAuthenticator"], {
    "a passkey comes back as it was stored": async (a) => {
      for (const fields of [{}, { transports: null, counter: 1000 }]) {
        const key = await addKey(a, { ...fields, credentialBackedUp: false });
        const found = await a.getAuthenticator(key.credentialID);
        assertFields(found, key, "getAuthenticator");
      }
    },
    "an unknown passkey gives null": async (a) => {
      await addKey(a);
      const found = await a.getAuthenticator(toName("unknown"));
      assertNull(found, "getAuthenticator");
    },
  }),
  ...requireCases([...base, "listAuthenticatorsByUserId"], {
    "the list of passkeys contains all of the user's and no others": async (
      a,
    ) => {
      const first = await addKey(a);
      const second = toAuthenticator({
        userId: first.userId,
        providerAccountId: first.providerAccountId,
      });
      await a.createAuthenticator(second);
      await addKey(a);
      const list = await a.listAuthenticatorsByUserId(first.userId);
      assertSame(
        sortTexts(list.map((one) => one.credentialID)),
        sortTexts([first.credentialID, second.credentialID]),
        "listAuthenticatorsByUserId",
      );
    },
    "a user without passkeys has an empty list": async (a) => {
      const { id } = await addUser(a);
      assertSame(await a.listAuthenticatorsByUserId(id), [], "the list");
    },
  }),
];

const counting = requireCases(
  [...base, "getAuthenticator", "updateAuthenticatorCounter"],
  {
    "updateAuthenticatorCounter stores the counter, and nothing else": async (
      a,
    ) => {
      const [key, other] = [await addKey(a), await addKey(a)];
      const updated = await a.updateAuthenticatorCounter(key.credentialID, 7);
      assertFields(updated, { ...key, counter: 7 }, "the answer");
      const found = await a.getAuthenticator(key.credentialID);
      assertFields(found, { ...key, counter: 7 }, "getAuthenticator");
      const unchanged = await a.getAuthenticator(other.credentialID);
      assertFields(unchanged, other, "another passkey");
    },
    "updateAuthenticatorCounter of an unknown passkey is an error": async (
      a,
    ) => {
      const unknown = toName("unknown");
      await assertThrows(
        () => a.updateAuthenticatorCounter(unknown, 1),
        "updateAuthenticatorCounter",
      );
      assertNull(await a.getAuthenticator(unknown), "getAuthenticator");
    },
    "updateAuthenticatorCounter rejects, and never throws synchronously":
      async (
        a,
      ) => {
        await assertRejects(
          () => a.updateAuthenticatorCounter(toName("unknown"), 1),
          "updateAuthenticatorCounter",
        );
      },
  },
);

const naming = requireCases(
  [...base, "getAuthenticator", "updateAuthenticator"],
  {
    "a passkey keeps its name and its times": async (a) => {
      for (const name of ["Ada's phone 日本", null]) {
        const createdAt = toMoment(-HOUR);
        const lastUsedAt = name === null ? null : toMoment(0);
        const key = await addKey(a, { name, createdAt, lastUsedAt });
        const found = await a.getAuthenticator(key.credentialID);
        assertFields(found, key, "getAuthenticator");
      }
    },
    "updateAuthenticator changes only the given fields": async (a) => {
      const times = { createdAt: toMoment(-HOUR), lastUsedAt: null };
      const key = await addKey(a, { ...times, name: "first" });
      const other = await addKey(a, { ...times, name: "other" });
      const { credentialID, userId } = key;
      const used = { counter: 7, lastUsedAt: toMoment(0) };
      for (
        const fields of [
          { ...used, name: undefined },
          { name: "second" },
          { name: null },
        ]
      ) {
        const isTheirs = await a
          .updateAuthenticator({ credentialID, userId, ...fields });
        assertSame(isTheirs, true, "updateAuthenticator");
        const found = await a.getAuthenticator(credentialID);
        const name = fields.name === undefined ? key.name : fields.name;
        assertFields(found, { ...key, ...used, name }, "getAuthenticator");
      }
      const unchanged = await a.getAuthenticator(other.credentialID);
      assertFields(unchanged, other, "another passkey");
    },
    "updateAuthenticator changes a passkey of its owner only": async (a) => {
      const [key, other] = [await addKey(a), await addKey(a)];
      const { credentialID } = key;
      const theirs = { credentialID, userId: other.userId, name: "mine" };
      assertSame(await a.updateAuthenticator(theirs), false, "another user");
      const found = await a.getAuthenticator(credentialID);
      assertFields(found, key, "getAuthenticator");
      const unknown = { ...theirs, credentialID: toName("unknown") };
      assertSame(await a.updateAuthenticator(unknown), false, "an unknown one");
    },
  },
);

const unique = recommendCases(
  "a credential id that comes up twice would sign in somebody else",
  [...base, "getAuthenticator"],
  {
    "a stored passkey cannot be stored again": async (a) => {
      const key = await addKey(a);
      await assertThrows(
        () => addKey(a, { credentialID: key.credentialID }),
        "createAuthenticator",
      );
      const found = await a.getAuthenticator(key.credentialID);
      assertFields(found, key, "getAuthenticator");
    },
  },
);

const largeCounter = recommendCases(
  "a passkey that counts in large steps would stop working",
  [...base, "getAuthenticator", "updateAuthenticatorCounter"],
  {
    "a passkey's counter may have 32 bits": async (a) => {
      const key = await addKey(a);
      const counter = 2 ** 32 - 1;
      await a.updateAuthenticatorCounter(key.credentialID, counter);
      const found = await a.getAuthenticator(key.credentialID);
      assertFields(found, { ...key, counter }, "getAuthenticator");
    },
  },
);

const deleting = requireCases(
  [
    ...base,
    "getAuthenticator",
    "listAuthenticatorsByUserId",
    "deleteAuthenticator",
  ],
  {
    "deleteAuthenticator removes a passkey of its owner only": async (a) => {
      const [key, other] = [await addKey(a), await addKey(a)];
      const { credentialID, userId } = key;
      const theirs = { credentialID, userId: other.userId };
      assertSame(await a.deleteAuthenticator(theirs), false, "another user");
      const kept = await a.getAuthenticator(credentialID);
      assertFields(kept, key, "getAuthenticator");
      const mine = { credentialID, userId };
      assertSame(await a.deleteAuthenticator(mine), true, "the owner");
      assertNull(await a.getAuthenticator(credentialID), "getAuthenticator");
      const list = await a.listAuthenticatorsByUserId(userId);
      assertSame(list, [], "listAuthenticatorsByUserId");
      assertSame(await a.deleteAuthenticator(mine), false, "a second time");
    },
  },
);

/** Cases about passkeys. */
export const authenticatorChecks = [
  ...reading,
  ...counting,
  ...naming,
  ...unique,
  ...largeCounter,
  ...deleting,
];
