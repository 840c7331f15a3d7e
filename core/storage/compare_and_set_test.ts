import assert from "node:assert/strict";
import { afterEach, describe, it } from "node:test";
import { createAuth, createMemoryStore, type Store } from "@latchkey/auth";
import { StoreError } from "@latchkey/auth/errors";
import { createUserFlow } from "../accounts/users_testkit.ts";
import {
  approach,
  arrive,
  assertSignedIn,
  cookieValue,
  readSession,
  site,
  toRequest,
} from "../../testing/app_testkit.ts";
import { endTest } from "../../testing/checks_testkit.ts";
import {
  createRotating,
  kinds,
  readWith,
} from "../session/revocation/rotation_testkit.ts";

afterEach(endTest);

/** Answers of client libraries, and the result of a store that forgot to return one. */
const answers: readonly unknown[] = [1, "OK", "true", {}, undefined, null, 0];

/** Creates a store whose `compareAndSet` gives another answer on request. */
function createInexact() {
  const inner = createMemoryStore();
  const state: { answer: unknown; isOn: boolean } = {
    answer: true,
    isOn: false,
  };
  const store: Store = {
    ...inner,
    compareAndSet: async (...args) => {
      const isSet = await inner.compareAndSet(...args);
      return (state.isOn ? state.answer : isSet) as boolean;
    },
  };
  return { store, state };
}

describe("compareAndSet of the application's store", () => {
  for (const answer of answers) {
    const shown = JSON.stringify(answer) ?? "nothing";

    it(`an answer of ${shown} lets no attempt pass, and the log says why`, async () => {
      const { store, state } = createInexact();
      const flow = await createUserFlow({ store });
      const browser = flow.createBrowser();
      const callback = await approach(browser);
      Object.assign(state, { answer, isOn: true });
      const page = await arrive(browser, callback);
      assert.match(page.url, /error=/);
      assert.equal(cookieValue(browser), "");
      assert.equal(await readSession(browser), null);
      assert.equal(
        await flow.adapter.getUserByEmail?.("ada@example.com"),
        null,
      );
      const last = flow.answers.find(({ url }) => url === callback);
      assert.match(last?.headers.get("cache-control") ?? "", /\bno-store\b/);
      const line = /compareAndSet failed[^]*neither true nor false/;
      assert.ok(flow.log.some(({ text }) => line.test(text)));
      const cleared = last?.headers.getSetCookie() ?? [];
      assert.ok(cleared.some((one) => /attempt.*Max-Age=0/.test(one)));
    });

    it(`an answer of ${shown} rotates no session, and leaves the old one`, async () => {
      for (const kind of kinds) {
        const { store, state } = createInexact();
        const own = await createRotating(kind, { store });
        Object.assign(state, { answer, isOn: true });
        await assert.rejects(
          createAuth(own.flow.makeConfig())
            .updateSession(toRequest(own.browser), {}, { rotate: true }),
          StoreError,
        );
        const old = cookieValue(own.browser);
        assert.ok((await readWith(own.flow, old)).session, kind);
      }
    });
  }

  it("compareAndSet may be a method of a class", async () => {
    class Own implements Store {
      #inner = createMemoryStore();
      get(keys: readonly string[]) {
        return this.#inner.get(keys);
      }
      set(key: string, value: string, ttl: number) {
        return this.#inner.set(key, value, ttl);
      }
      compareAndSet(
        ...[key, expected, value, ttl]: Parameters<Store["compareAndSet"]>
      ) {
        return this.#inner.compareAndSet(key, expected, value, ttl);
      }
      delete(key: string) {
        return this.#inner.delete(key);
      }
    }
    const flow = await createUserFlow({ store: new Own() });
    const browser = flow.createBrowser();
    await assertSignedIn(flow, browser);
    const auth = createAuth(flow.makeConfig());
    const cookie = browser.cookieHeader(site);
    const request = new Request(site, { headers: { cookie } });
    const update = await auth.updateSession(request, {}, { rotate: true });
    assert.ok(update.session);
  });
});
