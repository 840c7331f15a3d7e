import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it, mock } from "node:test";
import {
  type AuthConfig,
  createAuth,
  createMemoryStore,
  type Store,
} from "@latchkey/auth";
import { createMemoryAdapter } from "@latchkey/auth/adapters/memory";
import type { Browser } from "@latchkey/auth/testing";
import {
  createFaultAdapter,
  createUserFlow,
  type UserFlow,
} from "../accounts/users_testkit.ts";
import { randomText } from "../crypto/random.ts";
import {
  assertSignedIn,
  cookieName,
  cookieValue,
  post,
  site,
} from "../../testing/app_testkit.ts";
import { endTest } from "../../testing/checks_testkit.ts";

const DAY = 86_400_000;
const NOON = Date.UTC(2026, 5, 15, 12);

beforeEach(() => mock.timers.enable({ apis: ["Date"], now: NOON }));
afterEach(endTest);

/** A site whose adapter and store record their calls. */
interface Watched {
  readonly flow: UserFlow;
  readonly browser: Browser;
  /** Calls of the adapter and the store, and events, since the sign-in. */
  readonly calls: string[];
}

async function createWatched(
  strategy: "database" | "jwt",
  config: Partial<AuthConfig> = {},
): Promise<Watched> {
  const { adapter, calls } = createFaultAdapter(createMemoryAdapter());
  const inner = createMemoryStore();
  const store: Store = {
    get: (keys) => (calls.push("store.get"), inner.get(keys)),
    set: (...args) => (calls.push("store.set"), inner.set(...args)),
    compareAndSet: (
      ...args
    ) => (calls.push("store.compareAndSet"), inner.compareAndSet(...args)),
    delete: (key) => (calls.push("store.delete"), inner.delete(key)),
  };
  const flow = await createUserFlow({
    adapter,
    store,
    session: { strategy, updateAge: 0 },
    events: { session: () => void calls.push("event") },
    ...config,
  });
  const browser = flow.createBrowser();
  await assertSignedIn(flow, browser);
  calls.length = 0;
  return { flow, browser, calls };
}

const isWrite = (name: string) => !/^(?:get|list)|^store\.get$/.test(name);

function toHeaders(browser: Browser): Record<string, string> {
  return { cookie: browser.cookieHeader(`${site}/auth/`) };
}

/** Requests that may not be the user's intent, and that must change nothing. */
const quiet: Readonly<
  Record<string, (flow: UserFlow, browser: Browser) => Promise<Headers>>
> = {
  "HEAD": async ({ handler }, browser) => {
    const headers = toHeaders(browser);
    const url = `${site}/auth/session`;
    return (await handler(new Request(url, { method: "HEAD", headers })))
      .headers;
  },
  "a prefetch of the route": async ({ handler }, browser) => {
    const headers = { ...toHeaders(browser), "sec-purpose": "prefetch" };
    return (await handler(new Request(`${site}/auth/session`, { headers })))
      .headers;
  },
  "a prefetch of a page": async ({ makeConfig }, browser) => {
    const headers = {
      ...toHeaders(browser),
      "sec-purpose": "prefetch;prerender",
    };
    const request = new Request(`${site}/`, { headers });
    return (await createAuth(makeConfig()).session(request)).headers;
  },
};

for (const strategy of ["database", "jwt"] as const) {
  describe(`a session, with the strategy ${strategy}`, () => {
    for (const [what, read] of Object.entries(quiet)) {
      it(`a session is not kept alive by ${what}`, async () => {
        const { flow, browser, calls } = await createWatched(strategy);
        mock.timers.tick(DAY);
        const headers = await read(flow, browser);
        assert.deepEqual(headers.getSetCookie(), []);
        assert.deepEqual(
          calls.filter((name) =>
            isWrite(name) && (name !== "event" || what === "HEAD")
          ),
          [],
        );
        // An intended read does.
        const answer = await browser.fetch(`${site}/auth/session`);
        assert.equal(answer.headers.getSetCookie().length, 1);
      });

      it(`an ended session is not cleared by ${what}`, async () => {
        const { flow, browser, calls } = await createWatched(strategy);
        const cookie = browser.cookieHeader(`${site}/auth/`);
        mock.timers.tick(31 * DAY);
        const late = { ...browser, cookieHeader: () => cookie };
        await read(flow, late);
        assert.deepEqual(calls.filter(isWrite), []);
      });
    }

    it("a session is looked for in at most sixteen different cookies", async () => {
      const { flow, browser, calls } = await createWatched(strategy);
      const value = cookieValue(browser);
      const junk = () => `${cookieName.session}=${randomText(32)}`;
      const read = async (before: number) => {
        const all = [
          ...Array.from({ length: before }, junk),
          `${cookieName.session}=${value}`,
        ];
        const request = new Request(`${site}/auth/session`, {
          headers: { cookie: all.join("; ") },
        });
        return await (await flow.handler(request)).json();
      };
      const count = () =>
        calls.splice(0).filter((name) => name === "getSessionAndUser").length;
      assert.notEqual(await read(15), null);
      // The session is read once more before the cookie is renewed.
      assert.equal(count(), strategy === "database" ? 17 : 0);
      assert.equal(await read(16), null);
      assert.equal(count(), 0);
    });

    it("a session begins with its own form token: the previous one is cleared and refused", async () => {
      const flow = await createUserFlow({ session: { strategy } });
      const browser = flow.createBrowser();
      const readForm = async () => {
        const answer = await browser.fetch(`${site}/auth/csrf`);
        const { csrfToken } = await answer.json();
        const cookie = browser.cookies(site)
          .find(({ name }) => name.endsWith("csrf"));
        return { csrfToken, cookie: `${cookie?.name}=${cookie?.value}` };
      };
      const before = await readForm();
      await assertSignedIn(flow, browser);
      const set = flow.answers.flatMap(({ headers }) => headers.getSetCookie());
      assert.ok(
        set.some((line) => /latchkey\.csrf=; Max-Age=0/.test(line)),
        "the cookie of before is cleared",
      );
      browser.setCookie(site, `${before.cookie}; Path=/; Secure; HttpOnly`);
      const answer = await browser.fetch(`${site}/auth/signout`, {
        method: "POST",
        headers: { "x-auth-return-redirect": "1" },
        body: new URLSearchParams({ csrfToken: before.csrfToken }),
      });
      assert.match((await answer.json()).url, /error=MissingCSRF/);
      assert.notEqual((await readForm()).csrfToken, before.csrfToken);
      assert.equal((await post(browser, "signout")).status, 200);
    });

    it("a session with a new id does not outlive its absolute end", async () => {
      const { flow, browser } = await createWatched(strategy, {
        session: { strategy, absoluteMaxAge: 40 * DAY / 1000 },
      });
      mock.timers.tick(20 * DAY);
      const auth = createAuth(flow.makeConfig());
      const request = new Request(`${site}/`, {
        headers: toHeaders(browser),
      });
      const { session, headers } = await auth.updateSession(request, null, {
        rotate: true,
      });
      assert.ok(session);
      const end = new Date(NOON + 40 * DAY);
      const [line = ""] = headers.getSetCookie();
      assert.match(line, new RegExp(`; Max-Age=${20 * DAY / 1000};`));
      if (strategy === "jwt") return;
      const user = await flow.adapter.getUserByEmail?.("ada@example.com");
      const rows = await flow.adapter.listSessionsByUserId?.(user?.id ?? "");
      assert.deepEqual(rows?.map(({ expires }) => expires), [end]);
    });
  });
}
