import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { createMemoryAdapter } from "@latchkey/auth/adapters/memory";
import { type Browser, createBrowser } from "@latchkey/auth/testing";
import { forward } from "../server/express_testkit.ts";
import { signOut } from "../testing/app_testkit.ts";
import { openSite, readMe, type Site } from "./site_testkit.ts";
import {
  createNewApp,
  createOldApp,
  createOldStore,
  createProvider,
  type Kind,
  passProvider,
} from "./express-openid-connect/move_testkit.ts";

const name = "appSession";

let op: Site;
let site: Site;

before(async () => {
  site = await openSite();
  op = await createProvider([site.origin]);
});
after(async () => {
  await Promise.all([op.stop(), site.stop()]);
});

/** Starts the old application, and signs in there. */
async function signInBefore(kind: Kind): Promise<Browser> {
  site.run(createOldApp(kind, site.origin, op.origin));
  const browser = createBrowser(forward);
  const page = await browser.goto(`${site.origin}/login`);
  await passProvider(browser, page, op.origin);
  assert.equal(await readMe(browser, site), "ada");
  return browser;
}

async function signInAfter(browser: Browser): Promise<void> {
  const page = await browser.goto(`${site.origin}/auth/signin`);
  const left = await browser.submit(page, { button: "Continue with Provider" });
  await passProvider(browser, left, op.origin);
}

function toNames(browser: Browser): readonly string[] {
  return browser.cookies(site.origin).map((one) => one.name)
    .filter((one) => one === name || one === "latchkey.session");
}

const kinds: Record<string, () => Kind> = {
  "version 3, default flow, cookie": () => ({ version: 3, flow: "default" }),
  "version 3, code flow, cookie": () => ({ version: 3, flow: "code" }),
  "version 3, code flow, store": () => ({
    version: 3,
    flow: "code",
    store: createOldStore(),
  }),
  "version 2, default flow, cookie": () => ({ version: 2, flow: "default" }),
  "version 2, code flow, store": () => ({
    version: 2,
    flow: "code",
    store: createOldStore(),
  }),
};

describe("an application moves from express-openid-connect", () => {
  for (const [what, toKind] of Object.entries(kinds)) {
    it(`its visitor stays signed in, can go back, and signs out of both (${what})`, async () => {
      const kind = toKind();
      const old = createOldApp(kind, site.origin, op.origin);
      const app = createNewApp(kind, op.origin);
      const browser = await signInBefore(kind);
      const late = browser.clone();

      site.run(app);
      const id = await readMe(browser, site);
      assert.equal(typeof id, "string");
      assert.deepEqual([...toNames(browser)].sort(), [
        name,
        "latchkey.session",
      ]);

      site.run(old);
      assert.equal(await readMe(browser, site), "ada", "the way back");

      site.run(app);
      assert.equal(await readMe(browser, site), id);
      const copy = browser.clone();
      await signOut(browser, { base: `${site.origin}/auth` });
      assert.deepEqual(toNames(browser), []);
      for (const dead of [browser, copy, late]) {
        assert.equal(await readMe(dead, site), null);
      }
      copy.deleteCookie(site.origin, name);
      assert.equal(await readMe(copy, site), null, "the new cookie alone");

      await signInAfter(browser);
      assert.equal(
        await readMe(browser, site),
        id,
        "a sign-in gives the same user",
      );
    });
  }

  it("with tables, the user that was created is the one who signs in later", async () => {
    const kind: Kind = { version: 3, flow: "code" };
    const adapter = createMemoryAdapter();
    const told: string[] = [];
    const app = createNewApp(kind, op.origin, {
      adapter,
      events: { createUser: () => void told.push("createUser") },
    });
    const browser = await signInBefore(kind);
    site.run(app);
    const both = [browser, browser.clone()];
    const [id, same] = await Promise.all(both.map((one) => readMe(one, site)));
    assert.equal(typeof id, "string");
    assert.equal(same, id);
    const user = await adapter.getUser(String(id));
    assert.equal(user?.email, "ada@example.com");
    assert.ok(user?.emailVerified instanceof Date);
    assert.equal((await adapter.listSessionsByUserId(user.id)).length, 1);
    await signOut(browser, { base: `${site.origin}/auth` });
    for (const one of both) assert.equal(await readMe(one, site), null);
    await signInAfter(browser);
    assert.equal(await readMe(browser, site), id);
    assert.deepEqual(told, ["createUser"]);
  });

  it("old and new processes run at once", async () => {
    const kind: Kind = { version: 3, flow: "default" };
    const browser = await signInBefore(kind);
    const fresh = await openSite();
    fresh.run(createNewApp(kind, op.origin));
    try {
      // Cookies are shared by all ports of a host.
      const id = await readMe(browser, fresh);
      assert.equal(typeof id, "string");
      for (let i = 0; i < 2; i++) {
        assert.equal(await readMe(browser, site), "ada");
        assert.equal(await readMe(browser, fresh), id);
      }
      // A sign-out in an old process leaves the new session, as the guide says.
      const other = browser.clone();
      await other.goto(`${site.origin}/logout`);
      assert.equal(await readMe(other, site), null);
      assert.equal(await readMe(other, fresh), id);
      const page = await browser.goto(`${fresh.origin}/auth/signout`);
      await browser.submit(page);
      assert.equal(await readMe(browser, site), null);
      for (const one of [browser, other]) {
        assert.equal(await readMe(one, fresh), null);
      }
    } finally {
      await fresh.stop();
    }
  });
});
