import assert from "node:assert/strict";
import { afterEach, describe, it, mock } from "node:test";
import type { AuthConfig } from "@latchkey/auth";
import {
  type App,
  approach,
  arrive,
  assertSignedIn,
  createApp,
  readSession,
  site,
} from "../../testing/app_testkit.ts";
import {
  assertNoRejections,
  endTest,
  until,
} from "../../testing/checks_testkit.ts";
import { limitTime, waitForHost } from "./timeout.ts";

afterEach(endTest);

/** Lets a callback's time pass, once it has been called. */
async function passTime<T>(
  work: Promise<T>,
  isCalled: () => boolean,
): Promise<T> {
  await until(isCalled);
  mock.timers.tick(10_000);
  return await work;
}

/** Creates a flow whose callback hangs from now on. */
async function createHanging(
  name: keyof NonNullable<AuthConfig["callbacks"]>,
): Promise<
  { flow: App; hang: (does: boolean) => void; isCalled: () => boolean }
> {
  let hangs = false;
  let called = false;
  const never = new Promise<never>(() => {});
  const pass: Record<string, (message: never) => unknown> = {
    signIn: () => true,
    redirect: ({ url }: { url: string }) => url,
    jwt: ({ token }: { token: unknown }) => token,
    session: ({ session }: { session: unknown }) => session,
  };
  const callback = (message: never) => {
    called = hangs;
    return hangs ? never : pass[name]?.(message);
  };
  const flow = await createApp({
    config: { callbacks: { [name]: callback } },
  });
  return {
    flow,
    hang: (does) => hangs = does,
    isCalled: () => called,
  };
}

describe("a callback that hangs [F35]", () => {
  for (const name of ["signIn", "jwt"] as const) {
    it(`a ${name} callback that hangs at sign-in lets no visitor in`, async () => {
      const { flow, hang, isCalled } = await createHanging(name);
      const browser = flow.createBrowser();
      const callback = await approach(browser);
      hang(true);
      mock.timers.enable({ apis: ["setTimeout"] });
      await passTime(arrive(browser, callback), isCalled);
      mock.timers.reset();
      hang(false);
      assert.equal(await readSession(browser), null);
      assert.match(flow.log.map(({ text }) => text).join(), /10000 ms/);
      await assertSignedIn(flow);
    });
  }

  for (const name of ["jwt", "session"] as const) {
    it(`a ${name} callback that hangs at a read is an error, and the session stays`, async () => {
      const { flow, hang, isCalled } = await createHanging(name);
      const browser = flow.createBrowser();
      await assertSignedIn(flow, browser);
      hang(true);
      mock.timers.enable({ apis: ["setTimeout"] });
      const answer = await passTime(
        browser.fetch(`${site}/auth/session`),
        isCalled,
      );
      mock.timers.reset();
      hang(false);
      assert.equal(answer.status, 500);
      assert.ok(await readSession(browser));
    });
  }

  it("a redirect callback that hangs at sign-in ends in an error page", async () => {
    const { flow, hang, isCalled } = await createHanging("redirect");
    const browser = flow.createBrowser();
    const page = await browser.goto(`${site}/auth/signin`);
    hang(true);
    mock.timers.enable({ apis: ["setTimeout"] });
    const answer = await passTime(browser.submit(page), isCalled);
    mock.timers.reset();
    assert.equal(answer.status, 500);
  });
});

describe("limitTime()", () => {
  it("limitTime gives a result that comes in time, and names work that did not", async () => {
    assert.equal(await limitTime(Promise.resolve(7), 1000, "It"), 7);
    mock.timers.enable({ apis: ["setTimeout"] });
    const late: string[] = [];
    const never = new Promise<never>(() => {});
    const waiting = limitTime(never, 1000, "It", (why) => {
      late.push(why.message);
    });
    mock.timers.tick(1000);
    await assert.rejects(waiting, /It took longer than 1000 ms/);
    assert.deepEqual(late, ["It took longer than 1000 ms."]);
  });

  it("limitTime leaves no unhandled rejection if the work fails too late", async () => {
    mock.timers.enable({ apis: ["setTimeout"] });
    let fail = (_: Error) => {};
    const work = new Promise<never>((_, reject) => fail = reject);
    const waiting = limitTime(work, 1000, "It");
    mock.timers.tick(1000);
    await assert.rejects(waiting);
    fail(new Error("too late"));
    await assertNoRejections();
  });

  it("limitTime does not wait for a value that is already there", () => {
    assert.equal(waitForHost(7, "jwt"), 7);
  });
});
