import { expect, type Locator, type Page } from "@playwright/test";
import { selectors } from "./selectors.ts";
import { isApplication, provider } from "../settings.ts";

/** The outcome of a sign-in at the provider. */
export type Outcome = "back at the application" | "refused";

/**
 * Marks elements that were already used or read, so that only later ones count.
 */
const seen = "data-e2e-seen";

/** The action on the page that the provider shows. */
type Step = () => Promise<void>;

/**
 * The provider's pages: a name and a password on one page or on two, a consent
 * screen, an offer to stay signed in. Each may be missing, and the order may
 * differ.
 */
export class ProviderLogin {
  readonly page: Page;
  readonly user: Locator;
  readonly password: Locator;
  readonly error: Locator;
  readonly cancelButton: Locator;
  readonly #field: Locator;
  readonly #question: Locator;

  constructor(page: Page) {
    const visible = (selector: string) =>
      page.locator(selector).filter({ visible: true });
    this.page = page;
    this.user = visible(selectors.user);
    this.password = visible(selectors.password);
    this.error = visible(selectors.error);
    this.cancelButton = visible(selectors.cancel);
    this.#field = this.user.or(this.password);
    // Entra ID gives the submit button of a login form and of a question the
    // same name.
    this.#question = page.locator("body").filter({ hasNot: this.#field })
      .locator(this.#unseen(visible(selectors.consent + "," + selectors.stay)));
  }

  /** Waits until the provider shows the first of its pages. */
  async expectShown(): Promise<void> {
    await this.#waitUntilAway();
    await expect(this.#field.or(this.#question).first()).toBeVisible();
  }

  /** Whether the first page is usable as sent, without running a script. */
  async canBeUsed(): Promise<boolean> {
    await this.#waitUntilAway();
    await this.page.waitForLoadState("load");
    return await this.#field.or(this.#question).first().isVisible();
  }

  /** Fills in the pages one after another, until they lead back or refuse. */
  async signIn(
    { user = provider.user, password = provider.password } = {},
  ): Promise<Outcome> {
    await this.#waitUntilAway();
    const open = new Map([[this.user, user], [this.password, password]]);
    for (;;) {
      const next = await this.#waitForNext(open);
      if (typeof next === "string") return next;
      await next();
    }
  }

  async canBeCancelled(): Promise<boolean> {
    await this.page.waitForLoadState("domcontentloaded");
    return await this.cancelButton.first().isVisible();
  }

  async cancel(): Promise<void> {
    await this.cancelButton.first().click();
  }

  async #waitUntilAway(): Promise<void> {
    await this.page.waitForURL(({ href }) => !isApplication(href), {
      waitUntil: "commit",
    });
  }

  async #waitForNext(open: Map<Locator, string>): Promise<Step | Outcome> {
    let next: Step | Outcome | undefined;
    await expect.poll(async () => {
      next = await this.#findNext(open);
      return next !== undefined;
    }, {
      message: "a page of the provider with something to do",
      intervals: [20, 50, 100],
    }).toBe(true);
    if (next === undefined) throw new Error("the provider's page has gone");
    return next;
  }

  async #findNext(
    open: Map<Locator, string>,
  ): Promise<Step | Outcome | undefined> {
    if (isApplication(this.page.url())) return "back at the application";
    for (const [field, text] of open) {
      if (!await field.first().isVisible()) continue;
      return async () => {
        open.delete(field);
        await this.#fill(field.first(), text, open);
      };
    }
    if (await this.#field.first().isVisible()) {
      return await this.#refusal(open).isVisible() ? "refused" : undefined;
    }
    if (!await this.#question.first().isVisible()) return undefined;
    return async () => await this.#answer();
  }

  /**
   * Fills a field, and submits its form unless the next field is on the same
   * page.
   */
  async #fill(
    field: Locator,
    text: string,
    open: Map<Locator, string>,
  ): Promise<void> {
    await field.fill(text);
    await field.evaluate((it, name) => it.setAttribute(name, ""), seen);
    for (const other of open.keys()) {
      if (await other.first().isVisible()) return;
    }
    await this.error.evaluateAll(
      (errors, name) => errors.forEach((it) => it.setAttribute(name, "")),
      seen,
    );
    await this.page.locator(selectors.submit).filter({ visible: true }).first()
      .click();
  }

  /**
   * A field is shown again, or an error; but not beside a field that is still
   * empty.
   */
  #refusal(open: Map<Locator, string>): Locator {
    const isOpen = (field: Locator) => open.has(field);
    const fields = [this.user, this.password];
    const form = fields.filter(isOpen).reduce(
      (body, field) => body.filter({ hasNot: field }),
      this.page.locator("body"),
    );
    const signs = fields.filter((field) => !isOpen(field))
      .reduce((sum, field) => sum.or(field), this.error);
    return form.locator(this.#unseen(signs)).first();
  }

  async #answer(): Promise<void> {
    const button = await this.#question.first().elementHandle();
    await this.#question.first().click();
    // The page may already be gone.
    await button?.evaluate((it, name) => it.setAttribute(name, ""), seen)
      .catch(() => {});
  }

  #unseen(locator: Locator): Locator {
    return locator.and(this.page.locator(`:not([${seen}])`));
  }
}
