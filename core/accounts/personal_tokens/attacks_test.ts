/** Attacks on personal tokens, outages, and requests at the same time. */

import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it, mock } from "node:test";
import { type Adapter, createAuth } from "@latchkey/auth";
import {
  assertHidden,
  defer,
  endTest,
  until,
} from "../../../testing/checks_testkit.ts";
import {
  addUser,
  assertUser,
  createTokenApp,
  HOUR,
  interleave,
  listNames,
  type TokenApp,
} from "./personal_tokens_testkit.ts";
import { makeTokenText, toChecksum } from "./token_text.ts";

const now = 1_800_000_000_000;

beforeEach(() => mock.timers.enable({ apis: ["Date"], now }));
afterEach(endTest);

/** Makes a text that looks like a token of a user in every respect. */
function forge(userId: string): string {
  return makeTokenText("lk_", userId) ?? "";
}

/**
 * Asserts that a text is refused: it gives no access, nothing is written, and
 * the log has nothing of it.
 */
async function assertRefused(
  { auth, calls, lines }: TokenApp,
  text: unknown,
  lookUps: readonly string[] = [],
): Promise<void> {
  calls.length = 0;
  assert.equal(await auth.tokens.verify(text as string), null);
  assert.deepEqual(calls.map(([method]) => method), lookUps);
  assert.deepEqual(lines, []);
}

describe("what is no personal token", () => {
  it("is refused without a call of the adapter [A13, PAT-04]", async () => {
    const app = await createTokenApp();
    const { token } = app.made;
    for (
      const text of [
        ...[undefined, null, 7, {}, [token], { toString: () => token }],
        ...["", "lk_", "Bearer", `Bearer ${token}`, `${token} `, `${token}\0`],
        ...["%", "%E0%A4%A", "\ud800", "lk_\0_", token.toLowerCase()],
        ...[token.slice(0, -1), token.slice(1), `${token}0`, token + token],
        ...["lk_" + "a".repeat(1_000_000), token + "%25".repeat(20_000)],
        token.slice(0, -49) + "0".repeat(49),
      ]
    ) await assertRefused(app, text);
  });

  it("is refused before its characters are read, if it is a megabyte long", async () => {
    const { auth } = await createTokenApp();
    const text = `lk_${"_".repeat(1_000_000)}`;
    const read = mock.method(String.prototype, "charCodeAt");
    try {
      assert.equal(await auth.tokens.verify(text), null);
      assert.equal(read.mock.callCount(), 0);
    } finally {
      read.mock.restore();
    }
  });

  it("is refused after one look-up if it is made up, whatever user it names [PAT-04]", async () => {
    const app = await createTokenApp();
    for (
      const id of [
        ...["ada", "bob", "nobody", "__proto__", "constructor", "7", "-1"],
        ...["' OR 1=1 --", "ada_", "日本", "a:b", "a".repeat(600)],
      ]
    ) await assertRefused(app, forge(id), ["getSecret"]);
    await assertUser(app, app.made, "ada");
  });

  it("is every other value that the library gives out; and a personal token is no session [A10]", async () => {
    const app = await createTokenApp({ session: { strategy: "jwt" } });
    const { auth, made: { token } } = app;
    const site = "https://app.example";
    const request = new Request(site);
    const session = await auth.beginSession(request, { user: { id: "ada" } });
    const form = await auth.csrfToken(request);
    const cookies = [session, form].flatMap(({ headers }) =>
      headers.getSetCookie()
    );
    const values = [
      form.csrfToken,
      ...cookies.map((one) => one.split(/[=;]/)[1] ?? ""),
    ];
    assert.equal(values.length, 3);
    for (const value of values) await assertRefused(app, value);
    for (
      const headers of [
        { authorization: `Bearer ${token}` },
        { cookie: `__Host-latchkey.session=${token}` },
        { cookie: `__Host-latchkey.session=${app.made.id}` },
      ]
    ) {
      const request = new Request(`${site}/`, { headers });
      assert.equal((await auth.session(request)).session, null);
    }
  });
});

