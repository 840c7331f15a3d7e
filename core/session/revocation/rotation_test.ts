import assert from "node:assert/strict";
import { afterEach, describe, it, mock } from "node:test";
import { type Adapter, createAuth, type Revocation } from "@latchkey/auth";
import { createMemoryAdapter } from "@latchkey/auth/adapters/memory";
import { endTest } from "../../../testing/checks_testkit.ts";
import { cookieValue, site, toRequest } from "../../../testing/app_testkit.ts";
import {
  type Act,
  atEachStep,
  causes,
  createRotating,
  type Kind,
  kinds,
  listCauses,
  listLive,
  prepareSignIn,
  prepareSignOut,
  readChanges,
  type Rotating,
} from "./rotation_testkit.ts";
import { hash } from "../../crypto/hash.ts";

afterEach(endTest);
afterEach(() => mock.timers.reset());

/** Creates a site where a cause of a new id is prepared. */
async function prepare(kind: Kind, cause: string) {
  const own = await createRotating(kind);
  const old = cookieValue(own.browser);
  const make = causes[cause];
  assert.ok(make);
  return { own, old, act: await make(own) };
}

/** Revocations from elsewhere. */
const ends: Readonly<Record<string, (own: Rotating) => Promise<Revocation>>> = {
  "the session": async ({ flow, browser, inner }) => ({
    session: await toId(browser, flow, inner),
  }),
  "the person": async ({ flow, browser }) => ({
    user: await toUserId(flow, browser),
  }),
  "all users": () => Promise.resolve({ all: true }),
};

async function revoke({ flow }: Rotating, what: Revocation): Promise<void> {
  await createAuth(flow.makeConfig()).revoke(what);
}

async function toId(
  browser: Rotating["browser"],
  flow: Rotating["flow"],
  inner: Rotating["inner"],
): Promise<string> {
  if (flow.makeConfig().session?.strategy === "jwt") {
    return (await toClaims(flow, browser)).sid ?? "";
  }
  const token = cookieValue(browser);
  return inner?.hashedTokens ? await hash(token) : token;
}

async function toUserId(
  flow: Rotating["flow"],
  browser: Rotating["browser"],
): Promise<string> {
  if (flow.makeConfig().session?.strategy === "jwt") {
    return (await toClaims(flow, browser)).sub ?? "";
  }
  const user = await flow.adapter.getUserByEmail?.("ada@example.com");
  return String(user?.id);
}

async function toClaims(
  flow: Rotating["flow"],
  browser: Rotating["browser"],
): Promise<{ sid?: string; sub?: string }> {
  let claims = {};
  const auth = createAuth({
    ...flow.makeConfig(),
    callbacks: {
      session: ({ session, token }) => {
        claims = { ...token };
        return session;
      },
    },
  });
  await auth.session(toRequest(browser));
  return claims;
}

