import assert from "node:assert/strict";
import { afterEach, describe, it } from "node:test";
import { createMemoryAdapter } from "@latchkey/auth/adapters/memory";
import { endTest } from "../../../testing/checks_testkit.ts";
import { readSession } from "../../../testing/app_testkit.ts";
import {
  askForMail,
  createMailFlow,
  openLink,
} from "../../methods/email/email_testkit.ts";

afterEach(endTest);

describe("a user that another request stores while the address is being proved", () => {
  for (const strategy of ["database", "jwt"] as const) {
    for (const emailVerified of [new Date(), null]) {
      const state = emailVerified === null ? "an unverified" : "a verified";
      it(`the owner of the mail is signed in with ${strategy} if it has ${state} address`, async () => {
        const memory = createMemoryAdapter();
        let isFirst = true;
        const adapter: typeof memory = {
          ...memory,
          createUser: async (user) => {
            if (!isFirst) return await memory.createUser(user);
            isFirst = false;
            const id = crypto.randomUUID();
            await memory.createUser({ ...user, id, emailVerified });
            throw new Error("The address is not unique.");
          },
        };
        const flow = await createMailFlow({ adapter, session: { strategy } });
        const browser = flow.createBrowser();
        const mail = await askForMail(flow, browser);
        await openLink(browser, mail.url);
        const session = await readSession(browser);
        assert.ok(session?.user?.email);
      });
    }
  }
});
