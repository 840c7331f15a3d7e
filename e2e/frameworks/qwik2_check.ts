/**
 * Builds an application of Qwik 2, and runs the contract of hosts on it. It
 * takes too long for every run.
 *
 * @module
 */

import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { type Browser, chromium, type Page } from "@playwright/test";
import type { ContractEnvironment } from "@latchkey/auth/testing/host-config";
import { hostContract } from "@latchkey/auth/testing/host-contract";
import { findBrowser } from "../../scripts/browser.ts";
import { listFiles, runOrThrow } from "../../scripts/command.ts";
import { type HostApp, openApp } from "../../testing/host/app.ts";
import { type Backstage, openBackstage } from "../../testing/host/backstage.ts";
import { knownPassword } from "../../testing/host/known_user.ts";
import {
  assertAccount,
  makeUser,
  makeVisitor,
} from "../../testing/host/visitor.ts";
import { launchOptions } from "../browser.ts";
import { buildApp, runApp } from "./run_app.ts";

const vite = "node_modules/vite/bin/vite.js";
const built = await buildApp("qwik2", [
  [vite, "build"],
  [vite, "build", "-c", "adapters/node/vite.config.ts"],
]);
const start = (env: ContractEnvironment) =>
  runApp(built, { args: ["server/entry.node.js"] }, env);

describe("the contract of hosts: Qwik 2", () => {
  const { cases, close } = hostContract({
    start,
    // An application of Qwik may have pages of its own below the base path.
    has: ["actions", "forwarded", "proxy"],
  });
  after(close);
  for (const { id, name, skip, run } of cases) {
    it(`${id}: ${name}`, { skip }, async () => {
      assert.equal(await run(), null);
    });
  }
});

/** Texts of the configuration and of the core, which no browser may get. */
const serverTexts = [
  "a-secret-of-the-server",
  "CONTRACT_SECRET",
  "__Host-",
  "nodemailer",
];

/** Returns the files of a folder that contain one of the texts. */
async function findIn(folder: string): Promise<string[]> {
  const found: string[] = [];
  const paths = await listFiles(folder, built.dir);
  assert.ok(paths.length > 0, `${folder} is empty`);
  for (const path of paths) {
    const content = await Deno.readTextFile(`${built.dir}/${path}`);
    if (serverTexts.some((text) => content.includes(text))) found.push(path);
  }
  return found;
}

describe("the build of Qwik 2", () => {
  it("has the configuration on the server, and none of it in files for browsers", async () => {
    assert.notDeepEqual(await findIn("server"), []);
    assert.deepEqual(await findIn("dist"), []);
  });

  it("type-checks", async () => {
    const args = ["node_modules/typescript/bin/tsc"];
    await runOrThrow(built.node, args, { cwd: built.dir });
  });
});

describe("Qwik 2 beyond the contract", () => {
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

  it("a page that shows the session is not kept for everybody, though it asks for it", async () => {
    for (let i = 0; i < 2; i++) {
      const user = await makeUser(app);
      const page = await user.browser.goto(app.url("/kept"));
      await assertAccount(page, user.person.name, "of its own");
      const visitor = makeVisitor(app);
      const other = await visitor.browser.goto(app.url("/kept"));
      await assertAccount(other, "nobody", "afterwards");
    }
  });
});

describe("Qwik 2 in a browser", () => {
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

  /** Opens a page in a browser of its own. */
  async function open(path: string, javaScriptEnabled = true): Promise<Page> {
    const context = await browser.newContext({ javaScriptEnabled });
    context.setDefaultTimeout(15_000);
    const page = await context.newPage();
    await page.goto(app.url(path));
    return page;
  }

  async function signIn(page: Page, password: string): Promise<void> {
    await page.locator("input[name='options.email']").fill(knownPassword.email);
    await page.locator("input[name='options.password']").fill(password);
    await page.getByRole("button", { name: "Sign in with useSignIn" }).click();
  }

  const who = (page: Page, name: string) =>
    page.locator("#who", { hasText: name }).waitFor();

  for (const hasScripts of [true, false]) {
    it(`useSignIn refuses and signs in, and useSignOut signs out, ${hasScripts ? "with" : "without"} JavaScript`, async () => {
      const page = await open("/actions", hasScripts);
      await signIn(page, "a wrong password");
      await page.locator("#refusal", { hasText: /\w/ }).waitFor();
      assert.ok(!(await page.content()).includes("a wrong password"));
      await signIn(page, knownPassword.password);
      await page.waitForURL(app.url("/private"));
      await who(page, knownPassword.name);
      await page.goto(app.url("/actions"));
      await page.getByRole("button", { name: "Sign out here" }).click();
      await who(page, "nobody");
      assert.equal(new URL(page.url()).pathname, "/actions");
    });
  }

  it("a link to a guarded page leads to the sign-in page, and a form to the provider and back", async () => {
    const page = await open("/");
    await page.getByRole("link", { name: "Private" }).click();
    await page.waitForURL(/\/auth\/signin\?callbackUrl=%2Fprivate$/);
    await page.getByRole("button", { name: /Test Provider/ }).waitFor();
    await page.goto(app.url("/actions"));
    await page.getByRole("button", { name: "Sign in with provider" }).click();
    await page.waitForURL(app.url("/private"));
  });
});
