import assert from "node:assert/strict";
import { afterEach, describe, it, mock } from "node:test";
import { createAuth, createMemoryStore, type Store } from "@latchkey/auth";
import { createMemoryAdapter } from "@latchkey/auth/adapters/memory";
import type { Browser } from "@latchkey/auth/testing";
import { randomText } from "../crypto/random.ts";
import { toSessionId } from "../model/session_id.ts";
import { toProviderKey, toProviderKeys } from "../model/provider_keys.ts";
import {
  type App,
  app,
  cookieName,
  cookieValue,
  createApp,
  readSession,
  signIn,
  signOut,
  toRequest,
} from "../../testing/app_testkit.ts";
import { DAY, mint, NOON, plant } from "../session/session_testkit.ts";
import { rejections } from "../../testing/checks_testkit.ts";

afterEach(() => {
  mock.timers.reset();
  assert.deepEqual(rejections, []);
});

const MONTH = 30 * DAY;
const second = () => mock.timers.tick(1000);

function stopClock(): void {
  mock.timers.enable({ apis: ["Date"], now: NOON });
}

/** Returns the key of a session's mark as the library names it. */
function toKey(person: string, given: number): string {
  const id = toSessionId(person.padEnd(12, "_"), given, randomText(16));
  return `revoked:session:${id}`;
}

async function isMarked(store: Store, key: string): Promise<boolean> {
  const [value] = await store.get([key]);
  return value !== null;
}

/** Creates a site with a memory store of that size. The store is in use, so that it has a log. */
async function createSmall(maxEntries?: number) {
  const store = createMemoryStore({ maxEntries });
  const site = await createApp({ config: { store } });
  await readSession(site.browser);
  return { ...site, store };
}

function findWarnings({ lines }: Pick<App, "lines">): string[] {
  return lines.filter((line) => line.startsWith("memory-store"));
}

async function isSignedIn(site: App, browser: Browser): Promise<boolean> {
  const request = toRequest(browser, "/");
  return (await createAuth(site.config).session(request)).session !== null;
}

/** Creates a browser with a session of that user that began now. */
async function enter(site: App, sub: string, sid?: string): Promise<Browser> {
  const browser = site.browser.clone();
  const id = sid ??
    toSessionId(sub.padEnd(12, "_"), Date.now(), randomText(16));
  plant(browser, await mint(site.secret, { sub, sid: id }));
  return browser;
}

async function leave(browser: Browser): Promise<Browser> {
  const copy = browser.clone();
  await signOut(browser);
  assert.equal(cookieValue(browser, cookieName.session), "");
  return copy;
}

