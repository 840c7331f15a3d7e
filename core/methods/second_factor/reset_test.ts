/** A forgotten password, and an address that somebody else used first. */

import assert from "node:assert/strict";
import { afterEach, describe, it } from "node:test";
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
import { takeOver } from "../../accounts/address/take_over.ts";
import { resolveSettings } from "../../config/resolve_settings.ts";
import { createProviderContext } from "../../request/context.ts";
import type { SessionContext } from "../../request/context.ts";
import { toIdentity } from "../email/identity.ts";
import { findMailer } from "../password/mailer.ts";
import { giveApp, showCode, typeCode } from "./second_factor_testkit.ts";

afterEach(endTest);

async function createMember(strategy: "jwt" | "database") {
  const flow = await createPasswordFlow({
    config: { session: { strategy } },
  });
  const id = await addMember(flow.adapter);
  const settings = resolveSettings(flow.config, () => undefined);
  const toContext = () => createProviderContext(settings, Date.now());
  await giveApp({ toContext }, id);
  return { ...flow, id, settings, toContext };
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

describe("a user whose address was never proved", () => {
  it("loses second factors with all other ways in, when its owner proves it", async () => {
    const flow = await createMember("jwt");
    const user = await flow.adapter.getUser(flow.id);
    assert.ok(user);
    await flow.adapter.updateUser({ id: flow.id, emailVerified: null });
    const mailer = findMailer(flow.settings);
    assert.ok(mailer);
    const identity = toIdentity(mailer, user.email ?? "", true);
    // A take-over uses only what it shares with work that no request asked for.
    const ctx = flow.toContext() as SessionContext;
    await takeOver(ctx, identity, { ...user, emailVerified: null });
    assert.equal(await flow.adapter.getSecret(flow.id, "factors"), null);
    assert.equal(await flow.adapter.getSecret(flow.id, "password"), null);
  });
});
