import assert from "node:assert/strict";
import { setImmediate } from "node:timers/promises";
import { afterEach, beforeEach, describe, it, mock } from "node:test";
import {
  Auth,
  type AuthConfig,
  createAuth,
  createMemoryStore,
  type Revocation,
  type Store,
} from "@latchkey/auth";
import { authorize, start, toRequest } from "../../../testing/app_testkit.ts";
import { endTest, rejections } from "../../../testing/checks_testkit.ts";
import {
  createRotating,
  type Kind,
  kinds,
  listLive,
  prepareSignIn,
  readChanges,
  type Rotating,
} from "../revocation/rotation_testkit.ts";

const NOON = Date.UTC(2026, 5, 15, 12);

beforeEach(() => mock.timers.enable({ apis: ["Date"], now: NOON }));
afterEach(endTest);
afterEach(() => mock.timers.reset());

/**
 * Ends every session of the user who signs in, on one copy of the site; returns
 * the cookie of a session that begins with it.
 */
type End = (copy: Rotating) => Promise<string | null>;

const ends: Readonly<Record<string, (own: Rotating) => Promise<End>>> = {
  "revocation of the user": async (own) => {
    const user = await readSub(own);
    return (copy) => revoke(copy, { user });
  },
  "revocation of all users": () =>
    Promise.resolve((copy) => revoke(copy, { all: true })),
  "take-over of the user's address": async ({ flow, second }) => {
    const { email } = flow.op.user;
    second.user = { sub: "owner", email, email_verified: true };
    const browser = flow.createBrowser();
    const url = await start(browser, { id: "second" });
    const { headers } = toRequest(browser);
    return async ({ flow }) => {
      const back = await authorize(flow.createBrowser(), url);
      const config = toOtherProcess(flow.makeConfig());
      const answer = await Auth(new Request(back, { headers }), config);
      const [value = null] = readChanges(answer.headers);
      assert.notEqual(value, null, "the address was not taken over");
      return value;
    };
  },
};

/** Copies a configuration so that it counts as another process's, which shares no queue with this one. */
function toOtherProcess(config: AuthConfig): AuthConfig {
  const { providers } = config;
  assert.ok(Array.isArray(providers));
  return {
    ...config,
    session: { ...config.session, updateAge: 86_399 },
    providers: providers.map((one) => ({
      ...one,
      allowDangerousEmailAccountLinking: true,
    })),
  };
}

async function revoke({ flow }: Rotating, what: Revocation): Promise<null> {
  await createAuth(flow.makeConfig()).revoke(what);
  return null;
}

/** Reads the id of the user whose cookie a browser has. */
async function readSub({ browser, flow, userId }: Rotating): Promise<string> {
  if (userId !== "") return userId;
  let id = "";
  const auth = createAuth({
    ...flow.makeConfig(),
    callbacks: {
      session: ({ session, token }) => {
        id = String(token.sub);
        return session;
      },
    },
  });
  await auth.session(toRequest(browser));
  return id;
}

function listEnds(kind: Kind): string[] {
  // Without an adapter that can list accounts there is no take-over.
  const canTakeOver = kind === "jwt, with an adapter" ||
    kind === "database, with every capability";
  return Object.keys(ends).slice(0, canTakeOver ? 3 : 2);
}

/** Whether this is a call, and not the hook that gives a memory store the log. */
const isCall = (name: string) => !name.startsWith("Symbol");

/** Creates a site whose user, with an unverified address, is about to sign in again. */
async function prepare(
  kind: Kind,
  { isSameBrowser, ...config }: Partial<AuthConfig> & {
    isSameBrowser: boolean;
  },
) {
  const own = await createRotating(kind, config, isCall);
  const { flow, inner, userId } = own;
  flow.op.user = { ...flow.op.user, email_verified: undefined };
  await inner?.updateUser?.({ id: userId, emailVerified: null });
  mock.timers.tick(1000);
  const browser = isSameBrowser ? own.browser : flow.createBrowser();
  const signIn = await prepareSignIn({ ...own, browser });
  return { own, signIn };
}

/** Creates a copy of a site that was prepared, at the time of its preparation. */
async function copyAt(own: Rotating): Promise<Rotating> {
  mock.timers.setTime(NOON + 1000);
  return await own.copy();
}

async function countRows({ inner, userId }: Rotating): Promise<number> {
  return (await inner?.listSessionsByUserId?.(userId))?.length ?? 0;
}

