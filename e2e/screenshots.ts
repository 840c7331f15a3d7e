// deno-lint-ignore-file no-console -- a program for a terminal

/** Takes the screenshots of the demo that the documentation shows. */
import { chromium, type Page } from "@playwright/test";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { findBrowser } from "../scripts/browser.ts";
import { startDemo } from "../examples/demo/demo.ts";
import { launchOptions } from "./browser.ts";
import { useDatabase } from "./database.ts";
import { App } from "./pages.ts";
import { ProviderLogin } from "./provider_login.ts";
import { ports } from "./settings.ts";

const folder = fileURLToPath(new URL("../docs/", import.meta.url));

async function takeScreenshots(page: Page): Promise<void> {
  const app = new App(page);
  await app.open();
  await save(page, "signed-out.png");
  await app.leaveForProvider();
  await new ProviderLogin(page).signIn();
  await app.expectSignedIn();
  await app.open("/profile");
  await save(page, "profile.png");
}

async function save(page: Page, name: string): Promise<void> {
  await page.screenshot({ path: folder + name });
  console.log(`docs/${name}`);
}

const executablePath = (await findBrowser())?.path;
await useDatabase();
const demo = await startDemo({ port: ports.oneOrigin });
const browser = await chromium.launch({
  ...launchOptions,
  ...(executablePath && { executablePath }),
});
try {
  const page = await browser.newPage({
    baseURL: demo.url,
    viewport: { width: 1000, height: 620 },
    deviceScaleFactor: 2,
  });
  await takeScreenshots(page);
} finally {
  await browser.close();
  await demo.close();
}
process.exit();
