import process from "node:process";
import { expect, test } from "./gallery.ts";

// A short run has each direction and each scheme once.
const schemes = process.env.E2E_SHORT
  ? { en: ["light"], ar: ["dark"] } as const
  : {
    en: ["light", "dark"],
    de: ["light", "dark"],
    ar: ["light", "dark"],
  } as const;

for (const [lang, own] of Object.entries(schemes)) {
  for (const colorScheme of own) {
    test(`axe-core finds no fault in any page: ${lang}, ${colorScheme}`, async ({ gallery, page }) => {
      const script = await page.request.get("/axe.js");
      await page.emulateMedia({ colorScheme });
      await gallery.show("sign-in");
      await page.evaluate(await script.text());
      expect(await gallery.findViolations(lang)).toEqual([]);
    });
  }
}
