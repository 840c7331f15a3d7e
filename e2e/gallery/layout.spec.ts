import { expect, test } from "./gallery.ts";

const languages = [
  "en",
  "ar",
  "de",
  "es",
  "fr",
  "it",
  "ja",
  "ko",
  "nl",
  "pl",
  "pt",
  "sv",
  "tr",
  "zh",
];

for (const lang of languages) {
  test(`every text has its place at 320 px: ${lang}`, async ({ gallery }) => {
    const faults = await gallery.collect(() => gallery.findFaults(), { lang });
    expect(faults).toEqual([]);
  });
}

for (const lang of ["en", "de", "ar"]) {
  test(`every text has its place in a wide window, and with text of twice the size: ${lang}`, async ({ gallery, page }) => {
    const faults = await gallery.collect(async () => {
      await page.setViewportSize({ width: 1920, height: 1080 });
      const wide = await gallery.findFaults();
      await page.setViewportSize({ width: 640, height: 720 });
      await page.evaluate("document.documentElement.style.fontSize = '200%'");
      const large = await gallery.findFaults();
      return [
        ...wide.map((one) => `wide: ${one}`),
        ...large.map((one) => `large: ${one}`),
      ];
    }, { lang });
    expect(faults).toEqual([]);
  });
}
