import { authCookies, ErrorPage } from "./pages.ts";
import { ProviderLogin } from "./provider_login.ts";
import { embedded, needsEmbedded, secondAccount } from "../settings.ts";
import { expect, test } from "./fixtures.ts";

test("a user signs in from the application's own page", async ({ app, login }) => {
  await app.open();
  await app.expectSignedOut();
  await app.leaveForProvider();
  await login.signIn();
  await app.expectAt("/");
  await app.expectSignedIn();
});

test("the page shows the name of the signed-in user", async ({ app, login }) => {
  test.skip(!embedded, needsEmbedded);
  await app.open();
  await app.leaveForProvider();
  await login.signIn();
  await expect(app.heading).toHaveText("Hello, Ada Lovelace");
  await app.open("/profile");
  await expect(app.page.getByRole("definition").nth(1)).toHaveText(
    "ada@example.test",
  );
});

test("a user returns to the protected page, with its query", async ({ app, login }) => {
  const asked = "/protected?item=42&tag=a%26b";
  await app.open(asked);
  await app.leaveForProvider();
  await login.signIn();
  await app.expectAt(asked);
  await expect(app.heading).toHaveText("Protected");
  await expect(app.page.getByRole("main")).toContainText(asked);
});

for (const path of ["/members", "/members/area", "/profile"]) {
  test(`${path} is guarded, and opens after the sign-in`, async ({ app, login }) => {
    await app.open(path);
    await app.leaveForProvider();
    await login.signIn();
    await app.expectAt(path);
    await app.expectSignedIn();
  });
}

test("a user who is still signed in at the provider enters a section without a click, unless they signed out", async ({ app, login, context }) => {
  test.skip(!embedded, needsEmbedded);
  await app.open();
  await app.leaveForProvider();
  await login.signIn();
  await app.expectSignedIn();
  await context.clearCookies({ name: authCookies.session });

  await app.open("/members/area?from=mail");
  await app.expectAt("/members/area?from=mail");
  await app.expectSignedIn();
  await app.signOut();
  await app.open("/members");
  await expect(app.signInButton).toBeVisible();
});

test("a cancelled sign-in is explained, and can be repeated", async ({ app, login, complaints }) => {
  complaints.allow(/status of 40[03]/);
  await app.open("/protected");
  await app.leaveForProvider();
  test.skip(
    !embedded && !await login.canBeCancelled(),
    "the provider's first page has nothing that E2E_CANCEL_SELECTOR fits",
  );
  await login.cancel();

  const refused = new ErrorPage(app.page);
  await refused.expectExplanation(/cancel|denied|not given/i);
  await refused.startAgain();
  await login.signIn();
  await app.expectAt("/protected");
});

test("a user signs in after a wrong password", async ({ app, login }) => {
  await app.open();
  await app.leaveForProvider();
  const outcome = await login.signIn({ password: "not the password" });
  test.skip(
    !embedded && outcome !== "refused",
    "the provider accepts every password",
  );
  expect(outcome).toBe("refused");
  if (embedded) {
    await expect(login.error).toContainText("Wrong username or password");
  }
  await login.signIn();
  await app.expectAt("/");
  await app.expectSignedIn();
});

test("the back button shows no error page", async ({ app, login }) => {
  test.skip(!embedded, needsEmbedded);
  await app.open();
  await app.leaveForProvider();
  await login.signIn();
  await app.expectSignedIn();

  await app.page.goBack();
  await expect(app.page.getByRole("heading", { name: "already signed in" }))
    .toBeVisible();
  await app.page.goBack();
  await app.expectAt("/");
  await app.expectSignedIn();
});

test("two users in two browsers have separate sessions", async ({ app, login, otherApp }) => {
  test.skip(!embedded, needsEmbedded);
  await app.open();
  await app.leaveForProvider();
  await otherApp.open();
  await otherApp.leaveForProvider();
  await new ProviderLogin(otherApp.page).signIn(secondAccount);
  await login.signIn();
  await expect(otherApp.heading).toHaveText("Hello, Grace Hopper");
  await expect(app.heading).toHaveText("Hello, Ada Lovelace");
});

const needsScripts = "the provider's pages need JavaScript";

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("a user signs in and out on the application's page", async ({ app, login }) => {
    await app.open();
    await app.signInButton.click();
    test.skip(!embedded && !await login.canBeUsed(), needsScripts);
    await login.signIn();
    await app.expectSignedIn();
    await app.signOut();
  });

  test("a user signs in through the guard and the built-in page", async ({ app, login }) => {
    await app.open("/members/area?from=mail");
    await app.signInButton.click();
    test.skip(!embedded && !await login.canBeUsed(), needsScripts);
    await login.signIn();
    await app.expectAt("/members/area?from=mail");
  });
});