for (const kind of kinds) {
  describe(`rotations at once (${kind})`, () => {
    it("one of 20 updates at once gives a new session, and no other changes a cookie", async () => {
      const own = await createRotating(kind);
      const old = cookieValue(own.browser);
      const auth = createAuth(own.flow.makeConfig());
      const results = await Promise.all(
        Array.from(
          { length: 20 },
          () =>
            auth.updateSession(toRequest(own.browser), {}, { rotate: true }),
        ),
      );
      const changes = readChanges(...results.map(({ headers }) => headers));
      assert.equal(changes.length, 1);
      assert.equal(results.filter(({ session }) => session).length, 1);
      assert.deepEqual(await listLive(own, [old, ...changes]), changes);
    });

    for (const cause of listCauses(kind)) {
      it(`a rotation at any moment of ${cause} leaves one session`, async () => {
        let sent = new Headers();
        await atEachStep(
          () => prepare(kind, cause),
          async (own) => {
            const rival = await causes.updateSession?.(own) as Act;
            return async (copy) => sent = await rival(copy);
          },
          async (own, headers, at) => {
            const changes = readChanges(headers, sent);
            assert.ok(!changes.includes(null), `a cookie was cleared at ${at}`);
            const old = cookieValue(own.browser);
            const live = await listLive(own, [old, ...changes]);
            assert.equal(live.length, 1, `${live.length} live at ${at}`);
            assert.notEqual(live[0], old);
            await (await prepareSignOut(own))();
            assert.deepEqual(await listLive(own, live), [], `at ${at}`);
          },
        );
      });

      it(`a new sign-in of the owner at any moment of ${cause} leaves one session`, async () => {
        let sent = new Headers();
        await atEachStep(
          () => prepare(kind, cause),
          async (own) => {
            const rival = await prepareSignIn(own);
            return async (copy) => sent = await rival(copy);
          },
          async (own, headers, at) => {
            const changes = readChanges(headers, sent);
            const old = cookieValue(own.browser);
            const live = await listLive(own, [old, ...changes]);
            assert.deepEqual(live, readChanges(sent), `at ${at}`);
          },
        );
      });
    }

    it("a user who signs in again in two tabs at once has one session", async () => {
      let sent = new Headers();
      await atEachStep(
        async () => {
          const own = await createRotating(kind);
          return { own, act: await prepareSignIn(own) };
        },
        async (own) => {
          const rival = await prepareSignIn(own);
          return async (copy) => sent = await rival(copy);
        },
        async (own, headers, at) => {
          const changes = readChanges(headers, sent);
          const old = cookieValue(own.browser);
          const live = await listLive(own, [old, ...changes]);
          assert.equal(live.length, 1, `${live.length} live at ${at}`);
        },
      );
    });
  });

  describe(`a rotation in progress (${kind})`, () => {
    for (const cause of listCauses(kind)) {
      it(`a rotation by ${cause} loses against a sign-out at any moment of it or after it`, async () => {
        await atEachStep(
          () => prepare(kind, cause),
          async (own) => {
            const out = await prepareSignOut(own);
            return async (copy) => {
              const headers = await out(copy);
              assert.deepEqual(readChanges(headers), [null]);
            };
          },
          async (own, headers, at) => {
            const old = cookieValue(own.browser);
            const live = await listLive(own, [old, ...readChanges(headers)]);
            assert.deepEqual(live, [], `lives on at ${at}`);
          },
        );
      });

      it(`a rotation by ${cause} loses against a sign-out in progress`, async () => {
        let sent = new Headers();
        await atEachStep(
          async () => {
            const own = await createRotating(kind);
            return { own, act: await prepareSignOut(own) };
          },
          async (own) => {
            const rotate = await causes[cause]?.(own) as Act;
            return async (copy) => sent = await rotate(copy);
          },
          async (own, _, at) => {
            const old = cookieValue(own.browser);
            const live = await listLive(own, [old, ...readChanges(sent)]);
            assert.deepEqual(live, [], `lives on at ${at}`);
          },
        );
      });

      for (const [whose, toWhat] of Object.entries(ends)) {
        it(`a rotation by ${cause} loses against a revocation of ${whose} at any moment`, async () => {
          await atEachStep(
            () => prepare(kind, cause),
            async (own) => {
              const what = await toWhat(own);
              return (copy) => revoke(copy, what);
            },
            async (own, headers, at) => {
              const old = cookieValue(own.browser);
              const live = await listLive(own, [old, ...readChanges(headers)]);
              assert.deepEqual(live, [], `lives on at ${at}`);
            },
          );
        });
      }
    }

    it("a rotation loses against a revocation of the user in progress", async () => {
      let sent = new Headers();
      await atEachStep(
        async () => {
          const own = await createRotating(kind);
          const what = await ends["the person"]?.(own) as Revocation;
          return { own, act: (copy: Rotating) => revoke(copy, what) };
        },
        async (own) => {
          const rotate = await causes.updateSession?.(own) as Act;
          return async (copy) => sent = await rotate(copy);
        },
        async (own, _, at) => {
          const old = cookieValue(own.browser);
          const live = await listLive(own, [old, ...readChanges(sent)]);
          assert.deepEqual(live, [], `lives on at ${at}`);
        },
      );
    });

    it("a rotated session is ended by a sign-out with its previous cookie, also after several rotations", async () => {
      const own = await createRotating(kind);
      const out = await prepareSignOut(own);
      const auth = createAuth(own.flow.makeConfig());
      const values = [cookieValue(own.browser)];
      for (let i = 0; i < 3; i++) {
        const { headers } = await auth
          .updateSession(toRequest(own.browser), {}, { rotate: true });
        const [value = ""] = readChanges(headers);
        values.push(value ?? "");
        own.browser.setCookie(site, headers.getSetCookie()[0] ?? "");
      }
      assert.deepEqual(await listLive(own, values), values.slice(3));
      await out();
      assert.deepEqual(await listLive(own, values), []);
    });

    it("a rotation does not restore a row that the application removed in the meantime", async () => {
      if (!kind.startsWith("database")) return;
      await atEachStep(
        () => prepare(kind, "updateSession"),
        (own) => {
          const token = cookieValue(own.browser);
          return Promise.resolve(async ({ inner }: Rotating) => {
            const key = inner?.hashedTokens ? await hash(token) : token;
            const isThere = await inner?.getSessionAndUser?.(key);
            if (isThere) await inner?.deleteSession?.(key);
          });
        },
        async (own, headers, at) => {
          const old = cookieValue(own.browser);
          const changes = readChanges(headers);
          const live = await listLive(own, [old, ...changes]);
          assert.deepEqual(live, changes.filter(Boolean), `at ${at}`);
          const rows = await own.inner?.listSessionsByUserId?.(own.userId) ??
            own.tables?.sessions;
          assert.equal(rows?.length, live.length, `at ${at}`);
        },
      );
    });

    it("a rotated session is not ended by a copy of a cookie that was rotated long ago", async () => {
      mock.timers.enable({ apis: ["Date"], now: Date.UTC(2026, 5, 15, 12) });
      const own = await createRotating(kind);
      const out = await prepareSignOut(own);
      const auth = createAuth(own.flow.makeConfig());
      const { headers } = await auth
        .updateSession(toRequest(own.browser), {}, { rotate: true });
      mock.timers.tick(3_600_000);
      await out();
      const changes = readChanges(headers);
      assert.deepEqual(await listLive(own, changes), changes);
    });

    it("a rotated session is not ended by the cookie of another user who was signed in before", async () => {
      const own = await createRotating(kind);
      const out = await prepareSignOut(own);
      const old = cookieValue(own.browser);
      own.flow.op.user = { sub: "grace", name: "G", email: "g@example.com" };
      const changes = readChanges(await (await prepareSignIn(own))());
      await out();
      assert.deepEqual(await listLive(own, [old, ...changes]), changes);
    });
  });
}

describe("a revocation of a user whose rows are removed one by one", () => {
  it("the revocation wins over a rotation between the list of rows and their removal", async () => {
    const inner = createMemoryAdapter();
    let meanwhile: () => Promise<unknown> = () => Promise.resolve();
    const adapter: Adapter = {
      ...inner,
      deleteSessionsByUserId: async (userId) => {
        const rows = await inner.listSessionsByUserId?.(userId ?? "") ?? [];
        await meanwhile();
        for (const { sessionToken } of rows) {
          await inner.deleteSession?.(sessionToken);
        }
      },
    };
    const kind = "database, with every capability";
    const own = await createRotating(kind, { adapter });
    const rotate = await causes.updateSession?.(own) as Act;
    const sent: Headers[] = [];
    meanwhile = async () => sent.push(await rotate());
    await revoke(own, { user: own.userId });
    assert.equal(sent.length, 1);
    const old = cookieValue(own.browser);
    const live = await listLive(own, [old, ...readChanges(...sent)]);
    assert.deepEqual(live, []);
    assert.deepEqual(await inner.listSessionsByUserId?.(own.userId), []);
  });
});
