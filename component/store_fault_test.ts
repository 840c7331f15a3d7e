import assert from "node:assert/strict";
import { afterEach, describe, it } from "node:test";
import { AuthError } from "@latchkey/auth/errors";
import { assertNoRejections } from "../testing/checks_testkit.ts";
import {
  createFaultStore,
  storeFaults,
} from "../core/storage/store_faults_testkit.ts";
import { app } from "../testing/app_testkit.ts";
import {
  createQwikApp,
  entry,
  formRequest,
  page,
  resultOf,
  type Routes,
  sessionOf,
  signIn,
  submitRequest,
} from "./qwik_testkit.ts";

afterEach(assertNoRejections);

const routes: Routes = {
  "/": [page()],
  "/private": [{ onRequest: entry.requireSession() }, page()],
};

/** A signed-in user at a site whose store fails from now on. */
async function createBroken(fault: (typeof storeFaults)[number]) {
  const broken = createFaultStore();
  const site = await createQwikApp({ routes, config: broken.config });
  await signIn(site);
  const cookie = site.browser.cookieHeader(app);
  broken.fault = fault;
  return { site, cookie, broken };
}

for (const fault of storeFaults) {
  describe(`a store that ${fault}`, () => {
    it("pages and guards are errors, and no user is signed out", async () => {
      const { site, cookie, broken } = await createBroken(fault);
      for (const path of ["/", "/private"]) {
        const headers = { cookie, accept: "text/html" };
        const request = new Request(app + path, { headers });
        await assert.rejects(site.fetch(request), (error: unknown) => {
          assert.ok(error instanceof AuthError);
          assert.deepEqual([error.type, error.status], ["StoreError", 503]);
          return true;
        });
      }
      const headers = { cookie };
      const answer = await site.fetch(
        new Request(`${app}/auth/session`, { headers }),
      );
      assert.equal(answer.status, 503);
      assert.deepEqual(answer.headers.getSetCookie(), []);
      broken.fault = null;
      broken.failLate();
      const home = await site.browser.goto(`${app}/`);
      assert.notEqual(sessionOf(site, home.text), null);
    });

    it("a sign-out form fails with a page that says so, and the user stays signed in", async () => {
      for (const make of [formRequest, submitRequest]) {
        const { site, cookie, broken } = await createBroken(fault);
        const { useSignOut } = site.auth;
        const answer = await site.fetch(make("/", useSignOut, {}, { cookie }));
        // Qwik's script opens the target if it is not a Qwik page.
        assert.equal(answer.status, 303);
        assert.deepEqual(answer.headers.getSetCookie(), []);
        assert.match(answer.headers.get("cache-control") ?? "", /no-store/);
        const location = answer.headers.get("location") ?? "";
        const shown = await site.browser.goto(new URL(location, app).href);
        assert.equal(shown.status, 503);
        assert.match(shown.text, /couldn’t sign you out/);
        assert.match(site.lines.join("\n"), /SignOutError/);
        broken.fault = null;
        broken.failLate();
        const home = await site.browser.goto(`${app}/`);
        assert.notEqual(sessionOf(site, home.text), null);
      }
    });
  });
}

describe("a store that can be read but not written", () => {
  it("a sign-out form is returned with its error", async () => {
    const { store } = createFaultStore().config;
    const set = () => new Promise<never>(() => {});
    const config = { store: { ...store, set }, storeTimeout: 0.02 };
    const site = await createQwikApp({ config });
    await signIn(site);
    const cookie = site.browser.cookieHeader(app);
    const { useSignOut } = site.auth;
    const answer = await site.fetch(
      submitRequest("/", useSignOut, {}, { cookie }),
    );
    assert.equal(answer.status, 503);
    assert.deepEqual(answer.headers.getSetCookie(), []);
    const { failed, type, formErrors } = await resultOf(answer, useSignOut);
    assert.deepEqual([failed, type], [true, "SignOutError"]);
    assert.match(`${formErrors}`, /couldn’t sign you out/);
    const home = await site.browser.goto(`${app}/`);
    assert.notEqual(sessionOf(site, home.text), null);
  });
});
