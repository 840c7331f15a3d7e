import assert from "node:assert/strict";
import { afterEach, describe, it } from "node:test";
import {
  ada,
  assertNothingTyped,
  assertTurnedAway,
  createCredentialsFlow,
  storages,
  typeIn,
} from "./credentials_testkit.ts";
import { endTest, readSession, site } from "./flow_testkit.ts";

afterEach(endTest);

for (const [storage, makeConfig] of Object.entries(storages)) {
  describe(`credentials, ${storage}`, () => {
    it("sign in whom authorize gives, and go on to where they were going", async () => {
      const flow = await createCredentialsFlow(undefined, makeConfig());
      const browser = flow.createBrowser();
      const page = await typeIn(browser, { target: `${site}/inside?a=1` });
      assert.equal(page.url, `${site}/inside?a=1`);
      const { user } = await readSession(browser) ?? assert.fail();
      assert.equal(user?.name, ada.name);
      assert.equal(user?.email, ada.email);
      assertNothingTyped(flow, flow.answers);
    });

    it("that are wrong lead back to the sign-in page, with the target kept", async () => {
      const flow = await createCredentialsFlow(undefined, makeConfig());
      const browser = flow.createBrowser();
      const fields = { username: "ada", password: "not the password" };
      const page = await typeIn(browser, { fields, target: `${site}/inside` });
      await assertTurnedAway(flow, browser, {
        error: "CredentialsSignin",
        code: "credentials",
        target: `${site}/inside`,
      });
      assert.match(page.text, /These details are not right/);
      assertNothingTyped(flow, flow.answers, [fields.password]);
      const again = await browser.submit(page, {
        fields: { username: "ada", password: "analytical-engine" },
      });
      assert.equal(again.url, `${site}/inside`);
    });
  });
}
