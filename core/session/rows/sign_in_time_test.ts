import assert from "node:assert/strict";
import { afterEach, describe, it, mock } from "node:test";
import {
  type Adapter,
  type AuthConfig,
  createAuth,
  createMemoryStore,
} from "@latchkey/auth";
import { createMemoryAdapter } from "@latchkey/auth/adapters/memory";
import {
  createPlainAdapter,
  createTables,
  createUserFlow,
  type UserFlow,
} from "../../accounts/users_testkit.ts";
import { hash } from "../../crypto/hash.ts";
import {
  assertSignedIn,
  cookieValue,
  site,
  toRequest,
} from "../../../testing/app_testkit.ts";
import { endTest } from "../../../testing/checks_testkit.ts";
import {
  readChanges,
  readWith,
  toForm,
} from "../revocation/rotation_testkit.ts";

afterEach(endTest);
afterEach(() => mock.timers.reset());

const DAY = 86_400_000;
const NOON = Date.UTC(2026, 5, 15, 12);
const session = {
  generateSessionToken: () => `own.token-${crypto.randomUUID()}`,
  maxAge: 10 * 86_400,
  absoluteMaxAge: 30 * 86_400,
};

/** Creates a site with its own tokens and a user who signed in at noon. */
async function createOwn(
  config: Partial<AuthConfig> = {},
  adapter?: Adapter,
) {
  mock.timers.enable({ apis: ["Date"], now: NOON });
  const tables = createTables();
  const flow = await createUserFlow({
    session,
    ...config,
    adapter: adapter ?? createPlainAdapter(tables),
  });
  const browser = flow.createBrowser();
  await assertSignedIn(flow, browser);
  return { flow, browser, tables };
}

/** The adapters that do not keep the time of a sign-in. */
const adapters: Readonly<Record<string, () => Adapter>> = {
  "a published adapter": () => createPlainAdapter(),
  "an adapter that gets hashes": () => {
    const { sessionDetails: _, ...adapter } = createMemoryAdapter();
    return adapter;
  },
};

/** Uses a session each day; returns the day on which it was over. */
async function useDaily(
  flow: UserFlow,
  first: string,
  change: (value: string) => string = (value) => value,
): Promise<number> {
  let value = first;
  for (let day = 1; day <= 400; day++) {
    mock.timers.tick(DAY);
    const read = await readWith(flow, change(value));
    if (read.session === null) return day;
    const [renewed] = readChanges(read.headers);
    if (renewed) value = renewed;
  }
  return Infinity;
}

/** Strips the suffix of the token from a cookie's value. */
function toBare(value: string): string {
  return value.replace(/\.[0-9a-z]+\.[\w-]+$/, "");
}

