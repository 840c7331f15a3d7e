import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it, mock } from "node:test";
import {
  fromPassport,
  type PassportOptions,
} from "@latchkey/auth/migrate/passport";
import { assertNotAccepted, createMoved, NOW } from "./bridge_testkit.ts";
import { createRows, ID, secret, X1 } from "./connect_testkit.ts";

const sent = { "connect.sid": X1 };

const from = (
  serialized: unknown,
  more: Partial<PassportOptions<{ key: string; title?: string }>> = {},
) => {
  const row = JSON.stringify({ cookie: {}, passport: { user: serialized } });
  const store = createRows({ [ID]: row });
  return createMoved({ accept: [fromPassport({ store, secret, ...more })] });
};

const read = async (moved: ReturnType<typeof from>) =>
  (await moved.createBrowser(sent).read())?.user ?? null;

const bare = { name: null, email: null, image: null };

beforeEach(() => mock.timers.enable({ apis: ["Date"], now: NOW }));
afterEach(() => mock.timers.reset());

describe("sessions of Passport", () => {
  it("a number or a text is the user's id", async () => {
    assert.deepEqual(await read(from(42)), { ...bare, id: "42" });
    assert.deepEqual(await read(from(0)), { ...bare, id: "0" });
    assert.deepEqual(await read(from("user-1")), { ...bare, id: "user-1" });
  });

  it("a profile has an id, a name and an address", async () => {
    const profile = {
      id: 42,
      displayName: "Ada",
      name: { familyName: "Lovelace" },
      email: "ada@example.com",
    };
    assert.deepEqual(await read(from(profile)), {
      id: "42",
      name: "Ada",
      email: "ada@example.com",
      image: null,
    });
    const named = { id: "user-1", name: "Ada", image: "/ada.png", email: 1 };
    assert.deepEqual(await read(from(named)), {
      id: "user-1",
      name: "Ada",
      email: null,
      image: "/ada.png",
    });
  });

  it("deserializeUser finds the user, and user says which members count", async () => {
    const deserializeUser = (serialized: unknown) =>
      Promise.resolve({ key: `user-${serialized}`, title: "Ada" });
    const user = ({ key, title }: { key: string; title?: string }) => ({
      id: key,
      name: title ?? null,
    });
    const both = { deserializeUser, user };
    assert.deepEqual(await read(from(42, both)), {
      ...bare,
      id: "user-42",
      name: "Ada",
    });
    const profile = { key: "user-1", title: "Ada" };
    assert.equal((await read(from(profile, { user })))?.id, "user-1");
    assert.equal(await read(from(profile, { user: () => null })), null);
  });

  it("a user whom deserializeUser does not find any more is not signed in", async () => {
    for (const nothing of [null, undefined, false] as const) {
      const moved = from(42, { deserializeUser: () => nothing });
      assert.equal(await read(moved), null);
    }
  });

  it("a row without a user is one of a visitor", async () => {
    const rows = [
      "{}",
      '{"passport":{}}',
      '{"passport":null}',
      '{"passport":"user"}',
      '{"passport":{"user":null}}',
      '{"passport":{"user":false}}',
      '{"__proto__":{"passport":{"user":42}}}',
      '{"passport":{"__proto__":{"user":42}}}',
    ];
    for (const row of rows) {
      const text = row.replace("{", '{"cookie":{},').replace(",}", "}");
      const store = createRows({ [ID]: text });
      const moved = createMoved({ accept: [fromPassport({ store, secret })] });
      assert.equal(await read(moved), null, text);
      assert.ok(!moved.lines.some((line) => line.includes("session-accept")));
    }
  });

  it("a user of another form is nobody, and told of once", async () => {
    for (const serialized of [true, "", {}, [], { id: {} }, { _id: "x" }]) {
      await assertNotAccepted(from(serialized), sent);
    }
    await assertNotAccepted(
      from(42, { deserializeUser: () => ({ key: "x" }) }),
      sent,
    );
  });

  it("a deserializeUser that throws is a failure, and not a sign-out", async () => {
    const moved = from(42, {
      deserializeUser: () => Promise.reject(new Error("no database")),
    });
    const browser = moved.createBrowser(sent);
    const response = await browser.send("/auth/session");
    assert.equal(response.status, 500);
    assert.deepEqual(Object.fromEntries(browser.cookies), sent);
  });

  it("a deserializeUser or user that cannot read a row is logged once, and its visitor is signed out", async () => {
    const fail = () => {
      throw new TypeError("Cannot read properties of undefined");
    };
    await assertNotAccepted(from(42, { deserializeUser: fail }), sent);
    await assertNotAccepted(from(42, { user: fail }), sent);
  });

  it("a sign-out removes the row", async () => {
    const store = createRows();
    const moved = createMoved({ accept: [fromPassport({ store, secret })] });
    const browser = moved.createBrowser(sent);
    assert.equal((await browser.read())?.user?.id, "42");
    await browser.signOut();
    assert.deepEqual([...store.rows], []);
    assert.equal(await read(moved), null);
  });
});
