import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it, mock } from "node:test";
import {
  type Adapter,
  type AuthConfig,
  createAuth,
  createMemoryStore,
  type Store,
} from "@latchkey/auth";
import { createMemoryAdapter } from "@latchkey/auth/adapters/memory";
import { createPlainAdapter, createTables } from "../accounts/users_testkit.ts";
import { endTest } from "../../testing/checks_testkit.ts";
import { toRequest } from "../../testing/app_testkit.ts";
import {
  createRotating,
  type Kind,
  kinds,
  prepareSignOut,
  readChanges,
  type Rotating,
} from "./revocation/rotation_testkit.ts";

const NOON = Date.UTC(2026, 5, 15, 12);

beforeEach(() => mock.timers.enable({ apis: ["Date"], now: NOON }));
afterEach(endTest);
afterEach(() => mock.timers.reset());

/**
 * Creates a site whose next read sees the session as it was before some change:
 * as if another process had made the change during the read.
 */
async function createLate(kind: Kind, config: Partial<AuthConfig>) {
  const late = { marks: 0, rows: 0 };
  const isJwt = kind.startsWith("jwt");
  const inner = createMemoryStore();
  const store: Store = {
    ...inner,
    get: async (keys) =>
      keys[0]?.startsWith("revoked:") && late.marks-- > 0
        ? keys.map(() => null)
        : await inner.get(keys),
  };
  let row: Awaited<ReturnType<NonNullable<Adapter["getSessionAndUser"]>>> =
    null;
  const users: Adapter = kind.endsWith("published adapter")
    ? createPlainAdapter(createTables())
    : createMemoryAdapter();
  const adapter: Adapter = {
    ...users,
    getSessionAndUser: async (token) => {
      if (late.rows-- > 0) return row;
      const found = await users.getSessionAndUser?.(token) ?? null;
      row = found ?? row;
      return structuredClone(found);
    },
    updateSession: async (session) => {
      const isThere = await users.getSessionAndUser?.(session.sessionToken);
      return isThere ? await users.updateSession?.(session) : null;
    },
  };
  const own = await createRotating(kind, {
    ...config,
    store,
    adapter,
    session: { updateAge: 0, ...config.session },
  });
  // Stored beforehand, so that the late read can be given it.
  await createAuth(own.flow.makeConfig()).session(toRequest(own.browser));
  const startLate = () => {
    late.marks = isJwt || kind.endsWith("published adapter") ? 1 : 0;
    late.rows = isJwt ? 0 : 1;
  };
  return { own, startLate };
}

type Read = (own: Rotating, request: Request) => Promise<{
  readonly session: unknown;
  readonly headers: Headers;
}>;

interface Writing {
  readonly read: Read;
  readonly config?: Partial<AuthConfig>;
}

const toAuth = ({ flow }: Rotating, config: Partial<AuthConfig> = {}) =>
  createAuth({ ...flow.makeConfig(), ...config });

/** Every read that writes a cookie without a new id. */
const renewals: Readonly<Record<string, Writing>> = {
  "a renewal": { read: (own, request) => toAuth(own).session(request) },
  "a renewal by GET /session": {
    read: async ({ flow }, { headers }) => {
      const url = "https://app.example/auth/session";
      const answer = await flow.handler(new Request(url, { headers }));
      return { session: await answer.json(), headers: answer.headers };
    },
  },
  "a renewal by updateSession": {
    read: (own, request) => toAuth(own).updateSession(request, {}),
  },
};

const writes: Readonly<Record<string, Writing>> = {
  ...renewals,
  "a new secret": {
    config: { session: { updateAge: 86_400 } },
    read: (own, request) => {
      const { secret } = own.flow.makeConfig();
      const secrets = ["a new secret of this site, long enough", `${secret}`];
      return toAuth(own, { secret: secrets }).session(request);
    },
  },
  "a jwt callback that changes the claims": {
    config: { session: { updateAge: 86_400 } },
    read: (own, request) =>
      toAuth(own, {
        callbacks: { jwt: ({ token }) => ({ ...token, seen: Date.now() }) },
      }).session(request),
  },
  "an update": {
    config: { session: { updateAge: 86_400 } },
    read: (own, request) => toAuth(own).updateSession(request, {}),
  },
};

/** Changes by another process; each returns the effect of the late read on the cookie. */
const others: Readonly<
  Record<string, (own: Rotating) => Promise<readonly (string | null)[]>>
> = {
  "rotated": async (own) => {
    const { headers } = await toAuth(own)
      .updateSession(toRequest(own.browser), {}, { rotate: true });
    assert.equal(readChanges(headers).length, 1);
    return [];
  },
  "signed out": async (own) => {
    await (await prepareSignOut({ ...own, browser: own.browser.clone() }))();
    return [null];
  },
  "revoked": async (own) => {
    await toAuth(own).revoke({ all: true });
    return [null];
  },
};

for (const kind of kinds) {
  const table = kind.startsWith("jwt") ? writes : renewals;
  describe(`a session that another process has ended since it was read (${kind})`, () => {
    for (const [by, { read, config = {} }] of Object.entries(table)) {
      for (const [what, act] of Object.entries(others)) {
        it(`a session that was ${what} gets no cookie by ${by}`, async () => {
          const { own, startLate } = await createLate(kind, config);
          mock.timers.tick(2000);
          const request = toRequest(own.browser);
          const expected = await act(own);
          startLate();
          const { session, headers } = await read(own, request);
          assert.deepEqual(readChanges(headers), expected);
          assert.equal(session, null);
        });
      }
    }
  });
}

describe("a cached answer of the store", () => {
  const session = { revocationCheck: 60, updateAge: 10 };
  const cases = [
    [kinds[0], "rotated"],
    [kinds[0], "signed out"],
    [kinds[0], "revoked"],
    [kinds[3], "revoked"],
  ] as const;
  for (const [kind, what] of cases) {
    it(`no cookie is written for a session that another process has ${what} (${kind})`, async () => {
      const { own, startLate } = await createLate(kind, { session });
      mock.timers.tick(1000);
      const { browser } = own;
      const expected = await others[what]?.(own);
      // The session was found live before the other process ended it.
      startLate();
      const first = await toAuth(own).session(toRequest(browser));
      assert.notEqual(first.session, null);
      mock.timers.tick(4000);
      const memo = await toAuth(own).session(toRequest(browser));
      assert.notEqual(memo.session, null, "nothing is remembered");
      mock.timers.tick(5000);
      const due = await toAuth(own).session(toRequest(browser));
      assert.equal(due.session, null);
      assert.deepEqual(readChanges(due.headers), expected);
    });
  }
});
