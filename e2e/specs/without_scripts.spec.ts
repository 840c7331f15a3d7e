import { randomUUID } from "node:crypto";
import { authCookies, cookiesOf, MailForm, PasswordForm } from "./pages.ts";
import { expect, test } from "./fixtures.ts";

// The project of this file has no JavaScript: every way that needs none.

test("a user signs in by a provider, and signs out, on the built-in pages", async ({ app, login, context }) => {
  await app.open("/auth/signin?callbackUrl=/profile");
  await app.leaveForProvider();
  await login.signIn();
  await app.expectAt("/profile");

  await app.open("/auth/signin?callbackUrl=/members");
  await expect(app.heading).toHaveText("You’re signed in");
  await app.page.getByRole("link", { name: "Sign out" }).click();
  await expect(app.heading).toHaveText("Sign out of Latchkey example?");
  await app.signOutButton.click();
  // The provider's page goes on by itself where there are scripts.
  await expect(app.heading).toHaveText("Signing out");
  await app.page.getByRole("button", { name: "Continue" }).click();
  await expect(app.page).toHaveURL(/auth\/signin/);
  expect(await cookiesOf(context, authCookies.session)).toEqual([]);
  await app.open("/auth/signout");
  await expect(app.heading).toHaveText("You’re signed out");
});

test("a wrong password is explained, the name is kept, and the right one signs in", async ({ app, context }) => {
  await app.open("/auth/signin?callbackUrl=/protected");
  const form = new PasswordForm(app.page);
  await expect(app.page.getByRole("button", { name: "Show" })).toHaveCount(0);
  const wrong = { user: 'Ada "👩‍👩‍👧‍👦" \u2067آدا', password: "not this one" };
  await form.signIn(wrong);
  await expect(form.error).toHaveText(/^Wrong username or password/);
  await expect(form.user).toHaveValue(wrong.user);
  await expect(form.password).toHaveValue("");
  await expect(form.password).toBeFocused();
  expect(decodeURIComponent(app.page.url())).not.toContain("آدا");
  expect(await cookiesOf(context, authCookies.session)).toEqual([]);
  await form.signIn();
  await app.expectAt("/protected");
});

test("an address that is none is explained and kept", async ({ app }) => {
  await app.open("/auth/signin?callbackUrl=/protected");
  const field = app.page.getByLabel("Email address");
  await field.fill("ada@example");
  await field.press("Enter");
  await expect(app.page.getByRole("alert")).toHaveText(
    /^Enter one email address/,
  );
  await expect(field).toHaveValue("ada@example");
  await expect(field).toBeFocused();
});

test("a user signs in with the link of a mail, and with the code of another", async ({ app, mailbox, page, browser }) => {
  const address = `ada-${randomUUID()}@example.test`;
  const mail = `${mailbox}/mail?to=${encodeURIComponent(address)}`;
  const form = new MailForm(page);
  await app.open("/auth/signin?callbackUrl=/members");
  await form.ask(address);
  await app.open(mail);
  await page.getByRole("link", { name: "Sign in", exact: true }).click();
  await app.expectAt("/members");
  await app.signOut();

  await app.open("/auth/signin?callbackUrl=/protected");
  await form.ask(address);
  const reader = await browser.newPage();
  await reader.goto(mail);
  const code = await reader.locator(".code").textContent() ?? "";
  await reader.close();
  await form.code.fill("1111 1112");
  await form.submit.click();
  await expect(page.getByRole("alert")).toContainText("code isn’t right");
  await expect(form.code).toBeFocused();
  await form.code.fill(code);
  await form.submit.click();
  await app.expectAt("/protected");
});
