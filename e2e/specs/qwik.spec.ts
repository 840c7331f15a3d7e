import { setTimeout } from "node:timers/promises";
import type { Locator, Page } from "@playwright/test";
import { App, authCookies, cookiesOf, PasswordForm } from "./pages.ts";
import { embedded, guest, needsEmbedded } from "../settings.ts";
import { expect, test } from "./fixtures.ts";

for (const javaScriptEnabled of [true, false]) {
  test.describe(`with JavaScript ${javaScriptEnabled ? "on" : "off"}`, () => {
    test.use({ javaScriptEnabled });

    test("a refused form says why on its own page", async ({ app, complaints }) => {
      complaints.allow(/status of 404/);
      await app.open();
      await chooseProvider(app.page, "nobody");
      await app.signInButton.click();
      await expect(app.page.getByRole("alert")).toHaveText(
        "Choose how to sign in.",
      );
      await expect(app.heading).toHaveText("It works. Now sign in.");
    });

    test("a wrong password stays on the page, and the right one signs in", async ({ app, context, complaints }) => {
      complaints.allow(/status of 401/);
      await app.open();
      const form = new PasswordForm(app.page);
      await form.signIn({ password: "not this one" });
      await expect(form.error).toHaveCount(1);
      await expect(form.error).toContainText(
        /Wrong username|details don’t match/,
      );
      await expect(form.password).toHaveAccessibleDescription(
        /Wrong username|details don’t match/,
      );
      await expect(form.password).toHaveValue("");
      // Without JavaScript the page is a new one.
      await expect(form.user).toHaveValue(javaScriptEnabled ? guest.user : "");
      await expect(app.heading).toHaveText("It works. Now sign in.");
      expect(new URL(app.page.url()).pathname).toBe("/");
      expect(await app.page.content()).not.toContain("not this one");
      expect(await cookiesOf(context, authCookies.session)).toEqual([]);

      await form.signIn();
      await app.expectAt("/");
      await expect(app.heading).toHaveText("Hello, A Guest");
      await app.signOut();
    });
  });
}

test("a refused form can be sent again", async ({ app, login, complaints }) => {
  complaints.allow(/status of 404/);
  await app.open();
  await chooseProvider(app.page, "nobody");
  await app.signInButton.click();
  await expect(app.page.getByRole("alert")).toBeVisible();
  await chooseProvider(app.page, "demo");
  await app.leaveForProvider();
  await login.signIn();
  await app.expectAt("/");
  await app.expectSignedIn();
});

test("a link to a guarded page leads to the sign-in page, and then to the guarded page", async ({ app, login }) => {
  await app.open();
  await app.page.getByRole("link", { name: "Members" }).click();
  await expect(app.page).toHaveURL(/\/auth\/signin/);
  await app.leaveForProvider();
  await login.signIn();
  await app.expectAt("/members");
  await app.page.getByRole("link", { name: "inner room" }).click();
  await expect(app.heading).toHaveText("Inner room");
});

/** Ways to follow a link: the first two have Qwik City prefetch its data before the click. */
const ways: Record<string, (page: Page, link: Locator) => Promise<void>> = {
  hover: async (page, link) => {
    // Showing a link prefetches, too: wait until that is over.
    await page.mouse.move(0, 0);
    await page.waitForLoadState("networkidle");
    const prefetch = page.waitForRequest(/q-data\.json/);
    await link.hover();
    await prefetch;
    await page.mouse.down();
    await page.mouse.up();
  },
  press: async (_page, link) => await link.click(),
  keyboard: async (_page, link) => {
    await link.focus();
    await link.press("Enter");
  },
};

