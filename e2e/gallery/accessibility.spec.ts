import { expect, test } from "./gallery.ts";

for (const lang of ["en", "de", "ar"]) {
  for (const colorScheme of ["light", "dark"] as const) {
    test(`axe-core finds no fault in any page: ${lang}, ${colorScheme}`, async ({ gallery, page }) => {
      const script = await page.request.get("/axe.js");
      await page.emulateMedia({ colorScheme });
      await gallery.show("sign-in");
      await page.evaluate(await script.text());
      expect(await gallery.findViolations(lang)).toEqual([]);
    });
  }
}
