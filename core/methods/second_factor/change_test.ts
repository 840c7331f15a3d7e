/** Changes of second factors at which something else happens at the same time. */

import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it, mock } from "node:test";
import { setImmediate } from "node:timers/promises";
import { createAuth } from "@latchkey/auth";
import { createMemoryAdapter } from "@latchkey/auth/adapters/memory";
import { InvalidRequest, SignInRequired } from "@latchkey/auth/errors";
import { Passkey } from "@latchkey/auth/providers/passkey";
import type { PasswordOptions } from "@latchkey/auth/providers/password";
import type { Browser } from "@latchkey/auth/testing";
import { readSession, site, toRequest } from "../../../testing/app_testkit.ts";
import { defer, endTest } from "../../../testing/checks_testkit.ts";
import { removeApp, type TotpApp } from "../../accounts/factors/factors.ts";
import {
  changeFactors,
  readFactors,
} from "../../accounts/factors/stored_factors.ts";
import { computeTotp, toStep } from "./totp.ts";
import {
  createFactorApp,
  fromBase32,
  giveApp,
  post,
  quick,
  showCode,
  startQuickly,
  toLocation,
  typeCode,
} from "./second_factor_testkit.ts";

beforeEach(() =>
  mock.timers.enable({ apis: ["Date"], now: 1_800_000_000_000 })
);
afterEach(endTest);

type Adapter = ReturnType<typeof createMemoryAdapter>;
type Replace = NonNullable<Adapter["replaceSecret"]>;

/** An app whose adapter can be made to do something else when factors change. */
async function createThis(
  strategy: "jwt" | "database",
  { options = {}, isKept = true }: {
    readonly options?: PasswordOptions;
    /** Whether the adapter can end all sessions of a user. */
    readonly isKept?: boolean;
  } = {},
) {
  const inner = createMemoryAdapter();
  const own: { replace: Replace } = { replace: inner.replaceSecret };
  const { deleteSessionsByUserId, ...plain } = inner;
  const adapter = {
    ...plain,
    ...isKept ? { deleteSessionsByUserId } : {},
    replaceSecret: (change: Parameters<Replace>[0]) => own.replace(change),
  } as Adapter;
  const app = await createFactorApp({
    adapter,
    options,
    more: [quick, Passkey()],
    config: {
      session: { strategy },
      limits: false,
      origin: site,
      experimental: { enableWebAuthn: true },
    },
  });
  const readApps = async () =>
    (await readFactors(app.toContext(), "ada")).apps.map(({ id }) => id);
  return { ...app, inner, own, readApps, auth: createAuth(app.config) };
}
type This = Awaited<ReturnType<typeof createThis>>;

async function signIn(browser: Browser): Promise<void> {
  await startQuickly(browser);
  assert.notEqual(await readSession(browser), null);
}

/** Signs in with the code of a step. */
async function signInWithCode(browser: Browser, step = 0): Promise<void> {
  await typeCode(browser, await startQuickly(browser), await showCode(step));
  assert.notEqual(await readSession(browser), null);
}

/** Begins to set an app up, and returns the form that finishes it. */
async function readSetUp({ auth }: This, browser: Browser) {
  const { enrolment, secret } = await auth.factors
    .beginTotp(toRequest(browser));
  const code = await computeTotp(fromBase32(secret), toStep(Date.now()));
  return { action: "confirm", enrolment, code };
}

