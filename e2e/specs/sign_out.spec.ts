import type { App } from "./pages.ts";
import { authCookies, cookiesOf } from "./pages.ts";
import { ProviderLogin } from "./provider_login.ts";
import { embedded, needsEmbedded } from "../settings.ts";
import { expect, test } from "./fixtures.ts";

test("signing out ends the session", async ({ app, login, context }) => {
  await app.open();
  await app.leaveForProvider();
  await login.signIn();
  await app.expectSignedIn();
  expect(await cookiesOf(context, authCookies.session)).not.toEqual([]);

  await app.signOut();
  expect(await cookiesOf(context, authCookies.session)).toEqual([]);
  await app.open("/protected");
  await expect(app.signInButton).toBeVisible();
});

test("signing out invalidates copies of the cookie", async ({ app, login, context, otherApp }) => {
  await app.open();
  await app.leaveForProvider();
  await login.signIn();
  await app.expectSignedIn();
  const copies = await cookiesOf(context, authCookies.session);

  const elsewhere = otherApp.page.context();
  await elsewhere.addCookies(copies);
  await otherApp.open();
  await otherApp.expectSignedIn();

  await app.signOut();
  await otherApp.open();
  await otherApp.expectSignedOut();
  // The visit alone might have removed the cookie.
  await elsewhere.addCookies(copies);
  await otherApp.open("/protected");
  await expect(otherApp.signInButton).toBeVisible();
});

test.describe("with a session at the provider", () => {
  test.skip(!embedded, needsEmbedded);

  test("signing out leaves that session, and the next sign-in asks nothing", async ({ app }) => {
    await signIn(app);
    await app.signOut();
    await app.signInButton.click();
    await app.expectSignedIn();
  });

  test("signing out at the provider, too, ends it, and the next sign-in asks for the password", async ({ app, login }) => {
    await signIn(app);
    await app.signOutAtProvider();
    await app.expectAt("/");
    await app.leaveForProvider();
    await login.signIn();
    await app.expectSignedIn();
  });

  test("signing out there ends the session that began in it, and no other", async ({ app, otherApp }) => {
    const { page } = app;
    const issuer = await signIn(app);
    await signIn(otherApp);

    await page.goto(`${issuer}/session/end`);
    await page.getByRole("button", { name: "Sign out" }).click();
    await expect(app.heading).toHaveText("Signed out");
    await app.open("/protected");
    await expect(app.signInButton).toBeVisible();
    await otherApp.open("/protected");
    await otherApp.expectSignedIn();
  });
});

/** Signs in, and returns the issuer of the provider. */
async function signIn(app: App): Promise<string> {
  await app.open();
  const asked = app.page.waitForRequest(/[?&]response_type=code/);
  await app.leaveForProvider();
  await new ProviderLogin(app.page).signIn();
  await app.expectSignedIn();
  return new URL((await asked).url()).origin;
}
