import { type BrowserContext, expect, test as base } from "@playwright/test";
import { App, ProviderLogin } from "./pages.ts";
import { ports } from "./settings.ts";

/** What a browser complained about; a test fails if there is anything. */
class Complaints {
  readonly #seen: string[] = [];
  readonly #allowed: RegExp[] = [];

  /** For a test in which the browser is right to complain. */
  allow(pattern: RegExp): void {
    this.#allowed.push(pattern);
  }

  watch(context: BrowserContext): void {
    context.on("console", (message) => {
      // Violations of a content security policy come this way, too.
      if (["error", "warning"].includes(message.type())) {
        this.#seen.push(message.text());
      }
    });
    context.on(
      "weberror",
      (error) => void this.#seen.push(String(error.error())),
    );
    context.on("requestfailed", (request) => {
      const reason = request.failure()?.errorText ?? "";
      // A page that is left while it loads is no failure. What a policy stops is
      // in the console, unless the policy is only that a test has no JavaScript.
      if (!["net::ERR_ABORTED", "csp"].includes(reason)) {
        this.#seen.push(`${request.url()} ${reason}`);
      }
    });
  }

  get unexpected(): string[] {
    return this.#seen.filter((text) =>
      !this.#allowed.some((pattern) => pattern.test(text))
    );
  }
}

/** What a project of the configuration may set. */
export interface Options {
  /** Where the application's mails are read. */
  readonly mailbox: string;
}

interface Fixtures extends Options {
  readonly app: App;
  /** The application in another browser, which shares no cookie with this one. */
  readonly otherApp: App;
  readonly login: ProviderLogin;
  readonly complaints: Complaints;
}

/** Playwright's test with the page objects; fails on any error in the browser's console. */
export const test = base.extend<Fixtures & { noComplaints: void }>({
  mailbox: [`http://localhost:${ports.mailbox}`, { option: true }],
  complaints: async ({ context, javaScriptEnabled }, use) => {
    const complaints = new Complaints();
    // Without scripts nobody uses what a page has fetched for them.
    if (!javaScriptEnabled) complaints.allow(/preloaded .* but not used/);
    complaints.watch(context);
    await use(complaints);
  },
  noComplaints: [async ({ complaints }, use) => {
    await use();
    expect(complaints.unexpected, "the browser's console").toEqual([]);
  }, { auto: true }],
  otherApp: async ({ browser, baseURL, complaints }, use) => {
    const context = await browser.newContext({ ...(baseURL && { baseURL }) });
    complaints.watch(context);
    await use(new App(await context.newPage()));
    await context.close();
  },
  app: async ({ page }, use) => await use(new App(page)),
  login: async ({ page }, use) => await use(new ProviderLogin(page)),
});

export { expect };
