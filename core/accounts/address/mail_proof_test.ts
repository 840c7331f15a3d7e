import assert from "node:assert/strict";
import { afterEach, describe, it } from "node:test";
import type { Mail } from "@latchkey/auth";
import { createMemoryAdapter } from "@latchkey/auth/adapters/memory";
import { assertSignedIn } from "../../../testing/app_testkit.ts";
import { endTest } from "../../../testing/checks_testkit.ts";
import { ask, openLink } from "../../methods/email/email_testkit.ts";
import { createUserFlow } from "../users_testkit.ts";

afterEach(endTest);

const email = "ada@example.com";

describe("a mail that waits for its user to sign in by another method", () => {
  async function createAsked() {
    const mails: Mail[] = [];
    const adapter = createMemoryAdapter();
    const flow = await createUserFlow({ adapter }, {
      more: [{
        id: "email",
        type: "email",
        from: "sign-in@app.example",
        sendMail: ({ mail }) => void mails.push(mail),
      }],
    });
    flow.op.user = { sub: "user-1", email };
    await assertSignedIn(flow);
    const browser = flow.createBrowser();
    await ask(browser, email);
    const isVerified = async () =>
      (await adapter.getUserByEmail(email))?.emailVerified instanceof Date;
    assert.equal(await isVerified(), false);
    return { flow, browser, isVerified, url: mails[0]?.url ?? "" };
  }

  it("a mail proves nothing before it is opened", async () => {
    const { flow, browser, isVerified, url } = await createAsked();
    await assertSignedIn(flow, browser);
    assert.equal(await isVerified(), false);
    // The link was not spent either.
    await openLink(browser, url);
    assert.equal(await isVerified(), true);
  });

  it("a mail proves the address once it is opened", async () => {
    const { flow, browser, isVerified, url } = await createAsked();
    await openLink(browser, url);
    assert.equal(await isVerified(), false);
    await assertSignedIn(flow, browser);
    assert.equal(await isVerified(), true);
  });
});
