/**
 * What the applications of both versions of Qwik are checked for beside the
 * contract of hosts: their files, and how they behave in a real browser.
 *
 * @module
 */

import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { type Browser, chromium, type Page } from "@playwright/test";
import type { StartHost } from "@latchkey/auth/testing/host-contract";
import { findBrowser } from "../../scripts/browser.ts";
import { listFiles, runOrThrow } from "../../scripts/command.ts";
import { type HostApp, openApp } from "../../testing/host/app.ts";
import { type Backstage, openBackstage } from "../../testing/host/backstage.ts";
import { knownPassword } from "../../testing/host/known_user.ts";
import { launchOptions } from "../browser.ts";
import { buildApp, type BuiltApp } from "./run_app.ts";

const vite = "node_modules/vite/bin/vite.js";

/** Builds an application of Qwik: its files for browsers, then the server. */
export async function buildQwik(name: string): Promise<BuiltApp> {
  return await buildApp(name, [
    [vite, "build"],
    [vite, "build", "-c", "adapters/node/vite.config.ts"],
  ]);
}

/** Texts of the configuration and of the core, which no browser may get. */
const serverTexts = [
  "a-secret-of-the-server",
  "CONTRACT_SECRET",
  "__Host-",
  "nodemailer",
];

/** Returns the files of a folder that contain one of the texts. */
async function findIn(folder: string, { dir }: BuiltApp): Promise<string[]> {
  const found: string[] = [];
  const paths = await listFiles(folder, dir);
  assert.ok(paths.length > 0, `${folder} is empty`);
  for (const path of paths) {
    const content = await Deno.readTextFile(`${dir}/${path}`);
    if (serverTexts.some((text) => content.includes(text))) found.push(path);
  }
  return found;
}

/** Checks what a build has made. */
export function checkBuild(name: string, built: BuiltApp): void {
  describe(`the build of ${name}`, () => {
    it("has the configuration on the server, and none of it in files for browsers", async () => {
      assert.notDeepEqual(await findIn("server", built), []);
      assert.deepEqual(await findIn("dist", built), []);
    });

    it("type-checks", async () => {
      const args = ["node_modules/typescript/bin/tsc"];
      await runOrThrow(built.node, args, { cwd: built.dir });
    });
  });
}

/** Checks forms and links in a browser that runs scripts, or does not. */
export function checkBrowser(name: string, start: StartHost): void {
  describe(`${name} in a browser`, () => {
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

    for (const hasScripts of [true, false]) {
      it(`useSignIn refuses and signs in, and useSignOut signs out, ${hasScripts ? "with" : "without"} JavaScript`, async () => {
        const page = await open("/actions", hasScripts);
        await signIn(page, "a wrong password");
        await page.locator("#refusal", { hasText: /\w/ }).waitFor();
        assert.ok(!(await page.content()).includes("a wrong password"));
        await signIn(page, knownPassword.password);
        await page.waitForURL(app.url("/private"));
        await waitForName(page, knownPassword.name);
        await page.goto(app.url("/actions"));
        await page.getByRole("button", { name: "Sign out here" }).click();
        await waitForName(page, "nobody");
        assert.equal(new URL(page.url()).pathname, "/actions");
      });
    }

    it("useSessionRefresh shows that another tab has signed out", async () => {
      const page = await open("/actions");
      await signIn(page, knownPassword.password);
      await page.waitForURL(app.url("/private"));
      await page.goto(app.url("/actions"));
      await waitForName(page, knownPassword.name);
      const other = await page.context().newPage();
      await other.goto(app.url("/actions"));
      await other.getByRole("button", { name: "Sign out here" }).click();
      await waitForName(other, "nobody");
      assert.equal(
        await page.locator("#who").textContent(),
        knownPassword.name,
      );
      await page.bringToFront();
      // The browser's event for a return to the tab.
      await page.evaluate(
        "document.dispatchEvent(new Event('visibilitychange'))",
      );
      await waitForName(page, "nobody");
    });

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
}

async function signIn(page: Page, password: string): Promise<void> {
  await page.locator("input[name='options.email']").fill(knownPassword.email);
  await page.locator("input[name='options.password']").fill(password);
  await page.getByRole("button", { name: "Sign in with useSignIn" }).click();
}

async function waitForName(page: Page, name: string): Promise<void> {
  await page.locator("#who", { hasText: name }).waitFor();
}
