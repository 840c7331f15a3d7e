import { embedded } from "../settings.ts";
import { expect, test } from "./fixtures.ts";

test("an error and a failed request of the application are reported", async ({ app, page, complaints, baseURL }) => {
  await page.route("**/broken", (route) => route.abort());
  await app.open();
  await page.evaluate("console.error('from the application')");
  await page.evaluate("fetch('/broken').catch(() => {})");
  await expect.poll(() => complaints.unexpected.join("\n"))
    .toContain(`${baseURL}/broken net::ERR_FAILED`);
  expect(complaints.unexpected).toContain("from the application");
  complaints.allow(/./);
});

test("errors of a provider are reported only if it belongs to the tests", async ({ page, complaints }) => {
  await page.route("https://id.example.test/**", async (route) => {
    const { pathname } = new URL(route.request().url());
    if (pathname === "/broken") return await route.abort();
    await route.fulfill({
      contentType: "text/html; charset=utf-8",
      body:
        `<!doctype html><title>Sign in</title><link rel="icon" href="data:,">
        <script>
          console.error("from the provider");
          fetch("/broken").catch(() => setTimeout(() => { throw new Error("thrown there"); }));
        </script>`,
    });
  });
  const thrown = page.context().waitForEvent("weberror");
  await page.goto("https://id.example.test/authorize");
  await thrown;
  const seen = complaints.unexpected.join("\n");
  complaints.allow(/./);
  if (!embedded) return expect(seen).toBe("");
  expect(seen).toContain("from the provider");
  expect(seen).toContain("https://id.example.test/broken net::ERR_FAILED");
  expect(seen).toContain("thrown there");
});
