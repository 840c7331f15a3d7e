import type { Page } from "@playwright/test";
import { expect, test } from "./gallery.ts";

/** Counts the forms that the page sends. */
function countSent(page: Page): { readonly bodies: string[] } {
  const bodies: string[] = [];
  page.on("request", (one) => {
    if (one.method() === "POST") bodies.push(one.postData() ?? "");
  });
  return { bodies };
}

test("a password is shown and hidden again, and sent as it was typed [ASVS-6.2.6]", async ({ gallery, page }) => {
  await gallery.show("sign-in-password");
  const field = page.getByLabel("Password", { exact: true });
  const eye = page.getByRole("button", { name: "Show password" });
  await page.getByLabel("Email address").fill("ada@example.com");
  await field.fill("ana lytical");
  await expect(eye).toHaveAttribute("aria-pressed", "false");
  await eye.press("Enter");
  await expect(field).toHaveAttribute("type", "text");
  await expect(eye).toHaveAttribute("aria-pressed", "true");
  await expect(field).toHaveValue("ana lytical");
  await eye.click();
  await expect(field).toHaveAttribute("type", "password");
  const sent = countSent(page);
  await field.press("Enter");
  await expect(page.getByRole("heading")).toHaveText("You’re signed out");
  expect(sent.bodies).toHaveLength(1);
  expect(sent.bodies[0]).toContain("password=ana+lytical");
});

test("one box serves all forms of the page, as it is when one is sent", async ({ gallery, page }) => {
  const sent = countSent(page);
  for (const isTicked of [true, false, true]) {
    for (const name of ["Continue with GitHub", "Email me a sign-in link"]) {
      await gallery.show("sign-in-remember");
      const box = page.getByRole("checkbox");
      await expect(box).toHaveCount(1);
      await box.setChecked(isTicked);
      sent.bodies.length = 0;
      await page.getByLabel("Email address").fill("ada@example.com");
      await page.getByRole("button", { name }).click();
      await expect(page.getByRole("heading")).toHaveText("You’re signed out");
      const [body] = sent.bodies;
      const choices = new URLSearchParams(body).getAll("remember");
      expect(choices, name).toEqual(isTicked ? ["on"] : []);
    }
  }
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("each form has its box", async ({ page }) => {
    const sent = countSent(page);
    await page.goto("/sign-in-remember");
    const boxes = page.getByRole("checkbox", { name: "Remember me" });
    await expect(boxes).toHaveCount(2);
    await boxes.last().uncheck();
    await page.getByRole("button", { name: "Continue with GitHub" }).click();
    await expect(page.getByRole("heading")).toHaveText("You’re signed out");
    expect(new URLSearchParams(sent.bodies[0]).get("remember")).toBe("on");
  });
});

for (const code of ["1234-5678", "1234 5678", "12345678"]) {
  test(`a code is sent as soon as it is pasted: ${code}`, async ({ gallery, page, context, baseURL }) => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"], {
      origin: baseURL ?? "",
    });
    await gallery.show("mail-sent");
    await expect(page.getByLabel("8-digit code")).toBeFocused();
    await page.evaluate(`navigator.clipboard.writeText("${code}")`);
    const sent = countSent(page);
    await page.keyboard.press("ControlOrMeta+V");
    await expect(page.getByRole("heading")).toHaveText("You’re signed out");
    expect(sent.bodies).toHaveLength(1);
    const fields = new URLSearchParams(sent.bodies[0]);
    expect(fields.get("code")?.replace(/\D/g, "")).toBe("12345678");
  });
}

test("a code that is not complete waits", async ({ gallery, page }) => {
  await gallery.show("mail-sent");
  const field = page.getByLabel("8-digit code");
  await expect(field).toBeFocused();
  const sent = countSent(page);
  await page.keyboard.type("1234-567");
  await expect(field).toHaveValue("1234-567");
  expect(sent.bodies).toEqual([]);
  await page.keyboard.type("8");
  await expect(page.getByRole("heading")).toHaveText("You’re signed out");
  expect(sent.bodies).toHaveLength(1);
});

test("a double click sends a form once, and after Back it can be sent again", async ({ gallery, page }) => {
  const sent = countSent(page);
  const forms = [
    ["sign-in-eight", "Continue with GitHub"],
    ["sign-in", "Email me a sign-in link"],
  ] as const;
  for (const [name, label] of forms) {
    await gallery.show(name);
    const button = page.getByRole("button", { name: label });
    const field = page.getByLabel("Email address");
    await field.fill("ada@example.com");
    for (const _ of ["before", "after Back"]) {
      sent.bodies.length = 0;
      // The answer waits for the second click.
      const clicked = Promise.withResolvers<void>();
      await page.route("**/auth/**", async (route) => {
        if (route.request().method() === "POST") await clicked.promise;
        await route.fallback();
      });
      await button.dblclick({ noWaitAfter: true });
      clicked.resolve();
      await expect(page.getByRole("heading")).toHaveText("You’re signed out");
      expect(sent.bodies, label).toHaveLength(1);
      await page.unroute("**/auth/**");
      await page.goBack();
      await expect(button).not.toHaveAttribute("aria-busy");
      await field.fill("ada@example.com");
    }
  }
});

test("a page that comes back from the browser's memory can be used again", async ({ gallery, page }) => {
  await gallery.show("sign-in");
  const button = page.getByRole("button", { name: "Email me" });
  await page.getByLabel("Email address").fill("ada@example.com");
  // Nothing answers with a page: the browser stays.
  await page.route(
    "**/auth/signin/**",
    (route) => route.fulfill({ status: 204 }),
  );
  await button.click();
  await expect(button).toHaveAttribute("aria-busy", "true");
  await page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow'))");
  await expect(button).not.toHaveAttribute("aria-busy");
  const again = page.waitForRequest((one) => one.method() === "POST");
  await button.click();
  await again;
});

test("the wait for another mail begins at the seconds that are left, and ends with a button", async ({ gallery, page }) => {
  const counter = page.locator(".wait > span");
  const button = page.getByRole("button", { name: "Send again" });
  for (const [scene, seconds] of [["mail-sent", 60], ["mail-sent-again", 23]]) {
    await gallery.show(`${scene}`);
    /** Moves to a point of the wait; returns the number that is shown. */
    const read = async (at: number) => {
      await page.evaluate(`for (const one of document.getAnimations()) {
        one.pause();
        one.currentTime = ${at};
      }`);
      const shown = await page.evaluate<string>(
        "getComputedStyle(document.querySelector('.wait > span')).getPropertyValue('--s')",
      );
      return Number(shown);
    };
    const end = Number(seconds) * 1000;
    expect(await read(0), `${scene}`).toBe(seconds);
    expect(await read(end - 10_000)).toBe(10);
    await expect(counter).toBeVisible();
    await expect(button).toBeHidden();
    await read(end);
    await expect(counter).toBeHidden();
    await expect(button).toBeVisible();
  }
});
