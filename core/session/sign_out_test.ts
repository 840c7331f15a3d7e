import assert from "node:assert/strict";
import { afterEach, describe, it, mock } from "node:test";
import type { AuthConfig } from "@latchkey/auth";
import { randomText } from "../crypto/random.ts";
import {
  assertSignedIn,
  cookieName,
  cookieValue,
  site,
} from "../../testing/app_testkit.ts";
import { defer, endTest, rejections } from "../../testing/checks_testkit.ts";
import {
  createRotating,
  kinds,
  listLive,
  prepareSignOut,
  readChanges,
  readWith,
  type Rotating,
  signOutWith,
} from "./revocation/rotation_testkit.ts";

afterEach(endTest);
afterEach(() => mock.timers.reset());

type Redirect = NonNullable<NonNullable<AuthConfig["callbacks"]>["redirect"]>;

/** Ways in which a `redirect` callback fails. */
const failing: Readonly<Record<string, Redirect>> = {
  "throws": () => {
    throw new Error("of the host");
  },
  "rejects": () => Promise.reject(new Error("of the host")),
  "throws null": () => {
    throw null;
  },
  "never settles": () => new Promise(() => {}),
};

for (const kind of kinds) {
  describe(`a sign-out with a redirect callback (${kind})`, () => {
    for (const [how, fail] of Object.entries(failing)) {
      it(`a redirect callback that ${how} does not keep the session, and the sign-out goes to the default target`, async () => {
        let isBroken = false;
        const asked = defer();
        const own = await createRotating(kind, {
          callbacks: {
            redirect: (message) => {
              if (!isBroken) return message.url;
              asked.resolve();
              return fail(message);
            },
          },
        });
        const value = cookieValue(own.browser);
        const act = await prepareSignOut(own);
        mock.timers.enable({ apis: ["setTimeout"] });
        isBroken = true;
        own.flow.told.length = 0;
        const done = act();
        await asked.promise;
        // A browser that does not wait for the answer is signed out as well.
        assert.deepEqual(await listLive(own, [value]), []);
        mock.timers.tick(10_000);
        const answer = await done;
        mock.timers.reset();
        assert.deepEqual(readChanges(answer), [null]);
        assert.match(answer.get("cache-control") ?? "", /\bno-store\b/);
        const last = own.flow.answers.at(-1);
        assert.equal(last?.status, 200);
        assert.equal(JSON.parse(last?.body ?? "").url, `${site}/`);
        assert.deepEqual(await listLive(own, [value]), []);
        assert.deepEqual(own.flow.names(), ["signOut"]);
        const errors = own.flow.log.filter(({ level }) => level === "error");
        assert.equal(errors.length, 1);
        assert.match(
          errors[0]?.text ?? "",
          /The redirect callback failed at a sign-out; the default target/,
        );
        assert.ok(!errors[0]?.text.includes(value));
        assert.deepEqual(rejections, []);
      });
    }
  });
}

/** Creates the cookies of several sessions of one user. */
async function createMany(own: Rotating, count: number): Promise<string[]> {
  const values = [cookieValue(own.browser)];
  while (values.length < count) {
    const browser = own.flow.createBrowser();
    await assertSignedIn(own.flow, browser);
    values.push(cookieValue(browser));
  }
  return values;
}

function assertFailed(answer: Response, own: Rotating, why: RegExp): void {
  assert.deepEqual(readChanges(answer.headers), []);
  assert.match(answer.headers.get("cache-control") ?? "", /\bno-store\b/);
  const { body = "" } = own.flow.answers.at(-1) ?? {};
  assert.match(body, /error=SignOutError/);
  assert.ok(own.flow.log.some(({ text }) => why.test(text)));
  assert.deepEqual(rejections, []);
}

for (const kind of kinds) {
  describe(`a sign-out with many session cookies (${kind})`, () => {
    it("a sign-out ends all of sixteen sessions, wherever their cookies stand and however often", async () => {
      const own = await createRotating(kind);
      const values = await createMany(own, 16);
      const copies = values.flatMap((value) => [value, value]);
      const answer = await signOutWith(own, [...copies, ...values]);
      assert.deepEqual(readChanges(answer.headers), [null]);
      assert.deepEqual(await listLive(own, values), []);
    });

    it("a sign-out ends the session that comes after fifteen invalid cookies", async () => {
      const own = await createRotating(kind);
      const value = cookieValue(own.browser);
      const junk = Array.from({ length: 15 }, () => randomText(32));
      const answer = await signOutWith(own, [...junk, value]);
      assert.deepEqual(readChanges(answer.headers), [null]);
      assert.deepEqual(await listLive(own, [value]), []);
    });

    it("a sign-out with more than sixteen cookies does not claim to have ended all sessions", async () => {
      const own = await createRotating(kind);
      const values = await createMany(own, 18);
      own.flow.told.length = 0;
      const answer = await signOutWith(own, values);
      assertFailed(answer, own, /more than 16 different session cookies/);
      const live = await listLive(own, values);
      assert.deepEqual(live, values.slice(16));
      assert.equal(own.flow.told.length, 16);
      const again = await signOutWith(own, live);
      assert.deepEqual(readChanges(again.headers), [null]);
      assert.deepEqual(await listLive(own, values), []);
    });

    it("a request with too many session cookies has no session, so that a planted one is not accepted", async () => {
      const own = await createRotating(kind);
      const junk = Array.from({ length: 16 }, () => randomText(32));
      const value = cookieValue(own.browser);
      const all = [value, ...junk].join(`; ${cookieName.session}=`);
      const { session } = await readWith(own.flow, all);
      assert.equal(session, null);
      assert.ok(
        own.flow.log.some(({ text }) => /more than 16; all were/.test(text)),
      );
    });

    it("a sign-out waits for all event handlers at once", async () => {
      let waiting = 0;
      let open: () => void = () => {};
      const all = new Promise<void>((resolve) => open = resolve);
      const own = await createRotating(kind, {
        events: {
          signOut: async () => {
            if (++waiting === 3) open();
            await all;
          },
        },
      });
      const values = await createMany(own, 3);
      const answer = await signOutWith(own, values);
      assert.deepEqual(readChanges(answer.headers), [null]);
    });
  });
}

describe("a sign-out with a duplicate part of a session cookie", () => {
  it("the sign-out does not claim to have ended the session", async () => {
    const own = await createRotating("jwt, without an adapter");
    const value = cookieValue(own.browser);
    const middle = Math.ceil(value.length / 2);
    const parts = [
      `${cookieName.session}.0=2~${value.slice(0, middle)}`,
      `${cookieName.session}.1=${value.slice(middle)}`,
    ];
    const planted = `${cookieName.session}.1=planted`;
    assert.equal(
      (await readWith(own.flow, `; ${parts.join("; ")}`)).session === null,
      false,
    );
    const answer = await signOutWith(own, [], [...parts, planted]);
    assertFailed(answer, own, /part of a session cookie twice/);
    assert.deepEqual(await listLive(own, [value]), [value]);
    const again = await signOutWith(own, [], parts);
    assert.notDeepEqual(again.headers.getSetCookie(), []);
    assert.deepEqual(await listLive(own, [value]), []);
  });
});
