import { expect, test } from "./gallery.ts";

/** WCAG 2.0 to 2.2, levels A and AA, and what axe-core advises beyond them. */
const everything = [
  "wcag2a",
  "wcag2aa",
  "wcag21a",
  "wcag21aa",
  "wcag22aa",
  "best-practice",
];

for (const lang of ["en", "de", "ar"]) {
  test(`axe-core finds no fault in any page, light or dark: ${lang}`, async ({ gallery, page }) => {
    const script = await page.request.get("/axe.js");
    await gallery.show("sign-in");
    await page.evaluate(await script.text());
    const light = await gallery.findViolations(lang, everything);
    await page.emulateMedia({ colorScheme: "dark" });
    const dark = await gallery.findViolations(lang, ["color-contrast"]);
    expect({ light, dark }).toEqual({ light: [], dark: [] });
  });
}
