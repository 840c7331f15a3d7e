import assert from "node:assert/strict";
import { afterEach, describe, it, mock } from "node:test";
import { toHostRequest } from "../../pipeline/host/host_request.ts";
import { toIncoming } from "../../pipeline/host/web_request.ts";
import { visitAnew } from "../../pipeline/host/errands.ts";
import { endTest } from "../../../testing/checks_testkit.ts";
import {
  assertSignedIn,
  cookieValue,
  post,
  readSession,
  site,
  toRequest,
} from "../../../testing/app_testkit.ts";
import { isMet } from "../demand.ts";
import { FRESH } from "../fresh.ts";
import { toStrategy } from "../strategy.ts";
import { endOthers } from "./end_others.ts";
import { createRotating, kinds, type Rotating } from "./rotation_testkit.ts";

const DAY = 86_400_000;

afterEach(endTest);
afterEach(() => mock.timers.reset());

/** Whether the proof of a browser's user is new enough to change the account. */
async function isFresh({ flow, browser }: Rotating): Promise<boolean> {
  const request = toRequest(browser);
  const host = toHostRequest(request, toIncoming(request), flow.makeConfig());
  const { value } = await visitAnew<boolean>(host, {
    refused: false,
    changes: true,
    act: async (ctx) => {
      const present = await toStrategy(ctx).find(ctx);
      const value = present !== null && isMet(FRESH, present, ctx.now);
      return { value, cookies: [] };
    },
  });
  return value;
}

/** Ends the other sessions from a browser, and gives it the cookies. */
async function endFrom({ flow, browser }: Rotating): Promise<void> {
  const request = toRequest(browser);
  const host = toHostRequest(request, toIncoming(request), flow.makeConfig());
  const { cookies } = await visitAnew<boolean>(host, {
    refused: false,
    changes: true,
    act: async (ctx) => {
      const present = await toStrategy(ctx).find(ctx);
      const { userId = "" } = present ?? {};
      const { cookies } = await endOthers(ctx, userId);
      return { value: true, cookies };
    },
  });
  for (const { name, value } of cookies) {
    browser.setCookie(site, `${name}=${value}; path=/; secure`);
  }
}

for (const kind of kinds) {
  describe(`ending all other sessions of a user (${kind})`, () => {
    it("the present session goes on with a new id, and no other does", async () => {
      const own = await createRotating(kind);
      const { browser } = own;
      const other = own.flow.createBrowser();
      await assertSignedIn(own.flow, other);
      const thief = browser.clone();
      const before = cookieValue(browser);
      await endFrom(own);
      assert.notEqual(cookieValue(browser), before);
      assert.equal((await readSession(browser))?.user?.name, "Ada Lovelace");
      assert.equal(await readSession(other), null);
      assert.equal(await readSession(thief), null);
    });

    it("a late answer to the old cookie does not clear the new one", async () => {
      const own = await createRotating(kind);
      const late = own.browser.clone();
      await endFrom(own);
      const answer = await late.fetch(`${site}/auth/session`);
      assert.equal(await answer.json(), null);
      assert.equal(answer.headers.get("set-cookie"), null);
    });

    it("it can be done again, and a sign-out ends what is left", async () => {
      const own = await createRotating(kind);
      await endFrom(own);
      await endFrom(own);
      assert.ok(await readSession(own.browser));
      const copy = own.browser.clone();
      await post(own.browser, "signout");
      assert.equal(await readSession(copy), null);
    });

    it("neither the proof nor the session is younger for it", async () => {
      mock.timers.enable({ apis: ["Date"], now: Date.UTC(2026, 5, 1) });
      const own = await createRotating(kind);
      mock.timers.tick(5 * 60_000);
      await endFrom(own);
      mock.timers.tick(4 * 60_000);
      await endFrom(own);
      assert.equal(await isFresh(own), true);
      mock.timers.tick(2 * 60_000);
      assert.equal(await isFresh(own), false);
      for (let day = 0; day < 80; day += 20) {
        mock.timers.tick(20 * DAY);
        await endFrom(own);
        assert.ok(await readSession(own.browser), `day ${day}`);
      }
      mock.timers.tick(11 * DAY);
      assert.equal(await readSession(own.browser), null);
    });

    it("a sign-out with the old cookie at any moment leaves no session", async () => {
      for (let at = 0, hasHappened = true; hasHappened; at++) {
        const own = await createRotating(kind);
        const old = own.browser.clone();
        own.steps.watch(at, async () => void await post(old, "signout"));
        await endFrom(own);
        hasHappened = own.steps.stop();
        if (!hasHappened) continue;
        assert.equal(await readSession(own.browser), null, `step ${at}`);
      }
    });

    it("if the store or the adapter fails, there is an error or nothing has failed", async () => {
      for (let at = 0, hasHappened = true; hasHappened; at++) {
        const own = await createRotating(kind);
        const other = own.flow.createBrowser();
        await assertSignedIn(own.flow, other);
        own.steps.fail(at, "before");
        const error = await endFrom(own).then(() => null, (one) => one);
        hasHappened = own.steps.stop();
        if (error !== null) continue;
        assert.equal(await readSession(other), null, `step ${at}`);
      }
    });
  });
}
