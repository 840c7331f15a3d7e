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

test("every text of every page has its place at 320 px, in all languages", async ({ gallery }) => {
  await gallery.show("sign-in");
  for (const lang of languages) {
    expect.soft(await gallery.findFaults(lang), lang).toEqual([]);
  }
});

test("the rows of the providers are equally high, however long a name is", async ({ gallery, page }) => {
  for (const width of [320, 390, 1280]) {
    await page.setViewportSize({ width, height: 720 });
    for (const scene of ["sign-in-eight", "sign-in-long-names"]) {
      await gallery.show(scene);
      const heights = await page.evaluate<number[]>(
        "[...document.querySelectorAll('.grid button')].map((one) => one.getBoundingClientRect().height)",
      );
      expect(new Set(heights).size, `${scene}, ${width} px`).toBe(1);
      // Two lines need no more room than one.
      if (scene === "sign-in-eight") expect(heights[0]).toBe(44);
    }
  }
});

test("every text of every page has its place in a wide window, and at twice the size", async ({ gallery, page }) => {
  await gallery.show("sign-in");
  for (const lang of ["en", "de", "ar"]) {
    await page.setViewportSize({ width: 1920, height: 1080 });
    expect.soft(await gallery.findFaults(lang), `wide, ${lang}`).toEqual([]);
    await page.setViewportSize({ width: 640, height: 720 });
    const large = await gallery.findFaults(lang, "200%");
    expect.soft(large, `large, ${lang}`).toEqual([]);
  }
});
