import "../../core/runtime/own_env_testkit.ts";
import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import process from "node:process";
import { after, before, describe, it } from "node:test";
import { type Browser, chromium, type Page } from "@playwright/test";
import { findBrowsers } from "../../scripts/browser.ts";
import { serve } from "../../server/express_testkit.ts";
import { launchOptions } from "../browser.ts";
import { writeRecipes } from "./recipes.ts";
import { mails, op } from "./recipes_providers.ts";

process.env.AUTH_SECRET = `secret of the recipes ${crypto.randomUUID()}`;

const [installed] = await findBrowsers();
const skip = installed === undefined && "there is no browser";

/** Opens the application in a browser of its own, and the provider beside it. */
async function open(browser: Browser, origin: string): Promise<Page> {
  const page = await browser.newPage();
  page.setDefaultTimeout(10_000);
  await page.route(`${op.origin}/**`, async (route) => {
    const request = route.request();
    const { status, headers, body } = await op.handler(
      new Request(request.url(), { headers: await request.allHeaders() }),
    );
    await route.fulfill({
      status,
      headers: Object.fromEntries(headers),
      body: Buffer.from(await new Response(body).arrayBuffer()),
    });
  });
  await page.goto(`${origin}/?from=mail`);
  assert.equal(new URL(page.url()).pathname, "/sign-in");
  return page;
}

describe("the recipe of a single-page application", { skip }, () => {
  let folder = "";
  let browser: Browser;

  before(async () => {
    if (installed === undefined) return;
    folder = await writeRecipes("spa");
    const executablePath = installed.path;
    browser = await chromium.launch({ ...launchOptions, executablePath });
  });

  after(async () => await browser?.close());

  async function run(
    use: (page: Page, origin: string) => Promise<void>,
  ): Promise<void> {
    const { default: app } = await import(`file://${folder}/spa.ts`);
    await serve(app, async (origin) => {
      const page = await open(browser, origin);
      await use(page, origin);
      await page.close();
    });
  }

  const readSession = async (page: Page) =>
    await (await page.request.get(new URL("/auth/session", page.url()).href))
      .json();

  it("a provider's button signs in, and leads where the visitor was going", async () => {
    await run(async (page, origin) => {
      await page.getByRole("button", { name: "Test Provider" }).click();
      await page.waitForURL(`${origin}/?from=mail`);
      assert.equal(await page.textContent("body"), `Hello ${op.user.email}`);
    });
  });

  it("a wrong password shows a message, and keeps the address and the target", async () => {
    await run(async (page, origin) => {
      const button = page.getByRole("button", { name: "Sign in", exact: true });
      const form = page.locator("form").filter({ has: button });
      const address = form.getByLabel("Email address");
      await address.fill("ada@example.com");
      await form.getByLabel("Password").fill("not this one");
      await button.click();
      await page.getByText(/details don’t match/).waitFor();
      assert.equal(await address.inputValue(), "ada@example.com");
      assert.equal(await readSession(page), null);
      await form.getByLabel("Password").fill("right");
      await button.click();
      await page.waitForURL(`${origin}/?from=mail`);
      assert.equal((await readSession(page)).user.email, "ada@example.com");
    });
  });

  it("a form with a wrong token is refused with a message", async () => {
    await run(async (page) => {
      await page.route(
        "**/auth/csrf",
        async (route) => await route.fulfill({ json: { csrfToken: "x" } }),
      );
      await page.getByRole("button", { name: "Test Provider" }).click();
      await page.waitForFunction(
        "document.querySelector('[role=alert]').textContent !== ''",
      );
      assert.equal(new URL(page.url()).pathname, "/sign-in");
      assert.equal(await readSession(page), null);
    });
  });

  it("a mail is sent to the address of its form", async () => {
    await run(async (page) => {
      const email = `${crypto.randomUUID()}@example.com`;
      const button = page.getByRole("button", { name: "Email me" });
      const form = page.locator("form").filter({ has: button });
      await form.getByLabel("Email address").fill(email);
      await button.click();
      await page.waitForURL("**/auth/verify-request**");
      assert.equal(mails.at(-1), email);
    });
  });

  it("a refusal of the provider shows a message", async () => {
    await run(async (page, origin) => {
      await page.goto(`${origin}/auth/signin?error=OAuthCallbackError`);
      await page.getByText("Sign-in didn’t finish").waitFor();
    });
  });
});
