import assert from "node:assert/strict";
import { describe as suite, it } from "node:test";
import { describe, type Member, readShapes } from "./shapes.ts";
import type { Adapter, Database, StoredUser } from "./library.ts";

const member: Member = {
  user: { id: "7", name: "Ada", email: "ada@x.org", emailVerified: new Date() },
  ...{ accounts: [], passkeys: 0, password: null },
  ...{ hasFactors: false, hasTokens: false },
};

function change(user: Partial<StoredUser>): Member {
  return { ...member, user: { ...member.user, ...user } };
}

suite("the shape of a user", () => {
  it("says what decides how the user signs in", () => {
    const account = { provider: "op", providerAccountId: "1", type: "oidc" };
    const shapes: [Member, string][] = [
      [member, "proved address"],
      [change({ email: null }), "no address"],
      [
        change({ emailVerified: null, name: null }),
        "unproved address, no name",
      ],
      [change({ email: "Ada@x.org" }), "proved address with capital letters"],
      [
        {
          ...member,
          accounts: [{ ...account, access_token: "a" }, {
            ...account,
            provider: "github",
          }, { ...account, type: "webauthn" }],
        },
        "proved address, github, op with tokens",
      ],
      [
        { ...member, passkeys: 1, hasFactors: true, hasTokens: true },
        "proved address, passkey, second factor, personal tokens",
      ],
    ];
    for (const [one, shape] of shapes) assert.equal(describe(one), shape);
  });

  it("names the form of a hash, and nothing of the hash", () => {
    const hashes: [string, string][] = [
      ["$scrypt$ln=17,r=8,p=1$salt$key", "scrypt"],
      ["$hmac-sha256$abcdefgh$scrypt$ln=17$salt$key", "with a pepper"],
      ["$2b$12$saltandkey", "bcrypt"],
      ["pbkdf2_sha256$1000$salt$key", "PBKDF2"],
      ["argon2$argon2id$v=19$salt$key", "Argon2"],
      [`abcdef:${"0".repeat(128)}`, "scrypt of Better Auth or node:crypto"],
      ["a plain secret", "another form"],
    ];
    for (const [password, form] of hashes) {
      const shape = describe({ ...member, password });
      assert.equal(shape, `proved address, password (${form})`);
    }
  });

  it("is that of many users, of whom one signs in", async () => {
    const pages = [["1", "2"], ["3", "4"], []];
    const asked: unknown[] = [];
    const db = {
      read: (...call: unknown[]) => {
        asked.push(call);
        return Promise.resolve((pages.shift() ?? []).map((id) => ({ id })));
      },
    } as unknown as Database;
    const adapter: Adapter = {
      // The last one is gone meanwhile.
      getUser: (id) =>
        id === "4"
          ? null
          : { id, name: "A", email: id === "2" ? null : "a@b.c" },
      listAccountsByUserId: () => [],
      listAuthenticatorsByUserId: () => [],
      getSecret: () => {
        throw new Error("no such table");
      },
    };
    const tables = { users: { name: "app.people", columns: { id: "uid" } } };
    const shapes = await readShapes(adapter, db, { tables, keepsIds: true });
    const found = shapes.map(({ name, member, users, ids }) => [
      ...[name, member.user.id, users, ids],
    ]);
    assert.deepEqual(found, [
      ["unproved address", "1", 2, ["1", "3"]],
      ["no address", "2", 1, ["2"]],
    ]);
    const text = 'SELECT "uid" AS id FROM "app"."people"';
    const next = `${text} WHERE "uid" > $1 ORDER BY 1 LIMIT 1000`;
    assert.deepEqual(asked, [
      [`${text} ORDER BY 1 LIMIT 1000`],
      [next, "2"],
      [next, "4"],
    ]);
    pages.push(["1"]);
    const [shape] = await readShapes(adapter, db, { tables, keepsIds: false });
    assert.deepEqual([shape?.users, shape?.ids], [1, []]);
  });
});