for (const latency of [0, 20, 150]) {
  for (const [way, follow] of Object.entries(ways)) {
    test(`one click by ${way} on a link to a guarded page leads to the sign-in page after ${latency} ms`, async ({ app, page }) => {
      const pages = [
        ["Members", "/auth/signin?callbackUrl=%2Fmembers"],
        ["Account", "/login?callbackUrl=%2Fprofile"],
      ] as const;
      await page.route(/q-data\.json/, async (route) => {
        await setTimeout(latency);
        await route.continue();
      });
      for (const [name, target] of pages) {
        await app.open();
        await follow(page, page.getByRole("link", { name, exact: true }));
        await app.expectAt(target);
        await expect(app.signInButton).toBeVisible();
      }
    });
  }
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(`the application's own sign-in page, with JavaScript ${javaScriptEnabled ? "on" : "off"}`, () => {
    test.use({ javaScriptEnabled });

    test("a sign-in after a wrong password leads to the requested page", async ({ app, complaints }) => {
      complaints.allow(/status of 401/);
      await app.open("/profile?from=mail");
      await app.expectAt("/login?callbackUrl=%2Fprofile%3Ffrom%3Dmail");
      const form = new PasswordForm(app.page);
      await form.signIn({ password: "not this one" });
      await expect(form.error).toContainText(
        /Wrong username|details don’t match/,
      );
      await form.signIn();
      await app.expectAt("/profile?from=mail");
    });

    test("signing out on a guarded page leads to the home page", async ({ app }) => {
      await app.open("/profile");
      await new PasswordForm(app.page).signIn();
      await app.expectAt("/profile");
      await app.signOut();
      await app.expectAt("/");
      await expect(app.heading).toHaveText("It works. Now sign in.");
    });
  });
}

test("the page for unknown addresses is public, and its header has the usual place", async ({ app, complaints }) => {
  complaints.allow(/status of 404/);
  const header = app.page.getByRole("banner");
  const brand = header.getByRole("link", { name: "Latchkey example" });
  const places: unknown[] = [];
  const look = async (path: string) => {
    await app.open(path);
    const { height } = await header.boundingBox() ?? {};
    places.push({ height, brand: await brand.boundingBox() });
  };
  await look("/nowhere");
  await expect(app.signInLink).toHaveCount(0);
  await look("/");
  await app.expectSignedOut();
  await new PasswordForm(app.page).signIn();
  await app.expectSignedIn();
  for (const path of ["/", "/profile", "/nowhere"]) await look(path);
  await expect(app.heading).toHaveText("Page not found");
  await expect(app.signOutButton).toHaveCount(0);
  expect(new Set(places.map((place) => JSON.stringify(place))).size).toBe(1);
  await app.page.getByRole("link", { name: "Your account" }).click();
  await app.expectAt("/profile");
});

test("a tab notices that another one has signed out", async ({ app, login, context }) => {
  await app.open();
  await app.leaveForProvider();
  await login.signIn();
  await app.expectSignedIn();

  const other = new App(await context.newPage());
  await other.open("/profile");
  await other.signOut();

  await app.page.bringToFront();
  // Dispatches the browser's event for a return to the tab.
  await app.page.evaluate(
    "document.dispatchEvent(new Event('visibilitychange'))",
  );
  await app.expectSignedOut();
});

test("a page contains the data of the session, and no token", async ({ app, login, context }) => {
  test.skip(!embedded, needsEmbedded);
  await app.open();
  await app.leaveForProvider();
  await login.signIn();
  await app.expectSignedIn();
  const html = await (await app.page.request.get("/profile")).text();
  expect(html).toContain("ada@example.test");
  for (const { value } of await cookiesOf(context, authCookies.session)) {
    expect(html).not.toContain(value);
  }
  expect(html).not.toMatch(/access_token|id_token|refresh_token|eyJ/);
});

test("lists are missing without a database", async ({ app }) => {
  for (const path of ["/sessions", "/passkeys"]) {
    const answer = await app.page.request.get(path);
    expect(answer.status()).toBe(404);
  }
});

/** Sends a form that a foreign page, or an outdated one, would send. */
async function chooseProvider(page: Page, id: string): Promise<void> {
  await page.locator("input[name=providerId]").first().evaluate(
    (input, value) => input.setAttribute("value", value),
    id,
  );
}
