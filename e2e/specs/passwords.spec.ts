import { randomUUID } from "node:crypto";
import type { Locator, Page } from "@playwright/test";
import { expect, test as base } from "./fixtures.ts";
import { authCookies, cookiesOf } from "./pages.ts";

const password = "a few words for a test";
const nextPassword = "other words for the same test";

/** The pages of passwords that the application stores. */
class Passwords {
  readonly page: Page;
  readonly address: Locator;
  readonly password: Locator;
  readonly newPassword: Locator;
  readonly code: Locator;
  readonly error: Locator;

  constructor(page: Page) {
    this.page = page;
    this.address = page.getByLabel("Email address");
    this.password = page.getByLabel("Password", { exact: true });
    this.newPassword = page.getByLabel("New password");
    this.code = page.getByLabel("8-digit code");
    this.error = page.getByRole("alert");
  }

  async press(name: string): Promise<void> {
    await this.page.getByRole("button", { name, exact: true }).click();
  }

  async follow(name: string): Promise<void> {
    await this.page.getByRole("link", { name, exact: true }).click();
  }

  /** Goes from a page that needs a session to a mail that was sent. */
  async ask(address: string, link: string, button: string): Promise<void> {
    await this.page.goto("/protected?item=7");
    await this.follow(link);
    await this.address.fill(address);
    await this.press(button);
    await expect(this.code).toBeVisible();
  }

  async askToSignUp(address: string): Promise<void> {
    await this.ask(address, "Create an account", "Continue");
  }

  async askToReset(address: string): Promise<void> {
    await this.ask(address, "Forgot your password?", "Send email");
  }

  async choose(chosen: string, button: string): Promise<void> {
    await this.newPassword.fill(chosen);
    await this.press(button);
  }

  async signIn(address: string, typed: string): Promise<void> {
    await this.page.goto("/auth/signin?callbackUrl=/protected");
    await this.fillIn(address, typed);
  }

  /** Fills in the form of the sign-in page, and sends it. */
  async fillIn(address: string, typed: string): Promise<void> {
    await this.address.fill(address);
    await this.password.fill(typed);
    // Next to it is the hint that it was used last.
    await this.page.getByRole("button", { name: /^Sign in( Last used)?$/ })
      .click();
  }
}

interface Fixtures {
  /** Each test has its own, so that none reads another's mail. */
  readonly address: string;
  readonly pages: Passwords;
  readonly openMail: (page: Page) => Promise<void>;
  readonly readCode: () => Promise<string>;
  /** An account with a password, whose user is signed out. */
  readonly account: { readonly address: string };
}

const test = base.extend<Fixtures>({
  // deno-lint-ignore no-empty-pattern -- Playwright reads the names from it
  address: async ({}, use) => await use(`ada-${randomUUID()}@example.test`),
  pages: async ({ page }, use) => await use(new Passwords(page)),
  openMail: async ({ mailbox, address }, use) =>
    await use(async (page) => {
      await page.goto(`${mailbox}/mail?to=${encodeURIComponent(address)}`);
    }),
  readCode: async ({ browser, openMail }, use) =>
    await use(async () => {
      const page = await browser.newPage();
      await openMail(page);
      const code = await page.locator(".code").textContent();
      await page.close();
      return code ?? "";
    }),
  account: async ({ address, otherApp, openMail }, use) => {
    const pages = new Passwords(otherApp.page);
    await pages.askToSignUp(address);
    await openMail(otherApp.page);
    await pages.follow("Continue");
    await pages.choose(password, "Create account");
    await otherApp.expectSignedIn();
    await use({ address });
  },
});

