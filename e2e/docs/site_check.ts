/**
 * Builds the documentation site, and reads it as people and programs do. It
 * takes too long for every run.
 *
 * @module
 */

import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { type Browser, chromium, type Page } from "@playwright/test";
import axe from "axe-core";
import { findBrowser } from "../../scripts/browser.ts";
import { root } from "../../scripts/command.ts";
import { buildSite } from "../../scripts/docs/build.ts";
import { findFaults } from "../../scripts/docs/check_site.ts";
import { openSearch, readNear } from "../../scripts/docs/reader.ts";
import { serveSite } from "../../scripts/docs/serve_site.ts";
import questions from "../../docs/questions.json" with { type: "json" };

const toPath = (source: string) =>
  source.replace(/^docs/, "").replace(/(?:README)?\.md$/, "");

/** A text without its line breaks. */
const toLine = (text: string) => text.replace(/\s+/g, " ");

describe("the documentation site", () => {
  // To try the tests again on the site that is there.
  const isBuilt = Deno.env.has("DOCS_BUILT");
  before(async () => void (isBuilt || await buildSite()));

  it("every link leads to a page and a heading, and no page breaks a strict policy", async () => {
    assert.deepEqual(await findFaults(), []);
  });

  it("forty questions of newcomers are answered within two clicks", async () => {
    assert.ok(questions.length >= 40);
    const near = await readNear();
    for (const { question, page, sentence } of questions) {
      const text = await Deno.readTextFile(root + page);
      assert.ok(toLine(text).includes(toLine(sentence)), question);
      assert.ok(near.has(toPath(page)), `${question}: ${page}`);
    }
  });

  it("one search leads to the page for four of five questions", async () => {
    const search = await openSearch();
    const missed = questions.filter(({ question, page }) =>
      !search(question).slice(0, 5).includes(toPath(page))
    );
    assert.ok(
      missed.length <= questions.length / 5,
      missed.map(({ question }) => question).join("\n"),
    );
  });

  const skip = !Deno.env.has("DOCS_IN_BROWSER") && "takes half a minute";
  describe("in a browser", { skip }, () => {
    let served: ReturnType<typeof serveSite>;
    let browser: Browser;
    before(async () => {
      served = serveSite();
      const { path } = await findBrowser();
      const args = ["--no-sandbox", "--disable-gpu"];
      browser = await chromium.launch({ executablePath: path, args });
    });
    after(async () => {
      await browser?.close();
      await served?.close();
    });

    /** Opens a page that may load nothing from elsewhere; collects what the console says. */
    async function open(width: number, colorScheme: "light" | "dark") {
      const page = await browser.newPage({
        viewport: { width, height: 860 },
        colorScheme,
        reducedMotion: "reduce",
      });
      const faults: string[] = [];
      page.on("console", (one) => {
        if (["error", "warning"].includes(one.type())) faults.push(one.text());
      });
      page.on("pageerror", (error) => faults.push(String(error)));
      page.on("request", (request) => {
        if (!request.url().startsWith(served.origin)) {
          faults.push(request.url());
        }
      });
      const show = async (path: string) => {
        await page.goto(served.origin + path, { waitUntil: "networkidle" });
      };
      return { page, faults, show };
    }

    const paths = ["/", "/start", "/users", "/errors", "/providers/github"];
    const looks = [[390, "dark"], [1280, "light"]] as const;
    const others = [[390, "light"], [1280, "dark"]] as const;
    const isWhole = Deno.env.has("TEST_ALL");
    for (const [width, scheme] of isWhole ? [...looks, ...others] : looks) {
      it(`five pages have no fault that axe-core finds: ${width} pixels, ${scheme}`, async () => {
        const { page, faults, show } = await open(width, scheme);
        for (const path of paths) {
          await show(path);
          assert.deepEqual(await findViolations(page), [], path);
          assert.equal(await isWide(page), false, `${path} is too wide`);
        }
        assert.deepEqual(faults, []);
        await page.close();
      });
    }

    it("the package manager that was chosen is shown on every page", async () => {
      const { page, show } = await open(1280, "light");
      await show("/start");
      await page.locator(".vp-code-group label", { hasText: "pnpm" }).first()
        .click();
      const shown = page.locator(".vp-code-group .active").first();
      await shown.getByText("pnpm create").waitFor();
      await show("/starters");
      await shown.getByText("pnpm create").waitFor();
      await page.close();
    });

    it("the search finds a page without a network", async () => {
      const { page, faults, show } = await open(390, "light");
      await show("/");
      await page.locator(".VPNavBarSearch button").click();
      await page.locator("#localsearch-input").fill(
        "How long does a session last?",
      );
      await page.locator('.results a[href^="/how-to/session-length"]').first()
        .waitFor();
      assert.deepEqual(faults, []);
      await page.close();
    });
  });
});

/** Returns the rules that a page breaks, with the elements that do. */
async function findViolations(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  return await page.evaluate(async () => {
    const { axe } = globalThis as unknown as {
      axe: {
        run(): Promise<
          { violations: { id: string; nodes: { html: string }[] }[] }
        >;
      };
    };
    const { violations } = await axe.run();
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`)
    );
  });
}

/** Whether a page has to be moved sideways. */
async function isWide(page: Page): Promise<boolean> {
  return await page.evaluate(
    "document.documentElement.scrollWidth > innerWidth",
  );
}
