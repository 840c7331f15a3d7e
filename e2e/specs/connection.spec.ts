import type { BrowserContext, Locator, Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import { type App, PasswordForm } from "./pages.ts";
import { ProviderLogin } from "./provider_login.ts";
import { accessTokens, minutesLater, secondAccount } from "../settings.ts";

// A sign-in replaces the tokens of the account.
test.describe.configure({ mode: "serial" });

async function open(app: App): Promise<void> {
  await app.open("/connection");
  await app.leaveForProvider();
  await new ProviderLogin(app.page).signIn();
  await expect(app.heading).toHaveText("What Demo Provider says about you");
}

/** The page's words about the access token. */
function listed(page: Page, text: string): Locator {
  return page.locator(".row").getByText(text);
}

/** Lets the application and its provider answer as if it were later. */
async function waitMinutes(
  context: BrowserContext,
  minutes: number,
): Promise<void> {
  await context.setExtraHTTPHeaders({ [minutesLater]: String(minutes) });
}

test("a token is refreshed once it has ended, and not before", async ({ app, context }) => {
  const { page } = app;
  await open(app);
  await expect(page.getByText("ada@example.test")).toBeVisible();
  await expect(listed(page, "Not refreshed")).toBeVisible();
  await page.getByRole("link", { name: "Ask again" }).click();
  await expect(listed(page, "Not refreshed")).toBeVisible();
  await waitMinutes(context, 1);
  await page.reload();
  await expect(listed(page, "Refreshed once")).toBeVisible();
  await page.reload();
  await expect(listed(page, "Refreshed once")).toBeVisible();
});

test("two tabs that ask at the same time refresh a token once", async ({ app, context }) => {
  await open(app);
  await waitMinutes(context, 1);
  const tabs = [app.page, await context.newPage()];
  await Promise.all(tabs.map((tab) => tab.goto("/connection")));
  for (const tab of tabs) {
    await expect(listed(tab, "Refreshed once")).toBeVisible();
  }
});

test("the page counts the seconds until the token ends", async ({ app }) => {
  const { page } = app;
  await page.clock.install();
  await open(app);
  await page.clock.pauseAt(Date.now() + 1000);
  await expect(listed(page, "Valid for 0:2")).toBeVisible();
  await page.clock.runFor(10_000);
  await expect(listed(page, "Valid for 0:1")).toBeVisible();
  await page.clock.runFor(30_000);
  await expect(listed(page, "Ended")).toBeVisible();
});

test("a user who signed in another way connects the provider", async ({ app }) => {
  const { page } = app;
  await app.open("/auth/signin?callbackUrl=/connection");
  await new PasswordForm(page).signIn();
  await page.getByRole("button", { name: "Connect Demo Provider" }).click();
  await new ProviderLogin(page).signIn(secondAccount);
  await expect(page.getByText("grace@example.test")).toBeVisible();
});

test("no access token reaches the browser", async ({ app, context, request }) => {
  const { page } = app;
  const received: Promise<string>[] = [];
  context.on("response", (response) => {
    const headers = response.headersArray();
    const body = response.text().catch(() => "");
    received.push(
      headers.then(async (all) => JSON.stringify(all) + await body),
    );
  });
  await open(app);
  await waitMinutes(context, 1);
  await page.reload();
  await expect(listed(page, "Refreshed once")).toBeVisible();
  await page.goto("/auth/session");
  await page.goto("/profile");
  const texts = await Promise.all(received);
  expect(texts.join()).toContain("Refreshed once");
  const tokens: string[] = await (await request.get(accessTokens)).json();
  expect(tokens.length).toBeGreaterThan(1);
  for (const token of tokens) expect(texts.join()).not.toContain(token);
});
