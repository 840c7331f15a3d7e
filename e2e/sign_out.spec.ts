import { authCookies, cookiesOf } from "./pages.ts";
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
