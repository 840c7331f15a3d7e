import assert from "node:assert/strict";
import { afterEach, describe, it, mock } from "node:test";
import { createMemoryStore, type Store } from "@latchkey/auth";
import { hash } from "../../crypto/hash.ts";
import { randomText } from "../../crypto/random.ts";
import { cookieName, cookieValue, site } from "../../../testing/app_testkit.ts";
import { endTest } from "../../../testing/checks_testkit.ts";
import {
  causes,
  createRotating,
  listLive,
  prepareSignIn,
  readChanges,
  type Rotating,
} from "../revocation/rotation_testkit.ts";

afterEach(endTest);
afterEach(() => mock.timers.reset());

const kinds = [
  "database, with every capability",
  "database, with a published adapter",
] as const;

/** Creates a store that records the keys of the marks written to it. */
function createWatched(inner: Store = createMemoryStore()) {
  const written: string[] = [];
  const note = (key: string) => {
    if (key.startsWith("revoked:")) written.push(key);
  };
  const store: Store = {
    ...inner,
    set: (key, ...rest) => (note(key), inner.set(key, ...rest)),
    compareAndSet: (
      key,
      ...rest
    ) => (note(key), inner.compareAndSet(key, ...rest)),
  };
  return { store, written };
}

/** Signs in again in the same browser, which keeps the new cookie. */
async function signInOnce(own: Rotating): Promise<void> {
  const headers = await (await prepareSignIn(own))();
  assert.equal(readChanges(headers).length, 1);
  for (const header of headers.getSetCookie()) {
    own.browser.setCookie(site, header);
  }
}

for (const kind of kinds) {
  describe(`marks of sessions in rows (${kind})`, () => {
    it("marks of one user who signs in very often end no other user's session, in a memory store without room", async () => {
      const inner = createMemoryStore({ maxEntries: 2 });
      const { store, written } = createWatched(inner);
      const own = await createRotating(kind, { store });
      const other = { ...own, browser: own.browser.clone() };
      const mine = cookieValue(own.browser);
      own.flow.op.user = { sub: "eve", name: "E", email: "e@example.com" };
      const eve = { ...own, browser: own.flow.createBrowser() };
      for (let i = 0; i < 30; i++) await signInOnce(eve);
      const keys = new Set(written);
      assert.ok(keys.size > 20, `${keys.size}`);
      const others = [...keys].filter((key) => !key.startsWith("revoked:row:"));
      assert.deepEqual(others, []);
      const marks = await inner.get(["revoked:all", ...keys]);
      assert.equal(marks[0], null, "the mark of everybody");
      assert.equal(marks.filter((mark) => mark !== null).length, 2);
      assert.deepEqual(await listLive(other, [mine]), [mine]);
      const rotated = await (await causes.updateSession?.(other))?.();
      const changes = readChanges(rotated ?? new Headers());
      assert.equal(changes.length, 1);
      assert.deepEqual(await listLive(other, [mine, ...changes]), changes);
    });

    it("no marks are written for a cookie that holds no session", async () => {
      const { store, written } = createWatched();
      const own = await createRotating(kind, { store });
      const old = cookieValue(own.browser);
      const browser = own.flow.createBrowser();
      const junk = [randomText(32), `${randomText(32)}.${"k".repeat(8)}`];
      for (const value of [...junk, "short", "x".repeat(500)]) {
        const line = `${cookieName.session}=${value}; Path=/; Secure`;
        browser.setCookie(site, line);
        written.length = 0;
        await signInOnce({ ...own, browser });
        assert.deepEqual(written, [], value);
      }
      // A session that was signed out a while ago gets no mark either.
      const key = own.inner?.hashedTokens ? await hash(old) : old;
      await own.inner?.deleteSession?.(key);
      written.length = 0;
      await signInOnce(own);
      assert.deepEqual(written, []);
    });

    it("marks are written for the sessions that replaced a cookie's session", async () => {
      const { store, written } = createWatched();
      const own = await createRotating(kind, { store });
      const late = { ...own, browser: own.browser.clone() };
      const changes = readChanges(
        await (await causes.updateSession?.(own))?.() ?? new Headers(),
      );
      assert.deepEqual(await listLive(own, changes), changes);
      written.length = 0;
      const next = readChanges(await (await prepareSignIn(late))());
      assert.equal(written.length, 1);
      assert.deepEqual(await listLive(own, [...changes, ...next]), next);
    });
  });
}
