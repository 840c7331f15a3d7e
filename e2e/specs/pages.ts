import {
  type BrowserContext,
  expect,
  type Locator,
  type Page,
} from "@playwright/test";
import { ProviderLogin } from "./provider_login.ts";
import { guest } from "../settings.ts";

/** The example application. */
export class App {
  readonly page: Page;
  readonly heading: Locator;
  readonly signInButton: Locator;
  /** In the header of the application's pages. */
  readonly signInLink: Locator;
  readonly signOutButton: Locator;

  constructor(page: Page) {
    this.page = page;
    this.heading = page.getByRole("heading", { level: 1 });
    this.signInButton = page.getByRole("button", {
      name: /^(Sign in|Continue) with Demo/,
    });
    this.signInLink = page.getByRole("banner")
      .getByRole("link", { name: "Sign in", exact: true });
    this.signOutButton = page.getByRole("button", {
      name: "Sign out",
      exact: true,
    });
  }

  async open(path = "/"): Promise<void> {
    await this.page.goto(path);
  }

  /** Goes to the provider and waits until the browser has arrived there. */
  async leaveForProvider(): Promise<void> {
    await this.signInButton.click();
    await new ProviderLogin(this.page).expectShown();
  }

  async expectSignedIn(): Promise<void> {
    await expect(this.signOutButton).toBeVisible();
  }

  async expectSignedOut(): Promise<void> {
    await expect(this.signInLink).toBeVisible();
    await expect(this.signOutButton).toHaveCount(0);
  }

  async expectAt(path: string): Promise<void> {
    await expect(this.page).toHaveURL(path);
  }

  async signOut(): Promise<void> {
    await this.signOutButton.click();
    await this.expectSignedOut();
  }

  /** Signs out here and at the provider. */
  async signOutAtProvider(): Promise<void> {
    await this.open("/profile");
    await this.page.getByRole("button", { name: /^Sign out at .+, too$/ })
      .click();
    await this.expectSignedOut();
  }
}

/** The form for a name and a password on the library's sign-in page. */
export class PasswordForm {
  readonly page: Page;
  readonly user: Locator;
  readonly password: Locator;
  readonly submit: Locator;
  readonly error: Locator;

  constructor(page: Page) {
    this.page = page;
    this.user = page.getByLabel(/^User ?name$/i);
    this.password = page.getByLabel("Password", { exact: true });
    this.submit = page.getByRole("button", { name: /^Sign in( Last used)?$/ });
    this.error = page.getByRole("alert");
  }

  async signIn({ user = guest.user, password = guest.password } = {}): Promise<
    void
  > {
    await this.user.fill(user);
    await this.password.fill(password);
    await this.submit.click();
  }
}

/** The library's page after a failed sign-in: its own, or the sign-in page. */
export class ErrorPage {
  readonly page: Page;
  readonly explanation: Locator;
  readonly link: Locator;
  readonly button: Locator;

  constructor(page: Page) {
    this.page = page;
    this.explanation = page.getByRole("alert").or(page.locator("h1 + p"));
    this.link = page.getByRole("link", { name: "Try again" });
    this.button = new App(page).signInButton;
  }

  /** Expects an explanation in words, and exactly one action. */
  async expectExplanation(words: RegExp): Promise<void> {
    await expect(this.explanation).toContainText(words);
    await expect(this.link.or(this.button)).toHaveCount(1);
  }

  /** Goes to the provider once more, possibly through the sign-in page. */
  async startAgain(): Promise<void> {
    if (await this.link.isVisible()) await this.link.click();
    await this.button.click();
  }
}

/** The library's form for an e-mail address, and the page after it. */
export class MailForm {
  readonly page: Page;
  /** With JavaScript, its eighth digit submits the form. */
  readonly code: Locator;
  readonly submit: Locator;

  constructor(page: Page) {
    this.page = page;
    this.code = page.getByLabel("8-digit code");
    this.submit = page.getByRole("button", { name: "Sign in", exact: true });
  }

  /** Requests a mail and waits until it is sent. */
  async ask(address: string): Promise<void> {
    const button = this.page.getByRole("button", {
      name: /^Email me a (sign-in|new) link/,
    });
    const form = this.page.locator("form", { has: button });
    await form.getByLabel("Email address").fill(address);
    await button.click();
    await expect(this.code).toBeVisible();
  }
}

type Cookie = Awaited<ReturnType<BrowserContext["cookies"]>>[number];

/** Names of the library's cookies, with or without the prefix of secure sites. */
export const authCookies = {
  /** Several if the session is long. */
  session: /latchkey\.session(\.\d)?$/,
  /**
   * One for each pending sign-in. What a guard remembers of a browser has a name
   * of the same kind, beyond all of theirs.
   */
  attempt: /latchkey\.attempt\.(?!z{9})/,
  csrf: /latchkey\.csrf$/,
};

/** Returns the browser's cookies of one kind. */
export async function cookiesOf(
  context: BrowserContext,
  kind: RegExp,
): Promise<Cookie[]> {
  const cookies = await context.cookies();
  return cookies.filter(({ name }) => kind.test(name));
}
