import { expect, test } from "./gallery.ts";

for (const lang of ["en", "de", "ar"]) {
  test(`axe-core finds no fault in any page, light or dark: ${lang}`, async ({ gallery }) => {
    const faults = await gallery.collect(
      () => gallery.findViolations(),
      { lang },
    );
    expect(faults).toEqual([]);
  });
}
