import type { Browser, Locator } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import { App } from "./pages.ts";
import { ProviderLogin } from "./provider_login.ts";
import { thirdAccount } from "../settings.ts";

// They end each other's sessions.
test.describe.configure({ mode: "serial" });

const phone =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1";

/** Signs in with a separate browser whose user agent is a phone's. */
async function signInByPhone(browser: Browser, url = ""): Promise<App> {
  const context = await browser.newContext({ userAgent: phone, baseURL: url });
  const app = new App(await context.newPage());
  await app.open();
  await signIn(app);
  return app;
}

async function signIn(app: App): Promise<void> {
  await app.leaveForProvider();
  await new ProviderLogin(app.page).signIn(thirdAccount);
  await app.expectSignedIn();
}

function listed({ page }: App, name: string): Locator {
  return page.getByRole("listitem").filter({ hasText: name });
}

test("a user sees a list of sessions, and ends one of them", async ({ app, browser, baseURL }) => {
  const other = await signInByPhone(browser, baseURL);
  await app.open("/sessions");
  await signIn(app);
  await app.expectAt("/sessions");
  const own = listed(app, "This browser");
  await expect(own).toHaveCount(1);
  await expect(own).toContainText("on Linux");
  await expect(own.getByRole("button")).toHaveCount(0);

  const theirs = listed(app, "Safari on an iPhone");
  await theirs.getByRole("button", { name: "End" }).click();
  await expect(theirs).toHaveCount(0);
  await other.open();
  await other.expectSignedOut();
  await app.open();
  await app.expectSignedIn();
  await other.page.context().close();
});

test("a user ends all other sessions at once", async ({ app, browser, baseURL }) => {
  const others = [
    await signInByPhone(browser, baseURL),
    await signInByPhone(browser, baseURL),
  ];
  await app.open("/sessions");
  await signIn(app);
  await app.page.getByRole("button", { name: "End all other sessions" })
    .click();
  await expect(listed(app, "Signed in")).toHaveCount(1);
  for (const other of others) {
    await other.open();
    await other.expectSignedOut();
    await other.page.context().close();
  }
  await app.open();
  await app.expectSignedIn();
});

test("the form of another site is refused", async ({ app, browser, baseURL, complaints }) => {
  complaints.allow(/status of 403/);
  const other = await signInByPhone(browser, baseURL);
  await app.open("/sessions");
  await signIn(app);
  const button = app.page.getByRole("button", {
    name: "End all other sessions",
  });
  const form = app.page.locator("form", { has: button });
  const action = await form.getAttribute("action") ?? "";
  const target = new URL(action, app.page.url()).href;
  const answer = await app.page.request.post(target, {
    form: { id: "others" },
    headers: {
      origin: "https://evil.example",
      "sec-fetch-site": "cross-site",
    },
  });
  expect(answer.status()).toBe(403);
  await other.open();
  await other.expectSignedIn();
  await other.page.context().close();
});
