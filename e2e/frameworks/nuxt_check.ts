/**
 * Builds an application of Nuxt, and runs the contract of hosts on it. It takes
 * too long for every run.
 *
 * @module
 */

import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { type Browser, chromium, type Page } from "@playwright/test";
import type { ContractEnvironment } from "@latchkey/auth/testing/host-config";
import { declareContract } from "./shared/declare_contract.ts";
import { findBrowser } from "../../scripts/browser.ts";
import { listFiles, runOrThrow } from "../../scripts/command.ts";
import { type HostApp, openApp } from "../../testing/host/app.ts";
import { type Backstage, openBackstage } from "../../testing/host/backstage.ts";
import { makeDue, readCookie, toCookieName } from "../../testing/host/forge.ts";
import {
  assertAccount,
  makeUser,
  makeVisitor,
  readJson,
  readText,
} from "../../testing/host/visitor.ts";
import { launchOptions } from "../browser.ts";
import { buildApp, runApp } from "./run_app.ts";

const nuxt = "node_modules/nuxt/bin/nuxt.mjs";
const built = await buildApp("nuxt", [[nuxt, "build"]]);
const start = (env: ContractEnvironment) =>
  runApp(built, {
    args: [".output/server/index.mjs"],
    env: { NUXT_APP_BASE_URL: `${env.CONTRACT_PREFIX ?? ""}/` },
  }, env);

describe("the contract of hosts: Nuxt", () => {
  declareContract({
    start,
    has: ["actions", "cache", "prefix", "proxy", "routes"],
  });
});

/** Texts of the configuration and of the core, which no browser may get. */
const serverTexts = ["CONTRACT_SECRET", "__Host-", "createContractConfig"];

/** Returns the files of a folder that contain one of the texts. */
async function findIn(folder: string): Promise<string[]> {
  const dir = `${built.dir}/.output/${folder}`;
  const paths = await listFiles("", dir);
  assert.ok(paths.length > 0, `${folder} is empty`);
  const found: string[] = [];
  for (const path of paths) {
    const content = await Deno.readTextFile(`${dir}/${path}`);
    if (serverTexts.some((text) => content.includes(text))) found.push(path);
  }
  return found;
}

describe("the build of Nuxt", () => {
  it("has the configuration on the server, and none of it in files for browsers", async () => {
    assert.notDeepEqual(await findIn("server/chunks"), []);
    assert.deepEqual(await findIn("public"), []);
  });

  it("type-checks, with the session in `useAuth()` and `event.context`", async () => {
    const args = ["node_modules/vue-tsc/bin/vue-tsc.js", "-b", "--noEmit"];
    await runOrThrow(built.node, args, { cwd: built.dir });
  });
});

describe("Nuxt beyond the contract", () => {
  let backstage: Backstage;
  let app: HostApp;
  before(async () => {
    backstage = await openBackstage();
    app = await openApp(start, backstage);
  });
  after(async () => {
    await app?.close();
    await backstage?.close();
  });

  it("a guard belongs to its page, however the path is spelled", async () => {
    for (const path of ["/PRIVATE", "/pri%76ate", "/private/", "//private"]) {
      const page = await makeVisitor(app).browser.goto(app.url(path));
      assert.equal(await readText(page, "who"), null, path);
    }
  });

  it("the guard of a page is one of the pages inside of it", async () => {
    for (const path of ["/area/one", "/AREA/one"]) {
      const visitor = await makeVisitor(app).browser.goto(app.url(path));
      assert.equal(new URL(visitor.url).pathname, "/auth/signin");
    }
    const { browser, person } = await makeUser(app);
    const page = await browser.goto(app.url("/area/one"));
    await assertAccount(page, person.name, "in the area");
  });

  it("a page that is kept for everybody shows nobody, and is kept", async () => {
    const { browser } = await makeUser(app);
    for (const visitor of [browser, makeVisitor(app).browser, browser]) {
      for (const path of ["/kept", "/prerendered"]) {
        const page = await visitor.goto(app.url(path));
        await assertAccount(page, "nobody", path);
        assert.equal(await readText(page, "shown"), "nobody", path);
        assert.deepEqual(page.headers.getSetCookie(), []);
      }
    }
  });

  it("a handler whose result is kept for everybody sees nobody", async () => {
    const user = await makeUser(app);
    for (const someone of [user, makeVisitor(app), user]) {
      const { json } = await readJson(someone, "/api/kept");
      assert.deepEqual(json, { count: 1, read: null, shown: null });
    }
  });

  it("a guard in front of a page that is kept for everybody is an error", async () => {
    const { browser } = await makeUser(app);
    for (const visitor of [browser, makeVisitor(app).browser]) {
      const page = await visitor.goto(app.url("/kept-private"));
      assert.equal(page.status, 500);
      assert.equal(await readText(page, "who"), null);
    }
  });

  it("requests inside of a page have its session, and the page renews it", async () => {
    const user = await makeUser(app);
    await makeDue(user);
    const before = readCookie(user);
    const page = await user.browser.goto(app.url("/inside"));
    const { name } = user.person;
    assert.equal(await readText(page, "inside"), `${name} ${name}`);
    const set = page.headers.getSetCookie()
      .filter((one) => one.startsWith(`${toCookieName(app)}=`));
    assert.equal(set.length, 1);
    assert.notEqual(readCookie(user), before);
  });
});