for (const strategy of ["jwt", "database"] as const) {
  describe(`setting an app up (${strategy})`, () => {
    for (const isKept of [true, false]) {
      it(`whoever signs in meanwhile is signed out ${isKept ? "by the adapter" : "by marks"}, and its user stays, as old as before`, async () => {
        const app = await createThis(strategy, { isKept });
        const [browser, thief] = [app.createBrowser(), app.createBrowser()];
        await signIn(browser);
        mock.timers.tick(300_000);
        const fields = await readSetUp(app, browser);
        app.own.replace = async (change) => {
          mock.timers.tick(2);
          await signIn(thief);
          mock.timers.tick(2);
          return await app.inner.replaceSecret(change);
        };
        await post(browser, "factors", fields);
        assert.equal((await app.readApps()).length, 1);
        assert.equal(await readSession(thief), null);
        const session = await readSession(browser);
        assert.ok(session?.authentication?.amr?.includes("mfa"));
        mock.timers.tick(300_000);
        const late = await post(browser, "factors", { action: "codes" });
        assert.equal(toLocation(late).pathname, "/auth/signin");
      });
    }

    it("that takes effect after its call timed out signs out whoever came meanwhile, and is told", async () => {
      const app = await createThis(strategy);
      const [browser, thief] = [app.createBrowser(), app.createBrowser()];
      await signIn(browser);
      const fields = await readSetUp(app, browser);
      const { promise: isBack, resolve: comeBack } = defer();
      let late: Promise<boolean> | null = null;
      app.own.replace = (change) => {
        queueMicrotask(() => mock.timers.tick(5000));
        late = isBack.then(() => app.inner.replaceSecret(change));
        return late;
      };
      mock.timers.reset();
      mock.timers.enable({
        apis: ["Date", "setTimeout"],
        now: 1_800_000_000_000,
      });
      const answer = await post(browser, "factors", fields);
      assert.equal(answer.status, 303);
      assert.deepEqual([await app.readApps(), app.mails], [[], []]);
      await signIn(thief);
      mock.timers.tick(1);
      comeBack();
      assert.equal(await late, true);
      await setImmediate();
      assert.equal((await app.readApps()).length, 1);
      assert.equal(app.mails.length, 1);
      assert.equal(await readSession(thief), null);
    });

    it("by a form that is sent twice is done once, and its user stays", async () => {
      const app = await createThis(strategy);
      const browser = app.createBrowser();
      await signIn(browser);
      const fields = await readSetUp(app, browser);
      await Promise.all([
        post(browser, "factors", fields),
        post(browser.clone(), "factors", fields),
      ]);
      assert.equal((await app.readApps()).length, 1);
      assert.equal(app.mails.length, 1);
      assert.notEqual(await readSession(browser), null);
    });
  });

  describe(`where everybody has a second factor (${strategy})`, () => {
    const options = { secondFactor: "required" } as const;

    /** A user with two apps, who is signed in. */
    async function createTwoApps() {
      const app = await createThis(strategy, { options });
      await giveApp(app);
      await changeFactors(app.toContext(), "ada", (factors) => {
        const [phone] = factors.apps as readonly [TotpApp];
        return { ...factors, apps: [phone, { ...phone, id: "tablet" }] };
      });
      const browser = app.createBrowser();
      await signInWithCode(browser);
      return { ...app, browser };
    }

    it("of two removals at once in two processes, one leaves an app", async () => {
      const app = await createTwoApps();
      app.own.replace = async (change) => {
        app.own.replace = app.inner.replaceSecret;
        await changeFactors(
          app.toContext(),
          "ada",
          (factors) => removeApp(factors, "tablet"),
        );
        return await app.inner.replaceSecret(change);
      };
      await assert.rejects(
        app.auth.factors.removeTotp(toRequest(app.browser), "phone"),
        InvalidRequest,
      );
      assert.deepEqual(await app.readApps(), ["phone"]);
      assert.deepEqual(app.mails, []);
    });

    it("of two removals at once in one process, one leaves an app, and the user stays", async () => {
      const app = await createTwoApps();
      const { browser } = app;
      const fields = (id: string) => ({ action: "remove", id });
      await Promise.all([
        post(browser, "factors", fields("phone")),
        post(browser.clone(), "factors", fields("tablet")),
      ]);
      assert.equal((await app.readApps()).length, 1);
      assert.notEqual(await readSession(browser), null);
    });

    it("a removal that is refused ends no session", async () => {
      const app = await createTwoApps();
      const other = app.createBrowser();
      mock.timers.tick(30_000);
      await signInWithCode(other);
      const { factors } = app.auth;
      await assert.rejects(
        factors.removeTotp(toRequest(app.browser), "none"),
        InvalidRequest,
      );
      assert.notEqual(await readSession(other), null);
      assert.notEqual(await readSession(app.browser), null);
      await factors.removeTotp(toRequest(app.browser), "phone");
      await assert.rejects(
        factors.removeTotp(toRequest(app.browser), "tablet"),
        SignInRequired,
      );
      assert.deepEqual(await app.readApps(), ["tablet"]);
    });
  });
}
