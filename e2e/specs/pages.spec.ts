import { authCookies, ErrorPage } from "./pages.ts";
import { embedded, needsEmbedded } from "../settings.ts";
import { expect, test } from "./fixtures.ts";

const failureStatus = /status of 4\d\d/;

test("a stale form keeps its target and needs one more click", async ({ app, login, context }) => {
  await app.open("/protected?kept=yes");
  await context.clearCookies({ name: authCookies.csrf });
  await app.signInButton.click();

  const stale = new ErrorPage(app.page);
  await stale.expectExplanation(/out of date/);
  await stale.startAgain();
  await login.signIn();
  await app.expectAt("/protected?kept=yes");
  await app.expectSignedIn();
});

test("a target on another site is not followed", async ({ app, login }) => {
  await app.open("/auth/signin?callbackUrl=https://evil.example/phish");
  await app.leaveForProvider();
  await login.signIn();
  await app.expectAt("/");
  await app.expectSignedIn();
});

test("the built-in page asks before it signs out", async ({ app, login }) => {
  test.skip(!embedded, needsEmbedded);
  await app.open("/protected");
  await app.leaveForProvider();
  await login.signIn();
  await app.expectAt("/protected");

  await app.open("/auth/signout");
  await expect(app.heading).toHaveText(/^Sign out of .+\?$/);
  await app.signOutButton.click();
  await app.expectAt("/");
  await app.expectSignedOut();
});

test("the keyboard alone is enough to sign in and out", async ({ app }) => {
  await app.open("/auth/signin");
  // The first link leads to the application.
  await app.page.keyboard.press("Tab");
  await app.page.keyboard.press("Tab");
  await expect(app.signInButton).toBeFocused();
  await app.page.keyboard.press("Enter");
  await expect(app.page).toHaveURL(/^(?!.*\/auth\/signin)/);
});

test("the error page shows no foreign text", async ({ app, complaints }) => {
  complaints.allow(/status of [45]\d\d/);
  const text = "Call+0800+123456";
  await app.open(`/auth/error?error=${text}&code=${text}&ref=${text}`);
  await expect(app.heading).toBeVisible();
  await expect(app.page.locator("body")).not.toContainText("0800");
});

test("an unknown address shows a page that says so", async ({ app, complaints }) => {
  complaints.allow(failureStatus);
  await app.open("/nowhere");
  await expect(app.heading).toHaveText("Page not found");
});