for (const kind of kinds) {
  describe(`a sign-in in progress (${kind})`, () => {
    for (const end of listEnds(kind)) {
      for (const isSameBrowser of [false, true]) {
        const where = isSameBrowser ? "its" : "another";
        it(`a sign-in in ${where} browser does not survive a ${end} at any call`, async () => {
          const { own: first, signIn } = await prepare(kind, { isSameBrowser });
          const toEnd = await ends[end]?.(first);
          assert.ok(toEnd);
          for (let at = 0, isOver = false; !isOver; at++) {
            assert.ok(at < 60, "it never ends");
            const own = await copyAt(first);
            let begun: string | null = null;
            own.steps.watch(at, async () => {
              mock.timers.tick(1);
              begun = await toEnd(own);
            });
            const headers = await signIn(own);
            isOver = !own.steps.stop();
            const values = readChanges(headers);
            const live = await listLive(own, [...values, begun]);
            if (isOver) {
              assert.ok(at > 0);
              assert.equal(live.length, 1, "it fails undisturbed");
              continue;
            }
            assert.deepEqual(live, [begun].filter(Boolean), `at ${at}`);
            if (kind === "database, with every capability") {
              assert.equal(await countRows(own), live.length, `at ${at}`);
            }
            assert.match(headers.get("cache-control") ?? "", /\bno-store\b/);
            await setImmediate();
            assert.deepEqual(rejections, []);
          }
        });
      }
    }
  });
}

type GroupRevocation = Exclude<Revocation, { readonly session: string }>;

const kind = "database, with every capability";
const groups: Readonly<Record<string, (own: Rotating) => GroupRevocation>> = {
  "the user": ({ userId }) => ({ user: userId }),
  "all users": () => ({ all: true }),
};

for (const [whose, toWhat] of Object.entries(groups)) {
  describe(`a revocation of ${whose} if the clock stands still`, () => {
    it("the revocation ends no session of a later sign-in", async () => {
      const { own, signIn } = await prepare(kind, { isSameBrowser: false });
      await revoke(own, toWhat(own));
      const values = readChanges(await signIn());
      assert.equal(values.length, 1);
      assert.deepEqual(await listLive(own, values), values);
    });

    it("the revocation ends the session that a sign-in is storing", async () => {
      const inner = createMemoryStore();
      let meanwhile: (() => Promise<unknown>) | null = null;
      const store: Store = {
        ...inner,
        get: async (keys) => {
          const values = await inner.get(keys);
          const now = keys.includes("revoked:all") ? meanwhile : null;
          if (now !== null) meanwhile = null;
          await now?.();
          return values;
        },
      };
      const { own, signIn } = await prepare(kind, {
        isSameBrowser: false,
        store,
      });
      meanwhile = () => revoke(own, toWhat(own));
      const headers = await signIn();
      assert.deepEqual(readChanges(headers), []);
      assert.match(headers.get("location") ?? "", /error=SignInRequired/);
      assert.equal(meanwhile, null);
      assert.equal(await countRows(own), 0);
    });

    it("a revocation for a time before the sign-in ends no session of it", async () => {
      const { own: first, signIn } = await prepare(kind, {
        isSameBrowser: false,
      });
      for (let at = 0, isOver = false; !isOver; at++) {
        const own = await copyAt(first);
        const before = Date.now() - 500;
        own.steps.watch(at, () => revoke(own, { ...toWhat(own), before }));
        const values = readChanges(await signIn(own));
        isOver = !own.steps.stop();
        assert.deepEqual(await listLive(own, values), values, `at ${at}`);
        assert.equal(values.length, 1);
      }
    });
  });

  it(`a revocation of ${whose} ends a sign-in that continues after the revocation's mark has expired`, async () => {
    const { own: first, signIn } = await prepare(kind, {
      isSameBrowser: false,
    });
    for (let at = 0, isOver = false; !isOver; at++) {
      const own = await copyAt(first);
      own.steps.watch(at, async () => {
        mock.timers.tick(1);
        await revoke(own, toWhat(own));
        mock.timers.tick(3_600_000);
      });
      const values = readChanges(await signIn(own));
      isOver = !own.steps.stop();
      if (isOver) continue;
      assert.deepEqual(await listLive(own, values), [], `at ${at}`);
      assert.equal(await countRows(own), 0, `at ${at}`);
    }
  });
}
