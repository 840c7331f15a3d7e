import type { Page } from "@playwright/test";
import type { ProviderLogin } from "./provider_login.ts";
import { expect, test } from "./fixtures.ts";

// Chrome applies the page's form-action to every redirect after the form, so a
// provider that redirects to a separate login host is the hard case.

for (const javaScriptEnabled of [true, false]) {
  test.describe(`with JavaScript ${javaScriptEnabled ? "on" : "off"}`, () => {
    test.use({ javaScriptEnabled });

    test("a sign-in starts from the application's page under its policy", async ({ app, login }) => {
      await openUnderPolicy(app.page, "/");
      await app.leaveForProvider();
      await expectSecondOrigin(login);
      await login.signIn();
      await app.expectAt("/");
      await app.expectSignedIn();
    });

    test("a sign-in starts from the built-in sign-in page", async ({ app, login }) => {
      await openUnderPolicy(app.page, "/auth/signin?callbackUrl=/protected");
      await app.leaveForProvider();
      await expectSecondOrigin(login);
      await login.signIn();
      await app.expectAt("/protected");
      await app.expectSignedIn();
    });
  });
}

test("a cancelled sign-in returns to the application", async ({ app, login, complaints }) => {
  complaints.allow(/status of 40[03]/);
  await app.open();
  await app.leaveForProvider();
  await login.cancel();
  await expect(app.heading).toBeVisible();
  await app.open();
  await app.expectSignedOut();
});

test("a user signs out under the application's policy", async ({ app, login }) => {
  await app.open("/protected");
  await app.leaveForProvider();
  await login.signIn();
  await app.expectAt("/protected");
  await app.signOut();
});

async function openUnderPolicy(page: Page, path: string): Promise<void> {
  const response = await page.goto(path);
  const policy = response?.headers()["content-security-policy"] ?? "";
  expect(policy).toContain("form-action 'self'");
}

async function expectSecondOrigin(login: ProviderLogin): Promise<void> {
  await expect(login.password).toBeVisible();
  expect(new URL(login.page.url()).hostname).toBe("127.0.0.1");
}
