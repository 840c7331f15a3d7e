import assert from "node:assert/strict";
import { afterEach, describe, it } from "node:test";
import { type AuthConfig, createAuth } from "@latchkey/auth";
import { SignInRequired } from "@latchkey/auth/errors";
import { createMemoryAdapter } from "@latchkey/auth/adapters/memory";
import type { Browser } from "@latchkey/auth/testing";
import { createPlainAdapter } from "../../accounts/users_testkit.ts";
import { storages } from "../../methods/credentials/credentials_testkit.ts";
import {
  assertSignedIn,
  createApp,
  readSession,
  site,
} from "../../../testing/app_testkit.ts";
import { endTest } from "../../../testing/checks_testkit.ts";

afterEach(endTest);

type SignInMessage = Parameters<
  NonNullable<NonNullable<AuthConfig["events"]>["signIn"]>
>[0];

const withoutDetails = "database sessions without details";

const all: Readonly<Record<string, () => Partial<AuthConfig>>> = {
  ...storages,
  [withoutDetails]: () => ({
    adapter: createPlainAdapter(),
  }),
};

/** Creates a site with two users, stored if there is an adapter. */
async function createPlace(storage: () => Partial<AuthConfig>) {
  const told: SignInMessage[] = [];
  const base = storage();
  const flow = await createApp({
    config: {
      ...base,
      callbacks: base.adapter === undefined
        ? { userId: ({ account }) => account.providerAccountId }
        : {},
      events: { signIn: (message) => void told.push(message) },
    },
  });
  const add = async (id: string) => {
    const user = { id, name: id, email: `${id}@example.com` };
    const stored = await base.adapter?.createUser?.({
      ...user,
      emailVerified: null,
    });
    return stored === undefined ? user : { ...user, id: String(stored.id) };
  };
  const [bob, admin] = [await add("bob"), await add("admin")];
  const config = flow.makeConfig();
  return { flow, told, bob, admin, config, auth: createAuth(config) };
}

function toRequest(browser: Browser): Request {
  const headers = {
    cookie: browser.cookieHeader(site),
    "user-agent": "Test Browser",
  };
  return new Request(`${site}/`, { headers });
}

function keep(browser: Browser, headers: Headers): void {
  for (const one of headers.getSetCookie()) browser.setCookie(site, one);
}

for (const [storage, create] of Object.entries(all)) {
  describe(`beginSession, ${storage}`, () => {
    it("the user is signed in, at once and later, and signIn is emitted", async () => {
      const { flow, told, bob, auth } = await createPlace(create);
      const browser = flow.createBrowser();
      const request = toRequest(browser);
      assert.equal((await auth.session(request)).session, null);
      const { headers } = await auth.beginSession(request, { user: bob });
      const { session } = await auth.session(request);
      assert.equal(session?.user?.id, bob.id);
      assert.equal(session?.actor, undefined);
      keep(browser, headers);
      const later = await readSession(browser);
      assert.deepEqual([later?.user?.id, later?.user?.email], [
        bob.id,
        bob.email,
      ]);
      assert.equal(told.length, 1);
      assert.equal(told[0]?.user.id, bob.id);
      assert.equal(told[0]?.account?.provider, "application");
      await auth.revoke({ user: bob.id });
      assert.equal(await readSession(browser), null);
    });

    it("who acts as the user stays in the session and in the event, and counts as no proof", async () => {
      const { flow, told, bob, admin, auth } = await createPlace(create);
      const browser = flow.createBrowser();
      const options = { user: bob, actor: admin.id };
      if (storage === withoutDetails) {
        await assert.rejects(
          auth.beginSession(toRequest(browser), options),
          /needs an adapter with `sessionDetails`/,
        );
        assert.deepEqual(told, []);
        return;
      }
      keep(
        browser,
        (await auth.beginSession(toRequest(browser), options)).headers,
      );
      keep(
        browser,
        (await auth.updateSession(toRequest(browser), {}, { rotate: true }))
          .headers,
      );
      const session = await readSession(browser);
      assert.equal(session?.user?.id, bob.id);
      assert.deepEqual(session?.actor, { id: admin.id });
      assert.deepEqual(told[0]?.actor, { id: admin.id });
      const guarded = await auth.require(toRequest(browser), { maxAge: 600 });
      assert.ok(guarded instanceof Response);
    });

    it("a user who has just been checked passes a guard that asks for a new proof", async () => {
      const { flow, bob, auth } = await createPlace(create);
      const browser = flow.createBrowser();
      keep(
        browser,
        (await auth.beginSession(toRequest(browser), { user: bob })).headers,
      );
      const guarded = await auth.require(toRequest(browser), { maxAge: 600 });
      assert.ok(!(guarded instanceof Response));
    });

    it("the session that the browser had ends", async () => {
      const { flow, bob, auth } = await createPlace(create);
      const browser = flow.createBrowser();
      await assertSignedIn(flow, browser);
      const copy = browser.clone();
      keep(
        browser,
        (await auth.beginSession(toRequest(browser), { user: bob })).headers,
      );
      assert.equal((await readSession(browser))?.user?.id, bob.id);
      assert.equal(await readSession(copy), null);
    });

    it("an id that no user has, and a host that is not trusted, begin nothing", async () => {
      const { flow, told, config } = await createPlace(create);
      const browser = flow.createBrowser();
      const { beginSession } = createAuth(config);
      for (const id of config.adapter === undefined ? [""] : ["", "nobody"]) {
        await assert.rejects(
          beginSession(toRequest(browser), { user: { id } }),
          /`beginSession` needs the id of a user/,
        );
      }
      const strict = {
        ...config,
        origin: undefined,
        trustHost: ["other.example"],
      };
      await assert.rejects(
        createAuth(strict).beginSession(toRequest(browser), {
          user: { id: "bob" },
        }),
        /not trusted/,
      );
      assert.deepEqual(told, []);
    });
  });
}

describe("a session in which somebody acts as the user", () => {
  for (const strategy of ["jwt", "database"] as const) {
    it(`no sign-in method can be removed in it, ${strategy}`, async () => {
      const adapter = createMemoryAdapter();
      const { flow, bob, admin, auth } = await createPlace(() => ({
        adapter,
        session: { strategy },
      }));
      const browser = flow.createBrowser();
      const options = { user: bob, actor: admin.id };
      keep(
        browser,
        (await auth.beginSession(toRequest(browser), options)).headers,
      );
      await assert.rejects(
        auth.unlinkAccount(toRequest(browser), { provider: "op" }),
        SignInRequired,
      );
    });
  }

  it("the row of a database session names the browser", async () => {
    const adapter = createMemoryAdapter();
    const { flow, bob, auth } = await createPlace(() => ({ adapter }));
    const browser = flow.createBrowser();
    await auth.beginSession(toRequest(browser), { user: bob });
    const [row] = await adapter.listSessionsByUserId(bob.id);
    assert.equal(row?.userAgent, "Test Browser");
  });
});
