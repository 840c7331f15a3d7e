import type { Page } from "@playwright/test";
import { expect, test as base } from "../specs/fixtures.ts";

/** Conditions of a page in the gallery. */
export interface Condition {
  readonly lang?: string;
  /** The theme's colour. */
  readonly color?: string;
}

/** The gallery of all built-in pages, in one tab. */
export class Gallery {
  readonly page: Page;
  readonly names: readonly string[];

  constructor(page: Page, names: readonly string[]) {
    this.page = page;
    this.names = names;
  }

  static async open(page: Page): Promise<Gallery> {
    const script = await page.request.get("/look.js");
    await page.addInitScript({ content: await script.text() });
    const list = await page.request.get("/");
    return new Gallery(page, await list.json());
  }

  async show(name: string, condition: Condition = {}): Promise<void> {
    const query = new URLSearchParams({ ...condition });
    await this.page.goto(`/${name}?${query}`);
  }

  /** Faults of the layout of all pages, from a page whose policy lets it fetch them. */
  async findFaults(lang: string, fontSize = ""): Promise<string[]> {
    return await this.#look("visit", { query: `lang=${lang}`, fontSize });
  }

  /** Returns the findings of axe-core about all pages, by all its rules and what it advises beyond them. */
  async findViolations(lang: string): Promise<string[]> {
    const options = {
      resultTypes: ["violations"],
      rules: { "target-size": { enabled: true } },
    };
    return await this.#look("visitWithAxe", { query: `lang=${lang}`, options });
  }

  async #look(how: string, options: object): Promise<string[]> {
    const names = JSON.stringify(this.names);
    return await this.page.evaluate(
      `look.${how}(${names}, ${JSON.stringify(options)})`,
    );
  }
}

/** Tests of the built-in pages; a complaint of the browser about one fails them. */
export const test = base.extend<{ gallery: Gallery }>({
  gallery: async ({ page }, use) => await use(await Gallery.open(page)),
});

export { expect };