describe("a stored text of personal tokens", () => {
  it("is of no use to another user to whom it is copied [PAT-02]", async () => {
    const app = await createTokenApp();
    const { inner, made: { token } } = app;
    const after = await inner.getSecret("ada", "tokens");
    const change = { userId: "bob", kind: "tokens", before: null } as const;
    assert.equal(await inner.replaceSecret({ ...change, after }), true);
    // The same secret under the other user's name, with a checksum that is right.
    const [, theirs = ""] = forge("bob").match(/^lk_(.+)_/) ?? [];
    const moved = token.replace("YWRh", theirs).slice(0, -6);
    await assertRefused(app, moved + toChecksum(moved), ["getSecret"]);
    await assertUser(app, { token }, "ada");
  });

  it("lets nobody in if it cannot be read, and can be removed [PAT-02]", async () => {
    const app = await createTokenApp();
    const { auth, inner, made } = app;
    const good = await inner.getSecret("ada", "tokens") ?? "";
    for (
      const after of [
        ...["", "null", "[]", "{}", "x", '{"version":1}'],
        good.replace('"version":1', '"version":2'),
        good.replace(/"expires":\d+/, '"expires":"never"'),
        good.replace(/,"expires":\d+/, ""),
        good.replace(/"scopes":\[\]/, '"scopes":"all"'),
        good.replace(/"hash":"[^"]+"/, '"hash":null'),
        good.replace(/"created":\d+/, '"created":null'),
        good.replace('"used":null', '"used":""'),
        good.replace("}]", "},null]"),
      ]
    ) {
      assert.notEqual(after, good);
      const before = await inner.getSecret("ada", "tokens");
      const change = { userId: "ada", kind: "tokens", before, after } as const;
      await inner.replaceSecret(change);
      for (
        const call of [
          () => auth.tokens.verify(made.token),
          () => auth.tokens.create("ada", { name: "Phone" }),
          () => auth.tokens.list("ada"),
          () => auth.tokens.revoke("ada", made.id),
        ]
      ) {
        await assert.rejects(call, {
          type: "AdapterError",
          message: /`auth.tokens.revokeAll` removes them/,
        });
      }
      assert.equal(await inner.getSecret("ada", "tokens"), after);
    }
    await auth.tokens.revokeAll("ada");
    assert.equal(await inner.getSecret("ada", "tokens"), null);
    await assertUser(app, made, null);
    await assertUser(
      app,
      await auth.tokens.create("ada", { name: "a" }),
      "ada",
    );
  });
});

