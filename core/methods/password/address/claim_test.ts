/** Addresses that somebody else claims, and has not proved. */

import assert from "node:assert/strict";
import { afterEach, describe, it } from "node:test";
import { createMemoryAdapter } from "@latchkey/auth/adapters/memory";
import { endTest } from "../../../../testing/checks_testkit.ts";
import { readSession, signIn } from "../../../../testing/app_testkit.ts";
import { addMember, openLink } from "../password_testkit.ts";
import {
  ask,
  createAddressFlow,
  enter,
  next,
  press,
  readAddress,
} from "./address_testkit.ts";

afterEach(endTest);

const eve = "eve@example.com";

for (const strategy of ["jwt", "database"] as const) {
  describe(`an address that somebody else claims (${strategy})`, () => {
    it("goes to whoever proves it, of two who asked for it", async () => {
      const flow = await createAddressFlow(strategy);
      await addMember(flow.adapter, { id: "u2", email: eve });
      const stranger = await enter(flow, eve);
      await ask(stranger, next);
      const theirs = flow.mails.at(-1)?.url ?? "";
      const browser = await enter(flow);
      await ask(browser, next);
      const { url = "", subject } = flow.mails.at(-1) ?? {};
      assert.equal(subject, flow.mails.at(-2)?.subject);
      await press(browser, url);
      assert.equal(await readAddress(flow), next);
      await openLink(stranger, theirs);
      const late = await stranger.submit(await openLink(stranger, theirs), {
        action: "/auth/email",
      });
      assert.match(late.text, /no longer works/);
      assert.equal(await readAddress(flow), next);
      assert.equal((await flow.adapter.getUser("u2"))?.email, eve);
    });

    for (const when of ["before the mail", "after it"]) {
      it(`at a provider, ${when}, goes to the user who proves it, and the claim ends`, async () => {
        const updated: unknown[] = [];
        const adapter = createMemoryAdapter();
        const events = {
          updateUser: ({ user }: { user: { id?: string; email?: unknown } }) =>
            void updated.push([user.id, user.email]),
        };
        const flow = await createAddressFlow(strategy, { events }, adapter);
        flow.op.faults.idToken = {
          claims: ({ email_verified: _, ...claims }) => ({
            ...claims,
            email: next,
          }),
        };
        const stranger = flow.createBrowser();
        const browser = await enter(flow);
        if (when === "before the mail") await signIn(stranger, { id: "op" });
        const sent = await ask(browser, next);
        assert.match(sent.text, /Check your new address/);
        const { url = "", to, text = "" } = flow.mails.at(-1) ?? {};
        assert.equal(to, next);
        assert.match(text, /auth\/email\?confirm=/);
        if (when === "after it") await signIn(stranger, { id: "op" });
        const claim = await adapter.getUserByEmail(next);
        assert.equal(claim?.emailVerified, null);
        const done = await press(browser, url);
        assert.match(done.url, /done=emailChanged$/);
        assert.equal((await adapter.getUserByEmail(next))?.id, "u1");
        assert.deepEqual(updated, [[claim.id, null], ["u1", next]]);
        // Only the address is gone: the account still signs in.
        await signIn(stranger, { id: "op" });
        assert.equal((await readSession(stranger))?.user?.id, claim.id);
        assert.equal(await readAddress(flow), next);
      });
    }

    it("is not taken from them by a link that no longer works", async () => {
      const flow = await createAddressFlow(strategy);
      const browser = await enter(flow);
      await ask(browser, next);
      const { url = "" } = flow.mails.at(-1) ?? {};
      await addMember(flow.adapter, {
        id: "u2",
        email: next,
        emailVerified: null,
      });
      const page = await openLink(browser, url);
      await flow.adapter.updateUser({ id: "u1", email: "third@example.com" });
      const late = await browser.submit(page, { action: "/auth/email" });
      assert.match(late.text, /no longer works/);
      assert.equal((await flow.adapter.getUser("u2"))?.email, next);
    });
  });
}
