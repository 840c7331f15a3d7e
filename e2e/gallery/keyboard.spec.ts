import type { Page } from "@playwright/test";
import { expect, type Gallery, test } from "./gallery.ts";

const schemes = ["light", "dark"] as const;

/** Presses Tab, and returns the name of each element that gets focus. */
async function tabThrough(page: Page): Promise<string[]> {
  const names: string[] = [];
  for (;;) {
    await page.keyboard.press("Tab");
    const name = await page.evaluate<string | null>("look.readFocus()");
    if (name === null || names.length > 40) return names;
    names.push(name);
    const ring = await page.evaluate<{ width: number; contrast: number }>(
      "look.readRing()",
    );
    expect(ring.width, `${name}: ring`).toBeGreaterThanOrEqual(2);
    expect(ring.contrast, `${name}: ring`).toBeGreaterThanOrEqual(3);
  }
}

const eight = [
  "Google",
  "Apple",
  "GitHub",
  "GitLab",
  "Microsoft Entra ID",
  "Slack",
  "Discord",
  "LinkedIn",
].map((name) => `Continue with ${name}`);

test("the keyboard goes from the buttons to the form, each with a ring and a name", async ({ gallery, page }) => {
  await gallery.show("sign-in-eight");
  expect(await tabThrough(page)).toEqual([
    "Example",
    ...eight,
    "Sign in with a passkey",
    "Email address",
    "Email me a sign-in link",
    "Create a passkey",
    "Terms",
    "Privacy",
    "Help",
  ]);
  await gallery.show("sign-in-password");
  const names = await tabThrough(page);
  expect(names.slice(names.indexOf("Email address"))).toEqual([
    "Email address",
    "Password",
    "Show password",
    "Sign in",
    "Email me a sign-in link",
    "Create a passkey",
    "Terms",
    "Privacy",
    "Help",
  ]);
});

test("the way that was used last is first, and says so", async ({ gallery, page }) => {
  for (const name of ["sign-in-last-used", "sign-in-last-used-eight"]) {
    await gallery.show(name);
    const first = page.getByRole("main").getByRole("button").first();
    await expect(first).toHaveAccessibleName(
      /^Continue with (GitHub|Slack) Last used$/,
    );
  }
});

test("Enter in a field presses the main button", async ({ gallery, page }) => {
  const flows = [
    ["sign-in", "Email address", "/auth/signin/email"],
    ["sign-in-password", "Email address", "/auth/callback/password"],
    ["sign-in-password", "Password", "/auth/callback/password"],
    ["mail-sent", "8-digit code", "/auth/callback/email"],
    ["link-expired", "Email address", "/auth/signin/email"],
  ] as const;
  for (const [name, label, path] of flows) {
    await gallery.show(name);
    await fillForm(page);
    const sent = page.waitForRequest((one) => one.method() === "POST");
    await page.getByLabel(label, { exact: true }).press("Enter");
    expect(new URL((await sent).url()).pathname, name).toBe(path);
  }
});

async function fillForm(page: Page): Promise<void> {
  for (const field of await page.locator("input[required]").all()) {
    const isEmail = await field.getAttribute("type") === "email" ||
      await field.getAttribute("name") === "email";
    await field.fill(isEmail ? "ada@example.com" : "1234");
  }
}

test("after a refusal, focus is where something is to mend, and the error is announced", async ({ gallery, page }) => {
  const refusals = [
    ["sign-in-wrong-password", "Password", /^Wrong email or password/],
    ["sign-in-wrong-address", "Email address", /^Enter one email address/],
    ["mail-sent-wrong-code", "8-digit code", /^That code isn’t right/],
    ["sign-up-wrong-address", "Email address", /^Enter one email address/],
    ["sign-up-full-wrong", "Phone number", /^A phone number has more/],
    ["sign-up-full-common", "New password", /^This password is among/],
    ["new-password-again", "New password", /^This password is among/],
    ["change-password-wrong", "Current password", /^That’s not your current/],
    ["change-email-wrong", "New email address", /^Enter one email address/],
    ["second-factor-wrong", "6-digit code", /^That code isn’t right/],
    ["enrol-factor-wrong", "Code that the app shows", /^That code isn’t/],
  ] as const;
  for (const [name, label, text] of refusals) {
    await gallery.show(name);
    const field = page.getByLabel(label, { exact: true });
    await expect(field).toBeFocused();
    await expect(field).toHaveAccessibleDescription(text);
    await expect(field).toHaveAttribute("aria-invalid", "true");
    await expect(page.getByRole("alert")).toHaveText(text);
    await expect(page).toHaveTitle(/^Error: /);
  }
  await gallery.show("sign-in-failed");
  await expect(page.getByRole("alert")).toBeFocused();
  await expect(page.getByRole("alert")).toHaveText(/took too long/);
  for (const name of ["error-contact", "error-try-again", "link-expired"]) {
    await gallery.show(name);
    await expect(page).toHaveTitle(/^Error: /);
    await expect(page.getByRole("heading")).toHaveCount(1);
  }
});

test("with any colour of the theme, every text and every ring can be seen", async ({ gallery, page }) => {
  for (const colorScheme of schemes) {
    await page.emulateMedia({ colorScheme });
    for (const color of ["tomato", "yellow", "black", "#1e5eff", "#767676"]) {
      await gallery.show("sign-in", { color });
      await expectContrast(gallery, `${color}, ${colorScheme}`);
    }
  }
});

async function expectContrast({ page }: Gallery, what: string): Promise<void> {
  const weakest = await page.evaluate<{ name: string; contrast: number }>(
    "look.findWeakestText()",
  );
  expect(weakest.contrast, `${what}: ${weakest.name}`)
    .toBeGreaterThanOrEqual(4.5);
  const main = page.getByRole("button", { name: "Email me" });
  await main.hover();
  const hovered = await page.evaluate<number>(
    "look.toTextContrast(document.querySelector('.main:hover'))",
  );
  expect(hovered, `${what}: hover`).toBeGreaterThanOrEqual(4.5);
  // By keyboard, because a click shows no ring.
  await page.keyboard.press("Tab");
  for (const one of [main, page.getByRole("link", { name: "Terms" })]) {
    await one.focus();
    const { contrast } = await page.evaluate<{ contrast: number }>(
      "look.readRing()",
    );
    expect(contrast, `${what}: ring`).toBeGreaterThanOrEqual(3);
  }
}

test("with the system's own colours, everything that can be pressed has an edge, and focus a ring", async ({ gallery, page }) => {
  await page.emulateMedia({ forcedColors: "active" });
  for (const name of ["sign-in-eight", "sign-in-password", "mail-sent"]) {
    await gallery.show(name);
    expect(await page.evaluate("look.findMissingEdges()")).toEqual([]);
    const { contrast } = await page.evaluate<{ contrast: number }>(
      "look.findWeakestText()",
    );
    expect(contrast, name).toBeGreaterThanOrEqual(4.5);
    await tabThrough(page);
  }
});

test("nothing moves: the one animation counts seconds", async ({ gallery, page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  for (const name of gallery.names) {
    await gallery.show(name);
    expect(await page.evaluate("look.listMoving()"), name).toEqual([]);
  }
});