describe("personal tokens at the same time", () => {
  it("are all there if 20 are created, of which each works [PAT-05]", async () => {
    const app = await createTokenApp({}, interleave);
    const made = await Promise.all(Array.from(
      { length: 20 },
      (_, i) => app.auth.tokens.create("ada", { name: `${i}` }),
    ));
    assert.equal((await listNames(app)).length, 21);
    assert.equal(new Set(made.map(({ id }) => id)).size, 20);
    for (const one of made) await assertUser(app, one, "ada");
  });

  it("are not more than a user can have, however many are created [PAT-05]", async () => {
    const app = await createTokenApp({}, interleave);
    const tries = await Promise.allSettled(Array.from(
      { length: 120 },
      (_, i) => app.auth.tokens.create("ada", { name: `${i}` }),
    ));
    const made = tries.filter(({ status }) => status === "fulfilled");
    assert.equal(made.length, 99);
    for (const one of tries) {
      if (one.status === "rejected") assert.equal(one.reason.code, "limit");
    }
    assert.equal((await listNames(app)).length, 100);
  });

  it("are revoked, created and used without losing any of it [PAT-05]", async () => {
    const app = await createTokenApp({}, interleave);
    const { auth } = app;
    const old = await Promise.all(["a", "b", "c", "d"].map(
      (name) => auth.tokens.create("ada", { name }),
    ));
    await Promise.all([
      ...old.map(({ id }) => auth.tokens.revoke("ada", id)),
      ...["e", "f", "g", "h"].map((name) =>
        auth.tokens.create("ada", { name })
      ),
      ...[1, 2, 3].map(() => auth.tokens.verify(app.made.token)),
    ]);
    const names = ["Laptop", "e", "f", "g", "h"];
    assert.deepEqual([...await listNames(app)].sort(), names);
    for (const one of old) await assertUser(app, one, null);
  });

  it("are told as revoked once, if they are revoked 20 times", async () => {
    const app = await createTokenApp({}, interleave);
    const done = await Promise.all(Array.from(
      { length: 20 },
      () => app.auth.tokens.revoke("ada", app.made.id),
    ));
    assert.equal(done.filter(Boolean).length, 1);
    assert.equal(app.events.length, 1);
  });

  it("stay revoked if one is verified meanwhile, whose use is to be noted [PAT-03, PAT-05]", async () => {
    const { promise: mayWrite, resolve: write } = defer();
    let isWriting = false;
    const app = await createTokenApp({}, (inner) => ({
      ...inner,
      replaceSecret: async (change) => {
        const isNote = /"used":\d/.test(change.after ?? "");
        isWriting ||= isNote;
        if (isNote) await mayWrite;
        return inner.replaceSecret(change);
      },
    }));
    const used = app.auth.tokens.verify(app.made.token);
    await until(() => isWriting);
    assert.equal(await app.auth.tokens.revoke("ada", app.made.id), true);
    write();
    // It was valid when it was looked up.
    assert.equal((await used)?.userId, "ada");
    assert.deepEqual(await listNames(app), []);
    await assertUser(app, app.made, null);
  });

  it("give no access if the user is deleted after they are looked up", async () => {
    let mayDelete = false;
    const app = await createTokenApp({}, (inner) => ({
      ...inner,
      getUser: async (id) => {
        if (mayDelete) await inner.deleteUser(id);
        return inner.getUser(id);
      },
    }));
    mayDelete = true;
    await assertUser(app, app.made, null);
    const create = () => app.auth.tokens.create("bob", { name: "Phone" });
    await assert.rejects(create(), { type: "InvalidRequest", code: "user" });
  });
});

