import type { Page } from "@playwright/test";
import { embedded, needsEmbedded, startedElsewhere } from "../settings.ts";
import { expect, test } from "./fixtures.ts";

// A headed browser requests the icon of each page and complains about a missing
// one. The headless shell does not, so these tests do.

test.beforeEach(({ complaints }) => {
  test.skip(!!startedElsewhere, "needs an application that has icons");
  complaints.allow(/status of 4\d\d/);
});

for (const path of ["/", "/auth/signin", "/auth/error", "/nowhere"]) {
  test(`the application has an icon for ${path}`, async ({ page }) => {
    await page.goto(path);
    await expectIcon(page);
  });
}

test("the provider has an icon for each of its pages", async ({ app, page }) => {
  test.skip(!embedded, needsEmbedded);
  await app.open();
  await app.leaveForProvider();
  await expectIcon(page);
  for (const path of ["/login/unknown", "/auth", "/session/end", "/nowhere"]) {
    await page.goto(new URL(path, page.url()).href);
    await expectIcon(page);
  }
});

test("the mailbox has an icon", async ({ page, mailbox, complaints }) => {
  // Mails of other tests may lie there, in a sandbox that also stops the script
  // by which Playwright records a test.
  complaints.allow(/^Blocked script execution in 'about:srcdoc'/);
  await page.goto(mailbox);
  await expectIcon(page);
});

/** Expects the icon that the page names, or else its origin's. */
async function expectIcon(page: Page): Promise<void> {
  const link = page.locator("link[rel~=icon]");
  const named = await link.count() > 0 ? await link.getAttribute("href") : null;
  const icon = new URL(named ?? "/favicon.ico", page.url()).href;
  const answer = await page.request.get(icon);
  expect(answer.status(), `${icon} of ${page.url()}`).toBe(200);
  expect(answer.headers()["content-type"], icon).toMatch(/^image\//);
}
