import assert from "node:assert/strict";
import { afterEach, describe, it } from "node:test";
import { createMemoryAdapter } from "@latchkey/auth/adapters/memory";
import { createPlainAdapter } from "../accounts/users_testkit.ts";
import { endTest, readSession, site } from "../flow_testkit.ts";
import {
  askForMail,
  createMailFlow,
  openLink,
  typeCode,
} from "./email_testkit.ts";

afterEach(endTest);

const kinds = {
  "nothing but a store": () => ({}),
  "the memory adapter": () => ({ adapter: createMemoryAdapter() }),
  "the memory adapter and jwt": () => ({
    adapter: createMemoryAdapter(),
    session: { strategy: "jwt" as const },
  }),
  "a plain adapter": () => ({ adapter: createPlainAdapter() }),
};

for (const [kind, toConfig] of Object.entries(kinds)) {
  describe(`signing in by mail with ${kind}`, () => {
    it("the link signs in at once in the browser that asked, and goes on to where it was going", async () => {
      const flow = await createMailFlow(toConfig());
      const browser = flow.createBrowser();
      const { url } = await askForMail(flow, browser, "Ada@Example.test ", {
        target: "/cart?x=1",
      });
      const page = await openLink(browser, url);
      assert.equal(page.url, `${site}/cart?x=1`);
      const session = await readSession(browser);
      assert.equal(session?.user?.email, "ada@example.test");
    });

    it("the code signs in there, too, and the link is spent by it", async () => {
      const flow = await createMailFlow(toConfig());
      const browser = flow.createBrowser();
      const { url, code, page } = await askForMail(flow, browser);
      await typeCode(browser, page, code);
      assert.ok(await readSession(browser));
      const other = flow.createBrowser();
      await other.submit(await openLink(other, url));
      assert.equal(await readSession(other), null);
    });

    it("another browser signs in with a button that names the address", async () => {
      const flow = await createMailFlow(toConfig());
      const { url } = await askForMail(flow, flow.createBrowser());
      const other = flow.createBrowser();
      const page = await openLink(other, url);
      assert.match(page.text, /ada@example\.test/);
      assert.equal(await readSession(other), null);
      await other.submit(page);
      assert.ok(await readSession(other));
    });
  });
}