describe("a user who ends very many sessions", () => {
  it("none of 100,000 ended sessions comes back, and no other user loses one", async () => {
    stopClock();
    const site = await createSmall();
    const { store } = site;
    const bob = await enter(site, "bob");
    const ended = [toKey("bob", NOON)];
    for (let i = 0; i < 100_000; i++) {
      second();
      ended.push(toKey("eve", Date.now()));
    }
    for (const key of ended) await store.set(key, `${Date.now()}`, MONTH);
    const marks = await store.get(ended);
    assert.ok(marks.every((mark) => mark !== null));
    second();
    const others = ["revoked:all", "revoked:user:eve", "revoked:user:bob"];
    const live = [toKey("eve", Date.now()), toKey("bob", NOON)];
    for (const key of [...others, ...live]) {
      assert.equal(await isMarked(store, key), false, key);
    }
    assert.ok(await isSignedIn(site, bob));
  });

  it("the 51st ended session also ends the user's older sessions, and no later one", async () => {
    stopClock();
    const site = await createSmall();
    const grace = await signInAs(site, "grace");
    const oldest = await signInAs(site, "ada");
    const copies: Browser[] = [];
    for (let i = 0; i < 50; i++) {
      copies.push(await leave(await signInAs(site, "ada")));
    }
    const phone = await signInAs(site, "ada");
    assert.ok(await isSignedIn(site, oldest));
    assert.deepEqual(findWarnings(site), []);
    copies.push(await leave(await signInAs(site, "ada")));
    assert.equal(await isSignedIn(site, oldest), false);
    for (const live of [phone, grace, await signInAs(site, "ada")]) {
      assert.ok(await isSignedIn(site, live));
    }
    for (const copy of copies) {
      assert.equal(await isSignedIn(site, copy), false);
    }
  });

  it("the user stays signed in if the session's id changes very often", async () => {
    stopClock();
    const site = await createSmall();
    const browser = await signInAs(site, "ada");
    const auth = createAuth(site.config);
    const copies: Browser[] = [];
    for (let i = 0; i < 120; i++) {
      second();
      copies.push(browser.clone());
      const request = toRequest(browser, "/");
      const { headers } = await auth.updateSession(request, {}, {
        rotate: true,
      });
      for (const header of headers.getSetCookie()) {
        browser.setCookie(app, header);
      }
    }
    second();
    assert.ok(await isSignedIn(site, browser));
    for (const copy of copies) {
      assert.equal(await isSignedIn(site, copy), false);
    }
  });

  it("the user signs in again and again in one browser, and each previous session ends", async () => {
    stopClock();
    const site = await createSmall();
    const browser = await signInAs(site, "ada");
    const copies: Browser[] = [];
    for (let i = 0; i < 60; i++) {
      copies.push(browser.clone());
      await signInAs(site, "ada", browser);
    }
    assert.ok(await isSignedIn(site, browser));
    for (const copy of copies) {
      assert.equal(await isSignedIn(site, copy), false);
    }
    assert.equal(await isMarked(site.store, "revoked:all"), false);
  });

  it("none of 20,000 sessions that a provider ended comes back, and no other user loses one", async () => {
    const store = createMemoryStore({ maxEntries: 1000 });
    const iss = "https://op.example";
    const eve = (i: number) => ({ iss, sub: 'e"v\\e', sid: `${i}` });
    for (let i = 0; i < 20_000; i++) {
      await store.set(toProviderKey(eve(i)), `${1000 + i}`, MONTH);
    }
    for (let i = 0; i < 20_000; i++) {
      const marks = await store.get(toProviderKeys(eve(i)));
      assert.ok(marks.some((mark) => Number(mark) >= 1000 + i), `${i}`);
    }
    const next = await store.get(toProviderKeys(eve(20_000)));
    assert.ok(next.every((mark) => Number(mark) < 21_000));
    const bob = { iss, sub: "bob", sid: "1" };
    const others = [...toProviderKeys(bob), "revoked:all"];
    assert.deepEqual(await store.get(others), [null, null, null, null]);
  });

  it("one warning is logged, with the remedy and without a name", async () => {
    const site = await createSmall();
    for (let i = 0; i < 300; i++) {
      await site.store.set(toKey("eve", NOON + i), "1", MONTH);
    }
    const [line = "", ...more] = findWarnings(site);
    assert.deepEqual(more, []);
    assert.match(line, /A user has ended more .* `store: createSqliteStore/);
    assert.doesNotMatch(line, /eve/);
  });
});

describe("more users than a memory store has room for", () => {
  it("every user's older sessions end, and none comes back", async () => {
    stopClock();
    const site = await createSmall(3);
    const oldest = await enter(site, "oldest");
    const copies: Browser[] = [];
    for (let i = 0; i < 40; i++) {
      second();
      copies.push(await leave(await enter(site, `person ${i}`)));
    }
    const last = await enter(site, "last");
    assert.equal(await isSignedIn(site, oldest), false);
    assert.ok(await isSignedIn(site, last));
    for (const copy of copies) {
      assert.equal(await isSignedIn(site, copy), false);
    }
    const [line = "", ...more] = findWarnings(site);
    assert.deepEqual(more, []);
    assert.match(line, /Users have .* of all users/);
  });

  it("no other user's sessions end while there is room for each user", async () => {
    stopClock();
    const site = await createSmall(3);
    const oldest = await enter(site, "oldest");
    for (let i = 0; i < 18; i++) {
      second();
      await leave(await enter(site, `person ${i}`));
    }
    assert.ok(await isSignedIn(site, oldest));
    assert.equal(await isMarked(site.store, "revoked:all"), false);
  });

  it("marks by `revoke` are kept, whatever other sessions end", async () => {
    stopClock();
    const site = await createSmall(10);
    const { revoke } = createAuth(site.config);
    const people: Browser[] = [];
    for (let i = 0; i < 30; i++) {
      second();
      const user = `person-${i}`.padEnd(43, "-");
      people.push(await enter(site, user));
      await revoke({ user });
    }
    for (let i = 0; i < 2000; i++) {
      await site.store.set(toKey("eve", NOON + i), "1", MONTH);
    }
    for (const one of people) assert.equal(await isSignedIn(site, one), false);
  });

  it("marks of providers are kept, whatever other sessions end", async () => {
    stopClock();
    const store = createMemoryStore({ maxEntries: 10 });
    const key = toProviderKey({ iss: "https://op.example", sub: "ada" });
    await store.set(key, "1000", MONTH);
    for (let i = 0; i < 2000; i++) {
      await store.set(toKey("eve", NOON + i), "1", MONTH);
      await store.set(`revoked:user:${i}`, `${NOON}`, MONTH);
    }
    assert.deepEqual(await store.get([key]), ["1000"]);
  });

  it("marks of providers beyond the limit are merged into one for all that providers began, and end nothing else", async () => {
    stopClock();
    const site = await createSmall(10);
    const { set, get } = site.store;
    const toMark = (i: number) =>
      toProviderKey({ iss: "https://op.example", sid: `${i}` });
    for (let i = 0; i < 70; i++) {
      second();
      await set(toMark(i), `${1000 + i}`, MONTH);
    }
    const marks = await get([toMark(0), toMark(30), toMark(70), "revoked:all"]);
    assert.deepEqual(marks, ["1009", "1030", "1009", null]);
    const [line = "", ...more] = findWarnings(site);
    assert.deepEqual(more, []);
    assert.match(line, /Providers have ended more sessions/);
    await set(toMark(0), "2000", MONTH);
    assert.deepEqual(await get([toMark(0)]), ["2000"]);
    // The merged mark ends more than an earlier one, and less than one that is not a number.
    await set(toMark(1), "5", MONTH);
    assert.deepEqual(await get([toMark(1)]), ["1011"]);
    await set(toMark(2), "", MONTH);
    assert.deepEqual(await get([toMark(2)]), [""]);
  });

  it("sessions end even if their ids contain no user, as those of an application or an older version", async () => {
    stopClock();
    const site = await createSmall(3);
    const ids = Array.from({ length: 40 }, (_, i) => `session-${i}`);
    const copies: Browser[] = [];
    for (const sid of ids) {
      second();
      copies.push(await leave(await enter(site, "ada", sid)));
    }
    for (const copy of copies) {
      assert.equal(await isSignedIn(site, copy), false);
    }
    second();
    assert.ok(await isSignedIn(site, await enter(site, "ada", "new")));
  });

  it("a later `revoke` does not move a mark back", async () => {
    stopClock();
    const site = await createSmall(1);
    const copies: Browser[] = [];
    for (let i = 0; i < 20; i++) {
      second();
      copies.push(await leave(await enter(site, `person ${i}`)));
    }
    assert.ok(await isMarked(site.store, "revoked:all"));
    await site.store.set("revoked:all", "1", MONTH);
    await site.store.delete("revoked:all");
    for (const copy of copies) {
      assert.equal(await isSignedIn(site, copy), false);
    }
    await createAuth(site.config).revoke({ all: true });
    const live = await enter(site, "late");
    assert.equal(await isSignedIn(site, live), false);
  });
});

describe("a merged mark", () => {
  it("a merged mark applies to compareAndSet, but not to newer ids", async () => {
    const store = createMemoryStore();
    const keys = Array.from({ length: 60 }, (_, i) => toKey("eve", NOON + i));
    for (const key of keys) await store.set(key, "1", MONTH);
    const [merged = "", kept = ""] = [keys[0], keys[59]];
    assert.equal(await store.compareAndSet(merged, null, "2", MONTH), false);
    assert.equal(await store.compareAndSet(kept, null, "2", MONTH), false);
    assert.equal(await store.compareAndSet(kept, "1", "2", MONTH), true);
    await store.delete(merged);
    assert.ok(await isMarked(store, merged));
    const next = toKey("eve", NOON + 60);
    assert.equal(await store.compareAndSet(next, null, "2", MONTH), true);
  });

  it("a merged mark lasts as long as the marks that it replaces, and then expires", async () => {
    stopClock();
    const store = createMemoryStore({ maxEntries: 1 });
    const long = toKey("ada", NOON);
    await store.set(long, "1", 2 * MONTH);
    for (let i = 1; i < 200; i++) {
      await store.set(toKey(`person ${i}`, NOON + i), "1", MONTH);
    }
    for (let i = 1; i < 200; i++) {
      await store.set(toKey("ada", NOON + i), "1", MONTH);
    }
    const [all = null] = await store.get(["revoked:all"]);
    assert.ok(Number(all) >= NOON, `${all}`);
    mock.timers.setTime(NOON + 2 * MONTH * 1000 - 1);
    const marks = await store.get([long, "revoked:all"]);
    assert.ok(marks.some((mark) => mark !== null));
    mock.timers.setTime(NOON + 5 * MONTH * 1000);
    assert.deepEqual(await store.get([long, "revoked:all"]), [null, null]);
  });

  it("a merged mark costs little for each mark it replaces, however many there are", async () => {
    const store = createMemoryStore({ maxEntries: 200 });
    const fill = async (from: number) => {
      for (let i = from; i < from + 5000; i++) {
        await store.set(toKey(`${i % 900}`, NOON + i), "1", MONTH);
        await store.set(toKey("eve", NOON + i), "1", MONTH);
      }
    };
    await fill(0);
    const reads = mock.method(Map.prototype, "get");
    await fill(5000);
    const count = reads.mock.callCount();
    reads.mock.restore();
    assert.ok(count < 30 * 10_000, `${count}`);
  });
});

describe("the claim of a rotation in progress", () => {
  const claim = `claimed:${NOON}:x`;

  it("the claim ends no session, and no mark displaces it", async () => {
    stopClock();
    const store = createMemoryStore({ maxEntries: 2 });
    const key = toKey("ada", NOON);
    assert.equal(await store.compareAndSet(key, null, claim, 300), true);
    for (let i = 1; i < 100; i++) {
      await store.set(toKey("ada", NOON + i), "1", MONTH);
      await store.set(toKey(`person ${i}`, NOON + i), "1", MONTH);
    }
    assert.deepEqual(await store.get([key]), [claim]);
    assert.equal(await store.compareAndSet(key, claim, "rotated", 60), true);
    assert.deepEqual(await store.get([key]), ["rotated"]);
  });

  it("the claim is not one of its user's 50 marks, and fails if there are too many", async () => {
    stopClock();
    const store = createMemoryStore({ maxEntries: 60 });
    const keys = Array.from({ length: 90 }, (_, i) => toKey("ada", NOON + i));
    for (const key of keys) {
      assert.equal(await store.compareAndSet(key, null, claim, 300), true);
    }
    const claims = await store.get(keys);
    assert.deepEqual(claims, [
      ...Array(30).fill(null),
      ...Array(60).fill(claim),
    ]);
    const [first = ""] = keys;
    assert.equal(await store.compareAndSet(first, claim, "rotated", 60), false);
  });

  it("only the end of the session replaces the claim", async () => {
    const store = createMemoryStore();
    const key = toKey("ada", NOON);
    await store.compareAndSet(key, null, claim, 300);
    await store.set(key, "1", MONTH);
    assert.deepEqual(await store.get([key]), ["1"]);
    assert.equal(await store.compareAndSet(key, claim, "rotated", 60), false);
    await store.delete(key);
    assert.deepEqual(await store.get([key]), [null]);
  });

  it("a failed claim leaves the session alive at a site that has no room", async () => {
    stopClock();
    const site = await createSmall(1);
    const ada = await enter(site, "ada");
    second();
    for (let i = 0; i < 3; i++) {
      await leave(await enter(site, `person ${i}`));
    }
    const auth = createAuth(site.config);
    const request = toRequest(ada, "/");
    const { headers } = await auth.updateSession(request, {}, { rotate: true });
    for (const header of headers.getSetCookie()) ada.setCookie(app, header);
    assert.ok(await isSignedIn(site, ada));
  });
});

describe("a database session", () => {
  it("its marks last an hour only, because the row ends the session", async () => {
    const ttls: number[] = [];
    const inner = createMemoryStore();
    const keep = (key: string, ttl: number) => {
      if (key.startsWith("revoked:")) ttls.push(ttl);
    };
    const store: Store = {
      ...inner,
      set: (key, value, ttl) => (keep(key, ttl), inner.set(key, value, ttl)),
      compareAndSet: (key, expected, value, ttl) => {
        keep(key, ttl);
        return inner.compareAndSet(key, expected, value, ttl);
      },
    };
    const site = await createApp({
      config: { store, adapter: createMemoryAdapter() },
    });
    await signIn(site.browser);
    await signIn(site.browser);
    await createAuth(site.config)
      .updateSession(toRequest(site.browser, "/"), {}, { rotate: true });
    await signOut(site.browser);
    assert.ok(ttls.length > 0);
    assert.ok(ttls.every((ttl) => ttl <= 3600), `${ttls}`);
  });
});

describe("the id of a session", () => {
  it("a session id tells the store which ids are one user's, but not which user", async () => {
    stopClock();
    const ids = new Set<string>();
    const site = await createApp({
      config: {
        callbacks: {
          session: ({ session, token }) => {
            ids.add(`${token.sid}`);
            return session;
          },
        },
      },
    });
    for (const sub of ["ada", "ada", "grace"]) {
      await isSignedIn(site, await signInAs(site, sub));
    }
    const other = await createApp({
      config: { callbacks: site.config.callbacks },
    });
    await isSignedIn(other, await signInAs(other, "ada"));
    for (const id of ids) assert.match(id, /^[\w-]{12}\.\w{8}\.[\w-]{22}$/);
    const [ada, again, grace, elsewhere, ...more] = [...ids]
      .map((id) => id.split(".")[0]);
    assert.deepEqual(more, []);
    assert.equal(ada, again);
    assert.notEqual(ada, grace);
    assert.notEqual(ada, elsewhere, "another secret gives another name");
  });
});

/** Signs in by the pages, a second after the previous step. */
async function signInAs(
  site: App,
  sub: string,
  browser: Browser = site.browser.clone(),
): Promise<Browser> {
  second();
  site.op.user = { sub, name: sub };
  await signIn(browser);
  return browser;
}
