import type { Page } from "@playwright/test";
import { expect, test as base } from "../fixtures.ts";

/** What axe-core reports about a page. */
interface AxeResult {
  readonly violations: readonly {
    readonly id: string;
    readonly nodes: readonly {
      readonly html: string;
      readonly failureSummary: string;
    }[];
  }[];
}

/** Conditions of a page in the gallery. */
export interface Condition {
  readonly lang?: string;
  /** The theme's colour. */
  readonly color?: string;
}

/** WCAG 2.0 to 2.2, levels A and AA, and what axe-core advises beyond them. */
const TAGS = [
  "wcag2a",
  "wcag2aa",
  "wcag21a",
  "wcag21aa",
  "wcag22aa",
  "best-practice",
];

/** The gallery of all built-in pages, in one tab. */
export class Gallery {
  readonly page: Page;
  readonly #names: readonly string[];
  readonly #axe: string;

  constructor(page: Page, names: readonly string[], axe: string) {
    this.page = page;
    this.#names = names;
    this.#axe = axe;
  }

  static async open(page: Page): Promise<Gallery> {
    const read = async (path: string) =>
      await (await page.request.get(path)).text();
    await page.addInitScript({ content: await read("/look.js") });
    return new Gallery(
      page,
      JSON.parse(await read("/")),
      await read("/axe.js"),
    );
  }

  async show(name: string, condition: Condition = {}): Promise<void> {
    const query = new URLSearchParams({ ...condition });
    await this.page.goto(`/${name}?${query}`);
  }

  /** Shows each page, and collects what is found there. */
  async collect(
    find: () => Promise<readonly string[]>,
    condition: Condition = {},
  ): Promise<string[]> {
    const all: string[] = [];
    for (const name of this.#names) {
      await this.show(name, condition);
      all.push(...(await find()).map((one) => `${name}: ${one}`));
    }
    return all;
  }

  /** What a visitor sees that is wrong with the page's layout. */
  async findFaults(): Promise<string[]> {
    return await this.page.evaluate("look.findFaults()");
  }

  /** What axe-core reports in the light scheme, and about colours in the dark one. */
  async findViolations(): Promise<string[]> {
    await this.page.evaluate(this.#axe);
    const all = await this.#run({
      runOnly: TAGS,
      rules: { "target-size": { enabled: true } },
    });
    await this.page.emulateMedia({ colorScheme: "dark" });
    const dark = await this.#run({ runOnly: ["color-contrast"] });
    await this.page.emulateMedia({ colorScheme: "light" });
    return [...all, ...dark.map((one) => `dark: ${one}`)];
  }

  async #run(options: object): Promise<string[]> {
    const { violations } = await this.page.evaluate<AxeResult>(
      `axe.run(${JSON.stringify({ ...options, resultTypes: ["violations"] })})`,
    );
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id} ${html} ${failureSummary}`)
    );
  }
}

/** Tests of the built-in pages; a complaint of the browser about one fails them. */
export const test = base.extend<{ gallery: Gallery }>({
  gallery: async ({ page }, use) => await use(await Gallery.open(page)),
});

export { expect };