describe("Nuxt in a browser", () => {
  let backstage: Backstage;
  let app: HostApp;
  let browser: Browser;
  before(async () => {
    backstage = await openBackstage();
    app = await openApp(start, backstage);
    const { path: executablePath } = await findBrowser();
    browser = await chromium.launch({ ...launchOptions, executablePath });
  });
  after(async () => {
    await browser?.close();
    await app?.close();
    await backstage?.close();
  });

  /** Opens a page in a browser of its own, with the session of somebody. */
  async function open(path: string, value?: string): Promise<Page> {
    const context = await browser.newContext();
    context.setDefaultTimeout(15_000);
    if (value !== undefined) {
      const name = toCookieName(app);
      await context.addCookies([{ name, value, url: app.origin }]);
    }
    const page = await context.newPage();
    await page.goto(app.url(path), { waitUntil: "networkidle" });
    return page;
  }

  const who = (page: Page, name: string) =>
    page.locator("#who", { hasText: name }).waitFor();
  const follow = (page: Page, name: string) =>
    page.getByRole("link", { name }).click();

  it("a link to a guarded page shows it to a user, without another document", async () => {
    const user = await makeUser(app);
    const page = await open("/", readCookie(user));
    await page.evaluate("globalThis.isSame = true");
    await follow(page, "private");
    await page.waitForURL(app.url("/private"));
    await who(page, user.person.name);
    assert.equal(await page.evaluate("globalThis.isSame"), true);
  });

  it("a link to a guarded page leads a visitor to sign in, and back there", async () => {
    const page = await open("/");
    await follow(page, "private");
    await page.waitForURL(/\/auth\/signin\?callbackUrl=/);
    const { searchParams } = new URL(page.url());
    const target = new URL(searchParams.get("callbackUrl") ?? "", app.origin);
    assert.equal(target.href, app.url("/private"));
  });

  it("what a guard demands besides a session is decided by the server", async () => {
    const page = await open("/", readCookie(await makeUser(app)));
    const answered = page.waitForResponse(app.url("/staff"));
    await follow(page, "staff");
    assert.equal((await answered).status(), 403);
    const staff = await makeUser(app, { role: "staff" });
    const own = await open("/", readCookie(staff));
    await follow(own, "staff");
    await own.waitForURL(app.url("/staff"));
    await who(own, staff.person.name);
  });

  it("a page that is kept for everybody shows the user in the browser", async () => {
    const user = await makeUser(app);
    await who(await open("/kept", readCookie(user)), user.person.name);
  });

  it("a page that only the browser renders has a guard, too", async () => {
    const user = await makeUser(app);
    await who(await open("/spa", readCookie(user)), user.person.name);
    const page = await open("/spa");
    await page.waitForURL(/\/auth\/signin\?callbackUrl=/);
  });

  it("signOut of useAuth() signs out, and the page shows it", async () => {
    const user = await makeUser(app);
    const page = await open("/", readCookie(user));
    await who(page, user.person.name);
    await page.getByRole("button", { name: "Sign out" }).click();
    await who(page, "nobody");
    await page.reload();
    await who(page, "nobody");
  });
});
