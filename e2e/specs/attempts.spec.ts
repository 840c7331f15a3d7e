import type { Page } from "@playwright/test";
import { App, authCookies, cookiesOf, ErrorPage } from "./pages.ts";
import { ProviderLogin } from "./provider_login.ts";
import { embedded, minutesLater, needsEmbedded } from "../settings.ts";
import { expect, test } from "./fixtures.ts";

/** The browser's correct message about a page that reports a failure. */
const failureStatus = /status of 4\d\d/;

for (const order of ["in the order", "against the order"]) {
  test(`two tabs finish ${order} in which they began`, async ({ context }) => {
    test.skip(!embedded, needsEmbedded);
    const tabs = [
      { path: "/protected?tab=1", page: await context.newPage() },
      { path: "/members/area", page: await context.newPage() },
    ];
    for (const { path, page } of tabs) {
      const app = new App(page);
      await app.open(path);
      await app.leaveForProvider();
    }
    if (order.startsWith("against")) tabs.reverse();
    for (const { path, page } of tabs) {
      await new ProviderLogin(page).signIn();
      await new App(page).expectAt(path);
      await new App(page).expectSignedIn();
    }
  });
}

test("a finished sign-in leaves no attempt behind", async ({ app, login, context }) => {
  await app.open("/protected");
  await app.leaveForProvider();
  expect(await cookiesOf(context, authCookies.attempt)).toHaveLength(1);
  await login.signIn();
  await app.expectAt("/protected");
  expect(await cookiesOf(context, authCookies.attempt)).toEqual([]);
});

test.describe("a failed attempt", () => {
  test.skip(!embedded, needsEmbedded);
  test.beforeEach(({ complaints }) => complaints.allow(failureStatus));

  test("a missing cookie is explained", async ({ app, login, context }) => {
    await app.open("/protected");
    await app.leaveForProvider();
    await context.clearCookies({ name: authCookies.attempt });
    await login.signIn();
    await expectFreshStart(app.page);
  });

  test("an altered cookie is explained", async ({ app, login, context }) => {
    await app.open("/protected");
    await app.leaveForProvider();
    const altered = (await cookiesOf(context, authCookies.attempt)).map((
      cookie,
    ) => ({
      ...cookie,
      value: cookie.value.replace(/.{8}$/, "AAAAAAAA"),
    }));
    await context.addCookies(altered);
    await login.signIn();
    await expectFreshStart(app.page);
  });

  test("an attempt of more than 15 minutes is explained", async ({ app, login, context }) => {
    await app.open("/protected?kept=yes");
    await app.leaveForProvider();
    await context.setExtraHTTPHeaders({ [minutesLater]: "16" });
    await login.signIn();
    await expectFreshStart(app.page);
    // The target survives the attempt.
    await app.expectAt("/protected?kept=yes");
  });

  test("an attempt of 14 minutes is still valid", async ({ app, login, context }) => {
    await app.open("/protected");
    await app.leaveForProvider();
    await context.setExtraHTTPHeaders({ [minutesLater]: "14" });
    await login.signIn();
    await app.expectAt("/protected");
    await app.expectSignedIn();
  });
});

test("a repeated callback redirects a user who is signed in", async ({ app, login, page }) => {
  const callback = rememberCallback(page);
  await app.open();
  await app.leaveForProvider();
  await login.signIn();
  await app.expectSignedIn();

  await app.open(await callback);
  await app.expectAt("/");
  await app.expectSignedIn();
});

test("a callback that another person sends signs no visitor in", async ({ app, login, page, otherApp, complaints }) => {
  test.skip(!embedded, needsEmbedded);
  complaints.allow(failureStatus);
  await app.open();
  await app.leaveForProvider();
  const callback = rememberCallback(page);
  // The code stays unused: only the missing attempt can stop the other browser.
  await page.route(
    "**/auth/callback/**",
    (route) => route.fulfill({ body: "held back" }),
  );
  await login.signIn();

  await otherApp.open(await callback);
  await new ErrorPage(otherApp.page).expectExplanation(explanation);
  await otherApp.open();
  await otherApp.expectSignedOut();
});

const explanation = /expired|took too long|again|start/i;

/** Expects an explanation, and one action that ends in a session. */
async function expectFreshStart(page: Page): Promise<void> {
  const error = new ErrorPage(page);
  await error.expectExplanation(explanation);
  await error.startAgain();
  // The provider still knows the user and sends the browser straight back.
  await new App(page).expectSignedIn();
}

async function rememberCallback(page: Page): Promise<string> {
  const request = await page.waitForRequest(/\/auth\/callback\//);
  return request.url();
}
