import assert from "node:assert/strict";
import { afterEach, describe, it, mock } from "node:test";
import { type AuthConfig, createAuth, createMemoryStore } from "@latchkey/auth";
import { endTest } from "../../../testing/checks_testkit.ts";
import { cookieValue, site, toRequest } from "../../../testing/app_testkit.ts";
import { hash } from "../../crypto/hash.ts";
import {
  causes,
  createRotating,
  type Kind,
  kinds,
  listCauses,
  prepareSignIn,
  prepareSignOut,
  readChanges,
  readWith,
  type Rotating,
  toForm,
} from "./rotation_testkit.ts";

afterEach(endTest);
afterEach(() => mock.timers.reset());

const NOON = Date.UTC(2026, 5, 15, 12);
const seconds = (n: number) => mock.timers.tick(n * 1000);

/** Creates a site whose session has just been given a new id, at noon. */
async function createRotated(
  kind: Kind,
  cause: string,
  config: Partial<AuthConfig> = {},
) {
  mock.timers.enable({ apis: ["Date"], now: NOON });
  const own = await createRotating(kind, config);
  const make = cause === "signing in again" ? prepareSignIn : causes[cause];
  assert.ok(make);
  const late = { ...own, browser: own.browser.clone() };
  const [value] = readChanges(await (await make(own))());
  assert.ok(value, "it gave no new cookie");
  return { own, late, value };
}

/** Reads the session in each way; returns the changes to the session cookie. */
async function readAll({ flow, browser }: Rotating) {
  const auth = createAuth(flow.makeConfig());
  const changes: Record<string, (string | null)[]> = {};
  const note = (name: string, { headers }: { headers: Headers }) => {
    changes[name] = readChanges(headers);
  };
  const route = await flow.handler(toRequest(browser, "/auth/session"));
  assert.equal(await route.clone().json(), null);
  note("GET /session", route);
  const read = await auth.session(toRequest(browser));
  assert.equal(read.session, null);
  note("session", read);
  const guard = await auth.require(toRequest(browser));
  assert.ok(guard instanceof Response);
  note("require", guard);
  const update = await auth.updateSession(toRequest(browser), {});
  assert.equal(update.session, null);
  note("updateSession", update);
  const again = await auth
    .updateSession(toRequest(browser), {}, { rotate: true });
  assert.equal(again.session, null);
  note("updateSession with rotate", again);
  const post = await flow.handler(await toForm(browser, "session"));
  note("POST /session", post);
  for (const { headers } of [route, guard, post]) {
    assert.match(headers.get("cache-control") ?? "", /\bno-store\b/);
  }
  return changes;
}

const untouched = {
  "GET /session": [],
  "session": [],
  "require": [],
  "updateSession": [],
  "updateSession with rotate": [],
  "POST /session": [],
};

const cleared = Object.fromEntries(
  Object.keys(untouched).map((name) => [name, [null]]),
);

for (const kind of kinds) {
  describe(`a late request with the cookie of a rotated session (${kind})`, () => {
    for (const cause of [...listCauses(kind), "signing in again"]) {
      it(`a late request after ${cause} has no session, and leaves the new cookie alone for a minute`, async () => {
        const { own, late, value } = await createRotated(kind, cause);
        assert.deepEqual(await readAll(late), untouched);
        seconds(60);
        assert.deepEqual(await readAll(late), untouched);
        assert.ok((await readWith(own.flow, value)).session);
        seconds(60);
        assert.deepEqual(await readAll(late), cleared);
        assert.ok((await readWith(own.flow, value)).session);
        for (const { text } of own.flow.log) {
          assert.ok(!text.includes(value));
          assert.ok(!text.includes(cookieValue(late.browser) || value));
        }
      });
    }

    it("a late request leaves the new cookie alone if the clock is a minute behind or ahead", async () => {
      for (const skew of [-60, 60]) {
        const { late } = await createRotated(kind, "updateSession");
        seconds(59);
        mock.timers.setTime(NOON + (59 + skew) * 1000);
        assert.deepEqual(await readAll(late), untouched, `${skew}`);
        mock.timers.reset();
      }
    });

    it("a late request clears the cookie if the clock was set back by more than a minute", async () => {
      const { late } = await createRotated(kind, "updateSession");
      mock.timers.setTime(NOON - 120_000);
      const { headers } = await readWith(late.flow, cookieValue(late.browser));
      assert.deepEqual(readChanges(headers), [null]);
    });

    it("a late request clears the cookie at once if the old cookie signed out", async () => {
      const { own, late } = await createRotated(kind, "updateSession");
      await (await prepareSignOut(own))();
      assert.deepEqual(await readAll(late), cleared);
    });

    it("a late request clears the cookie of a session that was ended, not rotated", async () => {
      mock.timers.enable({ apis: ["Date"], now: NOON });
      const own = await createRotating(kind);
      const late = { ...own, browser: own.browser.clone() };
      await (await prepareSignOut(own))();
      assert.deepEqual(await readAll(late), cleared);
    });

    it("a late request clears the cookie of a session that another user's sign-in ended", async () => {
      mock.timers.enable({ apis: ["Date"], now: NOON });
      const own = await createRotating(kind);
      const late = { ...own, browser: own.browser.clone() };
      own.flow.op.user = { sub: "grace", name: "G", email: "g@example.com" };
      const [value] = readChanges(await (await prepareSignIn(own))());
      assert.ok(value);
      assert.deepEqual(await readAll(late), cleared);
    });
  });
}

