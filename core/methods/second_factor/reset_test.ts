/** A forgotten password, and an address that somebody else used first. */

import assert from "node:assert/strict";
import { afterEach, describe, it } from "node:test";
import type { Mail } from "@latchkey/auth";
import { endTest } from "../../../testing/checks_testkit.ts";
import { readSession, site } from "../../../testing/app_testkit.ts";
import {
  addMember,
  another,
  choose,
  createPasswordFlow,
  getMail,
  openLink,
  typeCode as typeMailCode,
} from "../password/password_testkit.ts";
import { resolveSettings } from "../../config/resolve_settings.ts";
import { createProviderContext } from "../../request/context.ts";
import { askForMail, toMailProvider } from "../email/email_testkit.ts";
import {
  createFactorApp,
  giveApp,
  showCode,
  startSignIn,
  typeCode,
  typePassword,
} from "./second_factor_testkit.ts";

afterEach(endTest);

async function createMember(strategy: "jwt" | "database") {
  const flow = await createPasswordFlow({
    config: { session: { strategy } },
  });
  const id = await addMember(flow.adapter);
  const settings = resolveSettings(flow.config, () => undefined);
  const toContext = () => createProviderContext(settings, Date.now());
  await giveApp({ toContext }, id);
  return { ...flow, id };
}

describe("a reset by mail", () => {
  for (const strategy of ["jwt", "database"] as const) {
    for (const way of ["link", "code"] as const) {
      it(`asks for the second factor, by the ${way} of the mail (${strategy})`, async () => {
        const flow = await createMember(strategy);
        const browser = flow.createBrowser();
        const mail = await getMail(flow, browser, "reset");
        const form = way === "link"
          ? await openLink(browser, mail.url)
          : await typeMailCode(browser, mail.page, mail.code);
        const page = await choose(browser, form, another);
        const { pathname, searchParams } = new URL(page.url);
        assert.equal(pathname, "/auth/second-factor");
        assert.equal(await readSession(browser), null);
        const state = searchParams.get("state") ?? "";
        const answer = await typeCode(browser, state, await showCode());
        assert.equal(answer.headers.get("location"), `${site}/after`);
        const session = await readSession(browser);
        assert.equal(session?.user?.id, flow.id);
        assert.ok(session?.authentication?.amr?.includes("mfa"));
      });
    }
  }
});

describe("a user whose address was never proved, with a password and a factor of somebody else", () => {
  for (const strategy of ["jwt", "database"] as const) {
    it(`loses both when the owner signs in by mail, and is not asked for the factor (${strategy}) [A37]`, async () => {
      const mails: Mail[] = [];
      const app = await createFactorApp({
        more: [toMailProvider(mails)],
        config: { session: { strategy } },
      });
      await giveApp(app);
      const stranger = app.createBrowser();
      const waiting = await startSignIn(stranger);
      await app.adapter.updateUser({ id: "ada", emailVerified: null });
      const owner = app.createBrowser();
      const mail = await askForMail({ mails }, owner, "ada@example.com");
      const page = await openLink(owner, mail.url);
      assert.notEqual(await app.adapter.getSecret("ada", "factors"), null);
      await owner.submit(page, { button: "Remove them and sign in" });
      assert.equal((await readSession(owner))?.user?.id, "ada");
      for (const kind of ["factors", "password"] as const) {
        assert.equal(await app.adapter.getSecret("ada", kind), null);
      }
      await typeCode(stranger, waiting, await showCode());
      await typePassword(stranger);
      assert.equal(await readSession(stranger), null);
    });

    it(`loses both when the owner resets the password (${strategy}) [A37]`, async () => {
      const flow = await createMember(strategy);
      await flow.adapter.updateUser({ id: flow.id, emailVerified: null });
      const owner = flow.createBrowser();
      const mail = await getMail(flow, owner, "reset");
      await choose(owner, await openLink(owner, mail.url), another);
      assert.equal((await readSession(owner))?.user?.id, flow.id);
      assert.equal(await flow.adapter.getSecret(flow.id, "factors"), null);
    });
  }
});