describe("absoluteMaxAge with an application's own tokens", () => {
  for (const [name, create] of Object.entries(adapters)) {
    it(`a session that is used each day ends, with ${name} [ASVS-7.3.2]`, async () => {
      const { flow, browser } = await createOwn({}, create());
      assert.equal(await useDaily(flow, cookieValue(browser)), 30);
    });

    it(`a rotated session ends on the same day, with ${name}`, async () => {
      const { flow, browser } = await createOwn({}, create());
      mock.timers.tick(5 * DAY);
      const auth = createAuth(flow.makeConfig());
      const { headers } = await auth
        .updateSession(toRequest(browser), {}, { rotate: true });
      const [value] = readChanges(headers);
      assert.equal(await useDaily(flow, value ?? ""), 25);
    });

    it(`a session without the time ends, with ${name}`, async () => {
      const { flow, browser } = await createOwn({}, create());
      const value = cookieValue(browser);
      assert.notEqual(toBare(value), value);
      assert.equal(await useDaily(flow, value, toBare), 10);
    });

    it(`a session without the time cannot be continued by rotating, with ${name}`, async () => {
      const { flow, browser } = await createOwn({}, create());
      let value = toBare(cookieValue(browser));
      const auth = createAuth(flow.makeConfig());
      let day = 0;
      for (; value !== "" && day < 50; day++) {
        mock.timers.tick(DAY);
        const cookie = `__Host-latchkey.session=${value}`;
        const request = new Request(site, { headers: { cookie } });
        const { headers } = await auth
          .updateSession(request, {}, { rotate: true });
        value = toBare(readChanges(headers)[0] ?? "");
      }
      assert.equal(day, 10);
    });
  }

  it("the adapter gets exactly the token that was made", async () => {
    const made: string[] = [];
    const generateSessionToken = () => {
      made.push(session.generateSessionToken());
      return made.at(-1) ?? "";
    };
    const own = { ...session, generateSessionToken };
    const { flow, browser, tables } = await createOwn({ session: own });
    assert.deepEqual(tables.sessions.map((one) => one.sessionToken), made);
    const value = cookieValue(browser);
    assert.ok(value.startsWith(`${made[0]}.`));
    const { sessionDetails: _, ...hashed } = createMemoryAdapter();
    const other = await createUserFlow({ session: own, adapter: hashed });
    await assertSignedIn(other);
    const key = await hash(made[1] ?? "");
    assert.ok(await hashed.getSessionAndUser?.(key));
    const out = await flow.handler(await toForm(browser, "signout"));
    assert.deepEqual(readChanges(out.headers), [null]);
    assert.deepEqual(tables.sessions, []);
  });

  it("a time that was changed, or belongs to another session or secret, is refused", async () => {
    const { flow, browser } = await createOwn();
    const value = cookieValue(browser);
    const [, token = "", time = "", code = ""] =
      /^(.+)\.([0-9a-z]+)\.([\w-]+)$/.exec(value) ?? [];
    const later = (parseInt(time, 36) + 20 * DAY).toString(36);
    const other = flow.createBrowser();
    await assertSignedIn(flow, other);
    const [stolen = ""] = /\.[0-9a-z]+\.[\w-]+$/.exec(cookieValue(other)) ?? [];
    const foreign = await createUserFlow({ session });
    const elsewhere = foreign.createBrowser();
    await assertSignedIn(foreign, elsewhere);
    const bad = [
      `${token}.${later}.${code}`,
      token + stolen,
      `${token}.${time}.${code.slice(0, -1)}${code.endsWith("A") ? "B" : "A"}`,
      `${token}.${time}.${code}.${time}.${code}`,
      `${token}.${time.toUpperCase()}.${code}`,
      `${token}.${time}.${code}`.padEnd(600, "x"),
    ];
    for (const one of bad) {
      const { session, headers } = await readWith(flow, one);
      assert.equal(session, null, one);
      assert.deepEqual(readChanges(headers), [null]);
    }
    assert.ok((await readWith(flow, value)).session);
  });

  it("the time survives a rotation of the secret, and is then sealed with the new one", async () => {
    const { flow, browser } = await createOwn();
    const value = cookieValue(browser);
    const { secret: old } = flow.makeConfig();
    const secrets = ["the secret after it was rotated!", String(old)];
    const both = {
      makeConfig: () => ({ ...flow.makeConfig(), secret: secrets }),
    };
    mock.timers.tick(DAY);
    const read = await readWith(both, value);
    assert.ok(read.session);
    const [renewed = ""] = readChanges(read.headers);
    assert.notEqual(renewed, value);
    assert.equal(toBare(renewed ?? ""), toBare(value));
    const secret = secrets[0];
    const next = { makeConfig: () => ({ ...flow.makeConfig(), secret }) };
    assert.ok((await readWith(next, renewed ?? "")).session);
  });

  it("the cookie holds only the token if the adapter or the token has the time", async () => {
    const { flow } = await createOwn({}, createMemoryAdapter());
    const browser = flow.createBrowser();
    await assertSignedIn(flow, browser);
    assert.match(cookieValue(browser), /^own\.token-[0-9a-f-]{36}$/);
    const plain = await createUserFlow({ adapter: createPlainAdapter() });
    const other = plain.createBrowser();
    await assertSignedIn(plain, other);
    assert.match(cookieValue(other), /^[\w-]{43}\.[0-9a-z]{8,9}$/);
  });

  it("sessions of unknown age are extended as before if absoluteMaxAge is false", async () => {
    const own = { ...session, absoluteMaxAge: false } as const;
    const { flow, browser } = await createOwn({ session: own });
    const value = cookieValue(browser);
    assert.equal(await useDaily(flow, value, toBare), Infinity);
  });

  it("a session that an older version began lasts until its row ends, and no longer", async () => {
    const { flow, browser, tables } = await createOwn();
    const value = toBare(cookieValue(browser));
    mock.timers.tick(5 * DAY);
    const read = await readWith(flow, value);
    assert.ok(read.session);
    assert.deepEqual(readChanges(read.headers), []);
    assert.deepEqual(tables.sessions[0]?.expires, new Date(NOON + 10 * DAY));
    mock.timers.tick(5 * DAY);
    assert.equal((await readWith(flow, value)).session, null);
  });

  it("forms and sign-ins are bound to the token, however the cookie is written", async () => {
    const { flow, browser } = await createOwn({ store: createMemoryStore() });
    const form = await toForm(browser, "signout");
    mock.timers.tick(2 * DAY);
    const read = await readWith(flow, cookieValue(browser));
    const [renewed] = readChanges(read.headers);
    assert.ok(renewed);
    const answer = await flow.handler(form);
    assert.deepEqual(readChanges(answer.headers), [null]);
    assert.equal((await readWith(flow, renewed)).session, null);
  });
});
