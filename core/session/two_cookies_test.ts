import assert from "node:assert/strict";
import { afterEach, describe, it } from "node:test";
import { createAuth, createMemoryStore } from "@latchkey/auth";
import {
  assertSignedIn,
  cookieName,
  cookieValue,
} from "../../testing/app_testkit.ts";
import { endTest } from "../../testing/checks_testkit.ts";
import {
  createRotating,
  type Kind,
  kinds,
  listLive,
  prepareSignIn,
  readChanges,
  readWith,
  signOutWith,
  toSeveral,
} from "./revocation/rotation_testkit.ts";

afterEach(endTest);

/** Creates a browser with two valid cookies, one of them planted; returns their values, too. */
async function createTwo(kind: Kind) {
  const own = await createRotating(kind);
  const mine = cookieValue(own.browser);
  own.flow.op.user = { sub: "eve", name: "Eve", email: "eve@example.com" };
  const other = own.flow.createBrowser();
  await assertSignedIn(own.flow, other);
  const planted = cookieValue(other);
  return { own, mine, planted };
}

for (const kind of kinds) {
  describe(`a browser that sends two valid session cookies (${kind})`, () => {
    for (const order of ["mine first", "the planted one first"]) {
      it(`a sign-out ends both sessions, ${order}, and clears the cookie [TOSS-01]`, async () => {
        const { own, mine, planted } = await createTwo(kind);
        const both = order === "mine first" ? [mine, planted] : [planted, mine];
        own.flow.told.length = 0;
        const answer = await signOutWith(own, both);
        assert.equal(answer.status, 200);
        assert.match(answer.headers.get("cache-control") ?? "", /\bno-store\b/);
        assert.deepEqual(readChanges(answer.headers), [null]);
        assert.deepEqual(await listLive(own, both), []);
        assert.deepEqual(own.flow.names(), ["signOut", "signOut"]);
        for (const { text } of own.flow.log) {
          for (const value of both) assert.ok(!text.includes(value));
        }
      });
    }

    it("the browser has no session, and a sign-in ends both [TOSS-01]", async () => {
      const { own, mine, planted } = await createTwo(kind);
      const both = [mine, planted];
      const read = await createAuth(own.flow.makeConfig())
        .session(toSeveral(both, ""));
      assert.equal(read.session, null);
      own.flow.op.user = { sub: "user-1", name: "A", email: "ada@example.com" };
      const again = await prepareSignIn({
        ...own,
        flow: {
          ...own.flow,
          handler: (request) => {
            const headers = new Headers(request.headers);
            const cookie = headers.get("cookie") ?? "";
            const second = `${cookieName.session}=${planted}`;
            headers.set("cookie", `${cookie}; ${second}`);
            return own.flow.handler(new Request(request, { headers }));
          },
        },
      });
      const changes = readChanges(await again());
      assert.deepEqual(await listLive(own, [...both, ...changes]), changes);
      assert.equal(changes.length, 1);
    });
  });
}

describe("signing out of two sessions", () => {
  it("the sign-out is reported as failed if one session could not be ended, and the cookies stay", async () => {
    const inner = createMemoryStore();
    let left = Infinity;
    const store = {
      ...inner,
      set: (key: string, value: string, ttl: number) => {
        if (key.startsWith("revoked:") && left-- <= 0) throw new Error("down");
        return inner.set(key, value, ttl);
      },
    };
    const own = await createRotating("jwt, without an adapter", { store });
    const mine = cookieValue(own.browser);
    const other = own.flow.createBrowser();
    await assertSignedIn(own.flow, other);
    const both = [mine, cookieValue(other)];
    left = 1;
    const answer = await signOutWith(own, both);
    assert.match((await answer.json()).url, /error=SignOutError|signout/);
    assert.deepEqual(readChanges(answer.headers), []);
    left = Infinity;
    const again = await signOutWith(own, both);
    assert.deepEqual(readChanges(again.headers), [null]);
    assert.deepEqual(await listLive(own, both), []);
    assert.equal((await readWith(own.flow, mine)).session, null);
  });
});