const roads = [
  { name: "with JavaScript", javaScriptEnabled: true },
  { name: "without JavaScript", javaScriptEnabled: false },
];
for (const { name, javaScriptEnabled } of roads) {
  test.describe(name, () => {
    test.use({ javaScriptEnabled });

    test("a visitor signs up by the link of a mail, and signs in with the password", async ({ app, pages, address, openMail }) => {
      await pages.askToSignUp(address);
      await openMail(app.page);
      await pages.follow("Continue");
      await expect(app.heading).toHaveText("Choose a password");
      await pages.choose(password, "Create account");
      await app.expectAt("/protected?item=7");
      await app.signOut();

      await pages.signIn(address, password);
      await app.expectAt("/protected");
      await app.expectSignedIn();
    });

    test("a visitor signs up by the code of a mail, after a wrong one", async ({ app, pages, address, readCode, context }) => {
      await pages.askToSignUp(address);
      const code = await readCode();
      const type = async (typed: string) => {
        await pages.code.fill(typed);
        if (!javaScriptEnabled) await pages.press("Continue");
      };
      await type(code.startsWith("1") ? "2222 2222" : "1111 1111");
      await expect(pages.error).toContainText("code isn’t right");
      await type(code);
      await pages.choose(password, "Create account");
      await app.expectAt("/protected?item=7");
      await app.expectSignedIn();
      expect(await cookiesOf(context, authCookies.attempt)).toEqual([]);
    });

    test("a user who forgot the password chooses another, and the old one is gone", async ({ app, pages, account, openMail }) => {
      await pages.askToReset(account.address);
      await openMail(app.page);
      await pages.follow("Choose a new password");
      await expect(app.heading).toHaveText("Choose a new password");
      await pages.choose(nextPassword, "Save and sign in");
      await app.expectAt("/protected?item=7");
      await app.signOut();

      await pages.signIn(account.address, password);
      await expect(pages.error).toContainText(/^Wrong email or password/);
      await expect(pages.address).toHaveValue(account.address);
      await pages.signIn(account.address, nextPassword);
      await app.expectAt("/protected");
    });
  });
}

test("a user changes the password, and other browsers are signed out [ASVS-6.2.2]", async ({ app, otherApp, pages, account, openMail }) => {
  await pages.signIn(account.address, password);
  // Password managers lead there.
  await app.open("/.well-known/change-password");
  await expect(app.heading).toHaveText("Change your password");
  await app.open("/passkeys");
  await pages.follow("Change Password");
  await expect(app.heading).toHaveText("Change your password");
  await pages.choose(nextPassword, "Save password");
  await expect(app.heading).toHaveText("Password changed");
  await app.open("/profile");
  await app.expectSignedIn();
  await otherApp.open();
  await otherApp.expectSignedOut();

  await openMail(app.page);
  await expect(app.heading).toHaveText(/password was changed/);
  await app.open("/profile");
  await app.signOut();
  await pages.signIn(account.address, nextPassword);
  await app.expectAt("/protected");
});

test("a link works in another browser, once, and the page then offers a new one", async ({ app, otherApp, pages, address, openMail, complaints }) => {
  complaints.allow(/status of 40[03]/);
  await pages.askToSignUp(address);
  const others = new Passwords(otherApp.page);
  await openMail(otherApp.page);
  await others.follow("Continue");
  await others.choose(password, "Create account");
  await otherApp.expectAt("/protected?item=7");
  await otherApp.expectSignedIn();
  await app.open();
  await app.expectSignedOut();

  await openMail(app.page);
  await pages.follow("Continue");
  await expect(app.heading).toHaveText("This link was already used");
  await expect(pages.address).toHaveValue(address);
  await pages.press("Email me a new link");
  await expect(pages.code).toBeVisible();
});

test("a known address gets the same page at sign-up, and a mail that says so", async ({ app, otherApp, pages, account, openMail }) => {
  await pages.askToSignUp(account.address);
  await expect(app.heading).toHaveText("Check your email");
  const known = await app.page.getByRole("main").textContent();
  await openMail(app.page);
  await expect(app.heading).toHaveText(/already have/);

  const stranger = `eve-${randomUUID()}@example.test`;
  await otherApp.page.context().clearCookies();
  await new Passwords(otherApp.page).askToSignUp(stranger);
  const unknown = await otherApp.page.getByRole("main").textContent();
  expect(unknown?.replace(stranger, account.address)).toBe(known);
});

