import assert from "node:assert/strict";
import { afterEach, describe, it, mock } from "node:test";
import { setImmediate } from "node:timers/promises";
import { createMemoryAdapter } from "@latchkey/auth/adapters/memory";
import { readSession } from "../../../testing/app_testkit.ts";
import { defer, endTest } from "../../../testing/checks_testkit.ts";
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

describe("an adapter that does not do what it is told", () => {
  it("a reset that takes effect after its call timed out ends the sessions of the old password", async () => {
    const { promise: isBack, resolve: comeBack } = defer();
    const inner = createMemoryAdapter();
    let late: Promise<boolean> | null = null;
    const flow = await createPasswordFlow({
      adapter: {
        ...inner,
        replaceSecret: (change) => {
          // The sign-in below would hash the password anew.
          if (late !== null) return false;
          queueMicrotask(() => mock.timers.tick(5000));
          late = isBack.then(() => inner.replaceSecret(change));
          return late;
        },
      },
    });
    const id = await addMember(inner);
    const thief = flow.createBrowser();
    const { url } = await getMail(flow, flow.browser, "reset");
    const page = await openLink(flow.browser, url);
    mock.timers.enable({ apis: ["setTimeout"] });
    const refused = await choose(flow.browser, page, another);
    assert.equal(refused.status, 503);
    assert.equal(await readSession(flow.browser), null);
    await signInWith(thief, { email: address, password });
    assert.equal((await readSession(thief))?.user?.id, id);
    comeBack();
    assert.equal(await late, true);
    await setImmediate();
    assert.equal(await readSession(thief), null);
    await signInWith(flow.browser, { email: address, password: another });
    assert.equal((await readSession(flow.browser))?.user?.id, id);
  });

  it("so does a change by the user", async () => {
    const { promise: isBack, resolve: comeBack } = defer();
    const inner = createMemoryAdapter();
    let late: Promise<boolean> | null = null;
    const flow = await createPasswordFlow({
      adapter: {
        ...inner,
        replaceSecret: (change) => {
          // The sign-ins hash the password anew.
          if (!isChanging) return false;
          queueMicrotask(() => mock.timers.tick(5000));
          late = isBack.then(() => inner.replaceSecret(change));
          return late;
        },
      },
    });
    let isChanging = false;
    const id = await addMember(inner);
    const thief = flow.createBrowser();
    await signInWith(flow.browser, { email: address, password });
    mock.timers.enable({ apis: ["setTimeout"] });
    isChanging = true;
    const fields = { current: password, password: another };
    await post(flow.browser, "password", fields);
    isChanging = false;
    await signInWith(thief, { email: address, password });
    assert.equal((await readSession(thief))?.user?.id, id);
    comeBack();
    assert.equal(await late, true);
    await setImmediate();
    assert.equal(await readSession(thief), null);
  });

  it("nobody takes over an address whose password stays", async () => {
    const inner = createMemoryAdapter();
    const flow = await createPasswordFlow({
      adapter: {
        ...inner,
        replaceSecret: (change) =>
          change.after !== null && inner.replaceSecret(change),
      },
    });
    const id = await addMember(inner, { emailVerified: null });
    const { browser } = flow;
    const { url } = await getMail(flow, browser, "signup");
    const action = "/auth/new-password";
    const page = await browser.submit(await openLink(browser, url), { action });
    const refused = await choose(browser, page, another);
    assert.equal(refused.status, 503);
    assert.equal(await readSession(browser), null);
    assert.equal((await inner.getUser(id))?.emailVerified, null);
  });
});
