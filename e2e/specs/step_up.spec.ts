import type { BrowserContext } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import type { App } from "./pages.ts";
import { ProviderLogin } from "./provider_login.ts";
import {
  embedded,
  minutesLater,
  needsEmbedded,
  secondAccount,
} from "../settings.ts";

// The address page lets a form through whose sender has signed in within the
// last five minutes.

test.skip(!embedded, needsEmbedded);

const street = "12 St James’s Square";

/** Signs in on the address page. */
async function open(app: App): Promise<void> {
  await app.open("/address");
  await app.leaveForProvider();
  await new ProviderLogin(app.page).signIn();
  await expect(app.heading).toHaveText("Delivery address");
}

async function save({ page }: App): Promise<void> {
  await page.getByLabel("Street").fill(street);
  await page.getByLabel("City").fill("London");
  await page.getByRole("button", { name: "Save address" }).click();
}

async function expectSaved(app: App): Promise<void> {
  // Qwik's own addresses of forms have a query.
  await expect(app.page).toHaveURL(/\/address(\?|$)/);
  await expect(app.page.locator(".row")).toContainText(`${street}, London`);
}

/** Lets the application and its provider answer as if it were later. */
async function waitMinutes(
  context: BrowserContext,
  minutes: number,
): Promise<void> {
  await context.setExtraHTTPHeaders({ [minutesLater]: String(minutes) });
}

async function continueForm(app: App): Promise<void> {
  const { page } = app;
  await expect(app.heading).toHaveText("Continue where you left off");
  await expect(page.getByRole("main")).toContainText(street);
  await page.getByRole("button", { name: "Continue" }).click();
}

test("a form is sent at once after a recent sign-in", async ({ app, context }) => {
  await open(app);
  await waitMinutes(context, 4);
  await save(app);
  await expectSaved(app);
});

test("after an older sign-in, the user confirms it, and the form is continued", async ({ app, login, context }) => {
  await open(app);
  await waitMinutes(context, 7);
  await save(app);
  await expect(app.heading).toHaveText("Confirm it’s you");
  await expect(app.page.getByRole("main")).toContainText("ada@example.test");
  await app.leaveForProvider();
  await expect(login.user).toHaveValue("ada@example.test");
  await login.signIn();
  await continueForm(app);
  await expectSaved(app);
});

test("another user can neither confirm it nor continue the form, which waits for its sender", async ({ app, login, context, complaints }) => {
  complaints.allow(/status of 403/);
  const { page } = app;
  await open(app);
  await waitMinutes(context, 7);
  await save(app);
  await app.leaveForProvider();
  await login.signIn(secondAccount);
  await expect(page.getByRole("main")).toContainText(
    "with a different account",
  );
  for (const name of ["Use another account", "Sign out"]) {
    await expect(page.getByRole("link", { name })).toBeVisible();
  }

  // The provider has ended the first user's session, here as well, and goes on
  // with the second one.
  await page.getByRole("link", { name: "Try again" }).click();
  await app.signInButton.click();
  await expect(app.heading).toHaveText("Your form wasn’t sent");
  const form = page.url();
  await app.signOutAtProvider();
  await app.open(form);
  await app.leaveForProvider();
  await login.signIn();
  await continueForm(app);
  await expectSaved(app);
});
