import { type BrowserContext, expect, test as base } from "@playwright/test";
import { App } from "./pages.ts";
import { ProviderLogin } from "./provider_login.ts";
import { embedded, isApplication, ports } from "../settings.ts";

/**
 * The browser's complaints; a test fails if there are any. The pages of an
 * external provider are not judged: then only the application's origin counts.
 */
class Complaints {
  readonly #seen: string[] = [];
  readonly #allowed: RegExp[] = [];

  /** Allows a message, for a test in which the browser is right to complain. */
  allow(pattern: RegExp): void {
    this.#allowed.push(pattern);
  }

  watch(context: BrowserContext): void {
    context.on("console", (message) => {
      // Violations of a Content-Security-Policy are logged this way, too.
      if (!["error", "warning"].includes(message.type())) return;
      const url = message.location().url || message.page()?.url();
      this.#note(message.text(), url);
    });
    context.on("weberror", (error) => {
      const url = error.location().url || error.page()?.url();
      this.#note(String(error.error()), url);
    });
    context.on("requestfailed", (request) => {
      const reason = request.failure()?.errorText ?? "";
      // A page that is left while it loads is not a failure. Requests blocked
      // by a policy appear in the console, unless the policy only disables
      // JavaScript for a test.
      if (["net::ERR_ABORTED", "csp"].includes(reason)) return;
      this.#note(`${request.url()} ${reason}`, request.url());
    });
  }

  #note(text: string, url = ""): void {
    if (embedded || isApplication(url)) this.#seen.push(text);
  }

  get unexpected(): string[] {
    return this.#seen.filter((text) =>
      !this.#allowed.some((pattern) => pattern.test(text))
    );
  }
}

/** Options that a project of the configuration may set. */
export interface Options {
  /** The URL of the mailbox page. */
  readonly mailbox: string;
}

interface Fixtures extends Options {
  readonly app: App;
  /** The application in another browser, without this one's cookies. */
  readonly otherApp: App;
  readonly login: ProviderLogin;
  readonly complaints: Complaints;
}

/** Playwright's test with the page objects; fails on any error in the browser's console. */
export const test = base.extend<Fixtures & { noComplaints: void }>({
  mailbox: [`http://localhost:${ports.mailbox}`, { option: true }],
  complaints: async ({ context, javaScriptEnabled }, use) => {
    const complaints = new Complaints();
    // Without JavaScript, the data that a page has prefetched stays unused.
    if (!javaScriptEnabled) complaints.allow(/preloaded .* but not used/);
    // In development, pages have so many attributes for tools that they arrive
    // in parts, of which a busy machine may paint the first one alone.
    complaints.allow(/^Detected Layout Shift during page load/);
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