test("a password that is too short is refused by the browser, and by the server", async ({ app, pages, address, openMail, complaints }) => {
  complaints.allow(/status of 4\d\d/);
  await pages.askToSignUp(address);
  await openMail(app.page);
  await pages.follow("Continue");
  await pages.choose("eight888", "Create account");
  await expect(pages.newPassword).toBeFocused();
  await expect(pages.error).toHaveCount(0);
  await expect(pages.newPassword).toHaveAccessibleDescription(
    /^At least 15 characters/,
  );
  await app.page.locator("form", { has: pages.newPassword })
    .evaluate((form) => form.setAttribute("novalidate", ""));
  await pages.press("Create account");
  await expect(pages.error).toContainText("too short");
  await expect(pages.newPassword).toHaveAccessibleDescription(/too short/);
  await expect(pages.newPassword).toHaveValue("");
  await pages.choose(password, "Create account");
  await app.expectSignedIn();
});

test("password managers know each field [ASVS-6.2.7]", async ({ app, pages, address, openMail, context }) => {
  const expectHint = (field: Locator, hint: RegExp) =>
    expect(field).toHaveAttribute("autocomplete", hint);
  await app.open("/auth/signin");
  await expectHint(pages.address, /^username\b/);
  await expectHint(pages.password, /^current-password$/);
  await app.open("/auth/reset");
  await expectHint(pages.address, /^(username|email)$/);
  await pages.askToSignUp(address);
  await expectHint(pages.code, /^one-time-code$/);
  await openMail(app.page);
  await pages.follow("Continue");
  await expectHint(pages.newPassword, /^new-password$/);
  // The new password belongs to this address.
  await expectHint(pages.address, /^username$/);
  await expect(pages.address).toHaveValue(address);
  await expect(pages.address).not.toBeEditable();
  await expect(pages.newPassword).toHaveAttribute("type", "password");
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await app.page.evaluate(`navigator.clipboard.writeText("${password}")`);
  await pages.newPassword.press("ControlOrMeta+V");
  await expect(pages.newPassword).toHaveValue(password);
});

test("the keyboard alone is enough to sign up", async ({ app, pages, address, openMail }) => {
  const { keyboard } = app.page;
  await app.open("/auth/signup?callbackUrl=/profile");
  await expect(pages.address).toBeFocused();
  await keyboard.type(address);
  await keyboard.press("Enter");
  await expect(pages.code).toBeFocused();
  await openMail(app.page);
  await pages.follow("Continue");
  await expect(pages.newPassword).toBeFocused();
  await keyboard.type(password);
  await keyboard.press("Enter");
  await app.expectAt("/profile");
  await app.expectSignedIn();
});

test("a user changes the address, and the old one can take it back [ASVS-6.3.7]", async ({ app, otherApp, pages, account, mailbox }) => {
  const { address } = account;
  const next = `grace-${randomUUID()}@example.test`;
  const open = (to: string) =>
    otherApp.page.goto(`${mailbox}/mail?to=${encodeURIComponent(to)}`);
  await pages.signIn(address, password);
  await app.open("/passkeys");
  await pages.follow("Change Email address");
  await app.page.getByLabel("New email address").fill(next);
  await pages.press("Continue");
  await expect(app.heading).toHaveText("Check your new address");

  await app.open(`${mailbox}/mail?to=${encodeURIComponent(next)}`);
  await app.page.getByRole("link").first().click();
  await pages.press("Confirm your email address");
  await expect(app.heading).toHaveText("Email address changed");
  await app.open("/profile");
  await expect(app.page.getByRole("main")).toContainText(next);

  await open(address);
  await otherApp.page.getByRole("link").first().click();
  await expect(otherApp.heading).toHaveText("Restore your email address");
  await new Passwords(otherApp.page).press("Restore address");
  await expect(new Passwords(otherApp.page).address).toHaveValue(address);
  await app.open();
  await app.expectSignedOut();
});

test("a session that is not to be remembered ends with the browser", async ({ app, pages, account, context }) => {
  const box = app.page.getByLabel("Remember me");
  const expires = async () =>
    (await cookiesOf(context, authCookies.session)).map((one) => one.expires);
  await app.open("/auth/signin?callbackUrl=/protected");
  await box.uncheck();
  await pages.fillIn(account.address, password);
  await app.expectAt("/protected");
  expect(await expires()).toEqual([-1]);
  await app.signOut();

  await app.open("/auth/signin?callbackUrl=/protected");
  await box.check();
  await pages.fillIn(account.address, password);
  await app.expectAt("/protected");
  expect((await expires()).every((one) => one > 0)).toBe(true);
});
