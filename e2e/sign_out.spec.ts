import { App, sessionCookies } from "./pages.ts";
import { expect, test } from "./test.ts";

test("takes the session away", async ({ app, login, context }) => {
  await app.open();
  await app.leaveForProvider();
  await login.signIn();
  await app.expectSignedIn();
  expect(await sessionCookies(context)).not.toEqual([]);

  await app.signOut();
  expect(await sessionCookies(context)).toEqual([]);
  await app.open("/protected");
  await expect(app.signInButton).toBeVisible();
});

test("kills copies of the cookie", async ({ app, login, context, browser, baseURL }) => {
  await app.open();
  await app.leaveForProvider();
  await login.signIn();
  await app.expectSignedIn();
  const copies = await sessionCookies(context);

  const elsewhere = await browser.newContext({ ...(baseURL && { baseURL }) });
  await elsewhere.addCookies(copies);
  const thief = new App(await elsewhere.newPage());
  await thief.open();
  await thief.expectSignedIn();

  await app.signOut();
  await thief.open();
  await thief.expectSignedOut();
  // Not only after a visit has taken the cookie away.
  await elsewhere.addCookies(copies);
  await thief.open("/protected");
  await expect(thief.signInButton).toBeVisible();
  await elsewhere.close();
});