describe("a session read", () => {
  for (const kind of kinds) {
    it(`a read makes the documented number of calls to the store and the adapter (${kind})`, async () => {
      const calls: string[] = [];
      const inner = createMemoryStore();
      const store = {
        ...inner,
        get: (keys: readonly string[]) => {
          const names = keys.map((key) =>
            key.startsWith("authentication:") ? "how" : key.split(":")[1]
          );
          calls.push(names.join(" "));
          return inner.get(keys);
        },
      };
      const own = await createRotating(kind, { store });
      calls.length = 0;
      await readWith(own.flow, cookieValue(own.browser));
      const expected: Record<string, string[]> = {
        "database, with every capability": ["provider"],
        "database, with a published adapter": ["how", "user all provider"],
      };
      assert.deepEqual(calls, expected[kind] ?? ["user all session provider"]);
    });
  }

  it("a read without a session calls no store", async () => {
    for (const kind of kinds) {
      let asked = 0;
      const inner = createMemoryStore();
      const store = {
        ...inner,
        get: (keys: readonly string[]) => (asked++, inner.get(keys)),
      };
      const own = await createRotating(kind, { store });
      asked = 0;
      await createAuth(own.flow.makeConfig()).session(new Request(site));
      assert.equal(asked, 0);
    }
  });

  it("a read in progress while the session is rotated writes no cookie of the old id", async () => {
    for (const kind of kinds) {
      mock.timers.enable({ apis: ["Date"], now: NOON });
      let interrupt: (() => Promise<unknown>) | null = null;
      const meanwhile = async () => {
        const now = interrupt;
        interrupt = null;
        await now?.();
      };
      const own = await createRotating(kind, {
        session: { updateAge: 0 },
        callbacks: {
          jwt: async ({ token }) => {
            await meanwhile();
            return token;
          },
        },
      });
      seconds(1);
      const rotate = await causes.updateSession?.(own);
      if (kind.startsWith("jwt")) interrupt = () => rotate?.() ?? meanwhile();
      // Runs between the query and the write that is due.
      else own.steps.watch(1, async () => void await rotate?.());
      const { headers } = await readWith(own.flow, cookieValue(own.browser));
      own.steps.stop();
      assert.deepEqual(readChanges(headers), [], kind);
      mock.timers.reset();
    }
  });

  it("a read of an ended database session finds none while the store fails, and keeps the cookie", async () => {
    const inner = createMemoryStore();
    let isDown = false;
    const store = {
      ...inner,
      get: (keys: readonly string[]) => {
        if (isDown) throw new Error("the store is down");
        return inner.get(keys);
      },
    };
    const kind = "database, with every capability";
    const own = await createRotating(kind, { store });
    const late = own.browser.clone();
    await (await prepareSignOut(own))();
    isDown = true;
    const dead = await readWith(own.flow, cookieValue(late));
    assert.deepEqual([dead.session, readChanges(dead.headers)], [null, []]);
    assert.match(own.flow.log.at(-1)?.text ?? "", /the store is down/);
    isDown = false;
    const { headers } = await readWith(own.flow, cookieValue(late));
    assert.deepEqual(readChanges(headers), [null]);
  });
});

describe("the marks of a process with an older version", () => {
  it("a mark whose value is a time ends the session, and the cookie is cleared", async () => {
    for (const mark of ["1781524800000", "NaN", "", "rotated:", "rotated:x:"]) {
      const store = createMemoryStore();
      const own = await createRotating("jwt, without an adapter", { store });
      const sid = await readSid(own);
      await store.set(`revoked:session:${sid}`, mark, 3600);
      const value = cookieValue(own.browser);
      const { session, headers } = await readWith(own.flow, value);
      assert.deepEqual([session, readChanges(headers)], [null, [null]], mark);
    }
  });

  it("a mark may overwrite that of a rotation, and the old session stays ended", async () => {
    const store = createMemoryStore();
    const own = await createRotating("jwt, without an adapter", { store });
    const sid = await readSid(own);
    await (await causes.updateSession?.(own))?.();
    const [mark = ""] = await store.get([`revoked:session:${sid}`]);
    // That version wrote this over a mark that is not a number.
    const known = String(Math.max(Date.now(), Number(mark)));
    await store.set(`revoked:session:${sid}`, known, 3600);
    const { session } = await readWith(own.flow, cookieValue(own.browser));
    assert.equal(session, null);
  });

  it("marks and store reveal neither a token nor which session became which", async () => {
    for (const kind of kinds) {
      const entries: string[] = [];
      const inner = createMemoryStore();
      const store = {
        ...inner,
        set: (key: string, value: string, ttl: number) => {
          entries.push(key, value);
          return inner.set(key, value, ttl);
        },
        compareAndSet: (...args: Parameters<typeof inner.compareAndSet>) => {
          entries.push(args[0], args[2]);
          return inner.compareAndSet(...args);
        },
      };
      const own = await createRotating(kind, { store });
      const old = cookieValue(own.browser);
      entries.length = 0;
      const [value] = readChanges(
        await (await causes.updateSession?.(own))?.() ?? new Headers(),
      );
      assert.ok(value && entries.length > 0);
      const secret = [old, value, await hash(value)];
      for (const text of entries) {
        for (const one of secret) assert.ok(!text.includes(one), kind);
      }
    }
  });
});

async function readSid({ flow, browser }: Rotating): Promise<string> {
  let sid = "";
  const auth = createAuth({
    ...flow.makeConfig(),
    callbacks: {
      session: ({ session, token }) => {
        sid = token.sid ?? "";
        return session;
      },
    },
  });
  await auth.session(toRequest(browser));
  return sid;
}
