import { authCookies, cookiesOf, PasswordForm } from "./pages.ts";
import { guest, startedElsewhere } from "../settings.ts";
import { expect, test } from "./fixtures.ts";

test.beforeEach(() => {
  test.skip(!!startedElsewhere, "needs the account that these tests set up");
});

test("a user signs in with a password on the application's own page", async ({ app }) => {
  await app.open();
  // The demo is for trying it out: its home page says what to enter.
  await expect(app.page.getByText("As “guest”")).toContainText(guest.password);
  await app.page.getByRole("link", { name: "More ways to sign in" }).click();
  await expect(app.page).toHaveURL(/\/auth\/signin/);
  await new PasswordForm(app.page).signIn();
  await app.expectAt("/");
  await app.expectSignedIn();
  await expect(app.heading).toHaveText("Hello, A Guest");
});

test("a user returns to the protected page, with its query", async ({ app }) => {
  const asked = "/protected?item=42&tag=a%26b";
  await app.open(asked);
  await new PasswordForm(app.page).signIn();
  await app.expectAt(asked);
  await app.expectSignedIn();
});

test("a wrong password is reported, and the target is kept", async ({ app, context }) => {
  await app.open("/members/area?from=mail");
  const form = new PasswordForm(app.page);
  for (const wrong of [{ password: "not this one" }, { user: "nobody" }]) {
    await form.signIn(wrong);
    await expect(form.error).toContainText("Wrong username or password");
    await expect(form.password).toHaveAccessibleDescription(/^Wrong username/);
    await expect(form.password).toHaveValue("");
    await expect(form.password).toBeFocused();
    expect(app.page.url()).not.toContain("not%20this");
    expect(await cookiesOf(context, authCookies.session)).toEqual([]);
  }
  await form.signIn();
  await app.expectAt("/members/area?from=mail");
  await app.expectSignedIn();
});

test("missing fields are reported before the form is sent", async ({ app }) => {
  await app.open("/auth/signin");
  const form = new PasswordForm(app.page);
  await form.user.fill(guest.user);
  await form.submit.click();
  await expect(form.password).toBeFocused();
  await expect(form.error).toHaveCount(0);
});

test("password managers can identify the fields", async ({ app }) => {
  await app.open("/auth/signin");
  const form = new PasswordForm(app.page);
  await expect(form.user).toHaveAttribute("autocomplete", /^username\b/);
  await expect(form.password).toHaveAttribute(
    "autocomplete",
    "current-password",
  );
});

test("the keyboard alone is enough to sign in", async ({ app }) => {
  await app.open("/auth/signin?callbackUrl=/profile");
  const { keyboard } = app.page;
  await app.signInButton.focus();
  await keyboard.press("Tab");
  const passkey = app.page.getByRole("button", {
    name: "Sign in with a passkey",
  });
  if (await passkey.isVisible()) await keyboard.press("Tab");
  await keyboard.type(guest.user);
  await keyboard.press("Tab");
  await keyboard.type(guest.password);
  await keyboard.press("Enter");
  await app.expectAt("/profile");
  await app.expectSignedIn();
});

test("a sign-in replaces the user who was signed in before", async ({ app, login, context, otherApp }) => {
  await app.open();
  await app.leaveForProvider();
  await login.signIn();
  await app.expectSignedIn();
  const copies = await cookiesOf(context, authCookies.session);

  await app.open("/auth/signin?another=1");
  await new PasswordForm(app.page).signIn();
  await expect(app.heading).toHaveText("Hello, A Guest");
  await otherApp.page.context().addCookies(copies);
  await otherApp.open();
  await otherApp.expectSignedOut();
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("a user signs in with a password, after a wrong one, and out", async ({ app }) => {
    await app.open("/members");
    const form = new PasswordForm(app.page);
    await form.signIn({ password: "not this one" });
    await expect(form.error).toContainText("Wrong username or password");
    await form.signIn();
    await app.expectAt("/members");
    await app.signOut();
  });
});
