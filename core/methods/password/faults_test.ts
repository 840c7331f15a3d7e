import assert from "node:assert/strict";
import { afterEach, describe, it } from "node:test";
import { createMemoryAdapter } from "@latchkey/auth/adapters/memory";
import { cookieName, readSession } from "../../../testing/app_testkit.ts";
import { endTest, readSetCookies } from "../../../testing/checks_testkit.ts";
import { createFaultAdapter } from "../../accounts/users_testkit.ts";
import {
  addMember,
  address,
  another,
  choose,
  createPasswordFlow,
  getMail,
  openLink,
  password,
  post,
  signInWith,
} from "./password_testkit.ts";

afterEach(endTest);

describe("a mail server that is down", () => {
  it("leaves nothing behind: no attempt, no user, and the next mail goes out at once", async () => {
    let isDown = true;
    const mails: { url: string }[] = [];
    const refused = Object.assign(new Error("no"), { code: "ECONNREFUSED" });
    const flow = await createPasswordFlow({
      options: {
        mail: {
          id: "mail",
          type: "email",
          from: "mail@app.example",
          sendMail: ({ mail }) => {
            if (isDown) throw refused;
            mails.push(mail);
          },
        },
      },
    });
    await addMember(flow.adapter);
    const { browser } = flow;
    for (const use of ["signup", "reset"]) {
      for (const email of [address, "eve@example.com"]) {
        const { headers } = await post(browser, use, { email });
        const url = new URL(headers.get("location") ?? "");
        assert.equal(url.pathname, `/auth/${use}`);
        assert.equal(url.searchParams.get("error"), "EmailSignInError");
        const attempts = readSetCookies(headers)
          .filter(({ name }) => name.startsWith(cookieName.attempt));
        assert.deepEqual(attempts, []);
      }
    }
    assert.equal(await flow.adapter.getUserByEmail("eve@example.com"), null);
    isDown = false;
    await post(browser, "signup", { email: "eve@example.com" });
    const page = await openLink(browser, mails[0]?.url ?? "");
    await choose(browser, page, password);
    assert.equal((await readSession(browser))?.user?.email, "eve@example.com");
  });
});

describe("an adapter that fails", () => {
  for (const use of ["signup", "reset"] as const) {
    it(`at whichever call of a ${use}: the same link finishes it afterwards, or it is finished`, async () => {
      for (let i = 0;; i++) {
        const memory = createMemoryAdapter();
        const faulty = createFaultAdapter(memory);
        if (use === "reset") await addMember(memory);
        const adapter = faulty.adapter as typeof memory;
        const flow = await createPasswordFlow({ adapter });
        const { browser } = flow;
        const { url } = await getMail(flow, browser, use);
        const page = await openLink(browser, url);
        const at = faulty.calls.length + i;
        faulty.fault = { at, kind: "throw" };
        await choose(browser, page, another);
        faulty.fault = null;
        const isOver = faulty.calls.length <= at;
        const again = await openLink(browser, url);
        const isAlive = again.text.includes('name="password"') &&
          again.url.includes("new-password");
        if (isAlive) await choose(browser, again, another);
        const other = flow.createBrowser();
        await signInWith(other, { email: address, password: another });
        const session = await readSession(other);
        assert.equal(session?.user?.email, address, `${i} ${faulty.calls[at]}`);
        if (isOver) return;
      }
    });
  }
});
