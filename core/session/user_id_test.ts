/** Checks that every session names its user, with either strategy and however it is read. */

import assert from "node:assert/strict";
import { afterEach, describe, it } from "node:test";
import {
  type AuthConfig,
  createAuth,
  type Session,
  type SignedIn,
} from "@latchkey/auth";
import { createMemoryAdapter } from "@latchkey/auth/adapters/memory";
import type { Browser } from "@latchkey/auth/testing";
import { createPlainAdapter } from "../accounts/users_testkit.ts";
import {
  assertSignedIn,
  createApp,
  readSession,
  toRequest,
} from "../../testing/app_testkit.ts";
import { endTest } from "../../testing/checks_testkit.ts";

afterEach(endTest);

/** The ways of keeping sessions and users. */
const kinds: Readonly<Record<string, () => Partial<AuthConfig>>> = {
  "jwt, without an adapter": () => ({}),
  "jwt, with an adapter": () => ({
    adapter: createMemoryAdapter(),
    session: { strategy: "jwt" },
  }),
  "database": () => ({ adapter: createMemoryAdapter() }),
  "database, with ids that are numbers": () => ({
    adapter: createPlainAdapter(),
  }),
};

/** Signs in; returns the configuration, the browser and the id of the stored user. */
async function createSignedIn(kind: string, more: Partial<AuthConfig> = {}) {
  const own = kinds[kind]?.();
  const flow = await createApp({ config: { ...own, ...more } });
  const browser = flow.createBrowser();
  await assertSignedIn(flow, browser);
  const user = await own?.adapter?.getUserByEmail?.("ada@example.com");
  const userId = user ? String(user.id) : null;
  return { config: flow.makeConfig(), browser, userId };
}

const reads: Readonly<
  Record<
    string,
    (browser: Browser, config: AuthConfig) => Promise<Session | null>
  >
> = {
  "GET /session": (browser) => readSession(browser),
  "auth.session": async (browser, config) =>
    (await createAuth(config).session(toRequest(browser))).session,
  "auth.require": async (browser, config) => {
    const passed = await createAuth(config).require(toRequest(browser));
    return (passed as SignedIn).session;
  },
  "an update": async (browser, config) => {
    const auth = createAuth(config);
    return (await auth.updateSession(toRequest(browser), {})).session;
  },
  "an update that rotates": async (browser, config) => {
    const request = toRequest(browser);
    const rotate = { rotate: true };
    return (await createAuth(config).updateSession(request, {}, rotate))
      .session;
  },
};

describe("session.user.id", () => {
  for (const kind of Object.keys(kinds)) {
    for (const [road, read] of Object.entries(reads)) {
      it(`session.user.id is the user's own through ${road}: ${kind}`, async () => {
        const { browser, config, userId } = await createSignedIn(kind);
        const session = await read(browser, config);
        const id = session?.user?.id;
        assert.equal(typeof id, "string");
        if (userId === null) assert.match(id ?? "", /^[\w-]{43}$/);
        else assert.equal(id, userId);
        assert.deepEqual(
          Object.keys(session?.user ?? {}).sort(),
          ["email", "id", "image", "name"],
        );
      });
    }

    it(`session.user.id is passed to the session callback and the event: ${kind}`, async () => {
      const told: (string | undefined)[] = [];
      const { browser } = await createSignedIn(kind, {
        callbacks: {
          session: ({ session }) => {
            told.push(session.user.id);
            return session;
          },
        },
        events: { session: ({ session }) => void told.push(session.user?.id) },
      });
      told.length = 0;
      const session = await readSession(browser);
      const id = session?.user?.id;
      assert.ok(id);
      assert.deepEqual(told, [id, id]);
    });

    it(`session.user.id is what the session callback makes it: ${kind}`, async () => {
      const { browser } = await createSignedIn(kind, {
        callbacks: {
          session: ({ session }) =>
            ({ expires: session.expires, user: { name: "Own" } }) as Session,
        },
      });
      assert.deepEqual((await readSession(browser))?.user, { name: "Own" });
    });
  }

  it("session.user.id is the library's claim, whatever a jwt callback writes there", async () => {
    const { browser } = await createSignedIn("jwt, without an adapter", {
      callbacks: {
        jwt: ({ token }) => ({ ...token, sub: "another", id: "another" }),
      },
    });
    const session = await readSession(browser);
    assert.match(session?.user?.id ?? "", /^[\w-]{43}$/);
  });
});