describe("an outage while personal tokens are used", () => {
  const failures: Readonly<Record<string, () => unknown>> = {
    "throws": () => {
      throw new Error("down");
    },
    "rejects": () => Promise.reject(new Error("down")),
    "returns a number": () => 7,
    "returns true": () => true,
  };
  for (const [how, fail] of Object.entries(failures)) {
    it(`gives no access, and no wrong answer: the adapter ${how} [PAT-06]`, async () => {
      const { config, inner, made } = await createTokenApp();
      for (const method of ["getSecret", "getUser"] as const) {
        const adapter = { ...inner, [method]: fail };
        const { tokens } = createAuth({ ...config, adapter });
        await assert.rejects(tokens.verify(made.token), {
          type: "AdapterError",
        });
      }
      const adapter = { ...inner, getSecret: fail };
      const { tokens } = createAuth({ ...config, adapter } as typeof config);
      for (
        const call of [
          () => tokens.create("ada", { name: "Phone" }),
          () => tokens.list("ada"),
          () => tokens.revoke("ada", made.id),
          () => tokens.revokeAll("ada"),
        ]
      ) await assert.rejects(call, { type: "AdapterError" });
    });
  }

  it("gives no access if the adapter does not answer [PAT-06]", async () => {
    mock.timers.reset();
    mock.timers.enable({ apis: ["Date", "setTimeout"], now });
    const { config, inner, made } = await createTokenApp();
    for (const method of ["getSecret", "getUser"] as const) {
      let isAsked = false;
      const hang = () => {
        isAsked = true;
        return new Promise<never>(() => {});
      };
      const adapter = { ...inner, [method]: hang };
      const { tokens } = createAuth({ ...config, adapter });
      const verified = assert.rejects(tokens.verify(made.token), {
        type: "AdapterError",
      });
      await until(() => isAsked);
      mock.timers.tick(5000);
      await verified;
    }
  });

  it("tells nobody of a token that was not stored, or not revoked", async () => {
    for (const fail of Object.values(failures).slice(0, 3)) {
      const app = await createTokenApp();
      const { config, inner, made, events } = app;
      const adapter = { ...inner, replaceSecret: fail } as typeof inner;
      const { tokens } = createAuth({ ...config, adapter });
      for (
        const call of [
          () => tokens.create("ada", { name: "Phone" }),
          () => tokens.revoke("ada", made.id),
          () => tokens.revokeAll("ada"),
        ]
      ) await assert.rejects(call, { type: "AdapterError" });
      assert.deepEqual(events, []);
      assert.deepEqual(await listNames(app), ["Laptop"]);
      await assertUser(app, made, "ada");
    }
  });

  it("does not end access because a use cannot be noted, and notes the next one", async () => {
    const { config, inner, made, log } = await createTokenApp();
    let isDown = true;
    const adapter: Adapter = {
      ...inner,
      replaceSecret: (change) => {
        if (isDown) throw new Error("read-only");
        return inner.replaceSecret(change);
      },
    };
    const auth = createAuth({ ...config, adapter });
    await assertUser({ auth }, made, "ada");
    assert.equal(log.filter(({ level }) => level === "error").length, 1);
    isDown = false;
    mock.timers.tick(1000);
    await assertUser({ auth }, made, "ada");
    const [shown] = await auth.tokens.list("ada");
    assert.equal(shown?.lastUsed?.getTime(), now + 1000);
  });

  it("is told if the adapter never replaces anything", async () => {
    const { config, inner, made } = await createTokenApp();
    const adapter = { ...inner, replaceSecret: () => false };
    const { tokens } = createAuth({ ...config, adapter });
    for (
      const call of [
        () => tokens.create("ada", { name: "Phone" }),
        () => tokens.revoke("ada", made.id),
        () => tokens.revokeAll("ada"),
      ]
    ) {
      await assert.rejects(call, {
        type: "AdapterError",
        message: /replaceSecret/,
      });
    }
  });

  it("leaves no token in the log [PAT-01]", async () => {
    const { config, inner, made, lines } = await createTokenApp();
    const adapter: Adapter = {
      ...inner,
      getSecret: (id) => {
        throw new Error(`down: ${id} ${made.token}`);
      },
    };
    const auth = createAuth({ ...config, adapter });
    await assert.rejects(auth.tokens.verify(made.token));
    const request = new Request("https://app.example/auth/session", {
      headers: { authorization: `Bearer ${made.token}` },
    });
    await auth.handler(request);
    assertHidden(lines, [made.token, made.token.slice(-49)]);
  });
});

describe("clocks and personal tokens", () => {
  it("a process whose clock is behind takes a token at once", async () => {
    const app = await createTokenApp();
    mock.timers.setTime(now - 2 * HOUR);
    await assertUser(app, app.made, "ada");
  });

  it("a clock that returns no time lets nobody in, and creates nothing", async () => {
    const personalTokens = { maxAge: false } as const;
    const app = await createTokenApp({ personalTokens });
    const { auth, inner } = app;
    const expires = null;
    const forever = await auth.tokens.create("ada", { name: "Old", expires });
    const before = await inner.getSecret("ada", "tokens");
    mock.timers.reset();
    mock.method(Date, "now", () => NaN);
    try {
      await assertUser(app, forever, null);
      await assert.rejects(auth.tokens.create("ada", { name: "New", expires }));
      await assert.rejects(auth.tokens.create("ada", { name: "New" }));
    } finally {
      mock.restoreAll();
    }
    assert.equal(await inner.getSecret("ada", "tokens"), before);
  });
});

describe("user ids", () => {
  it("may be any text that can be stored", async () => {
    const { auth, inner } = await createTokenApp();
    const ids = [
      ...["a_b__c_", "auth0|5f7c8ec7", "a:b/c?d=e&f", "Zoë 日本語日本語 🦊"],
      ...["\ufeffada-ada-ada", "ADA-ADA-ADA", "Ada-Ada-Ada", "a".repeat(600)],
    ];
    const made = [];
    for (const id of ids) {
      await addUser(inner, id);
      made.push(await auth.tokens.create(id, { name: "Phone" }));
    }
    for (const [i, { token }] of made.entries()) {
      assert.equal((await auth.tokens.verify(token))?.userId, ids[i]);
    }
  });
});
