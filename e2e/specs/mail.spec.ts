import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { expect, test as base } from "./fixtures.ts";
import { authCookies, cookiesOf, MailForm } from "./pages.ts";

/** Each test has its own address, so that none reads another's mail. */
function makeAddress(): string {
  return `ada-${randomUUID()}@example.test`;
}

/** Mail clients: each shows the last mail to an address. */
const test = base.extend<{
  openMail: (page: Page, to: string) => Promise<void>;
  readCode: (to: string) => Promise<string>;
}>({
  openMail: async ({ mailbox }, use) =>
    await use(async (page, to) => {
      await page.goto(`${mailbox}/mail?to=${encodeURIComponent(to)}`);
    }),
  readCode: async ({ browser, openMail }, use) =>
    await use(async (to) => {
      const page = await browser.newPage();
      await openMail(page, to);
      const code = await page.locator(".code").textContent();
      await page.close();
      return code ?? "";
    }),
});

test("a user signs in with the link of a mail, in the browser that asked", async ({ app, openMail }) => {
  const address = makeAddress();
  await app.open("/protected?item=7");
  await new MailForm(app.page).ask(address);
  await expect(app.page.getByRole("main")).toContainText(address);

  await openMail(app.page, address);
  await app.page.getByRole("link", { name: "Sign in", exact: true }).click();
  await app.expectAt("/protected?item=7");
  await app.open("/profile");
  await expect(app.page.getByRole("main")).toContainText(address);
  expect(await cookiesOf(app.page.context(), authCookies.attempt)).toEqual([]);
});

test("a user signs in with the code of a mail", async ({ app, readCode }) => {
  const address = makeAddress();
  await app.open("/protected");
  const form = new MailForm(app.page);
  await form.ask(address);
  await form.code.fill(await readCode(address));
  await app.expectAt("/protected");
  await app.expectSignedIn();
});

test("a wrong code is reported, and the right one then works", async ({ app, readCode }) => {
  const address = makeAddress();
  await app.open("/protected");
  const form = new MailForm(app.page);
  await form.ask(address);
  const code = await readCode(address);
  await form.code.fill(code.startsWith("1") ? "2222 2222" : "1111 1111");
  await expect(app.page.getByRole("alert")).toContainText("code isn’t right");
  await form.code.fill(code);
  await app.expectAt("/protected");
});

test("another browser asks before it signs in, and names the address", async ({ app, otherApp, openMail }) => {
  const address = makeAddress();
  await app.open("/protected");
  await new MailForm(app.page).ask(address);

  await openMail(otherApp.page, address);
  await otherApp.page.getByRole("link", { name: "Sign in", exact: true })
    .click();
  await expect(otherApp.page.getByRole("main")).toContainText(address);
  await otherApp.page.getByRole("button", { name: "Sign in", exact: true })
    .click();
  await otherApp.expectAt("/protected");
  await otherApp.expectSignedIn();
  await app.open();
  await app.expectSignedOut();
});

test("a used link offers another mail", async ({ app, otherApp, complaints, openMail }) => {
  complaints.allow(/status of 40[03]/);
  const address = makeAddress();
  await app.open("/protected");
  await new MailForm(app.page).ask(address);
  await openMail(app.page, address);
  await app.page.getByRole("link", { name: "Sign in", exact: true }).click();
  await app.expectSignedIn();

  await openMail(otherApp.page, address);
  await otherApp.page.getByRole("link", { name: "Sign in", exact: true })
    .click();
  // The page says so at once, not after a press.
  await expect(otherApp.heading).toHaveText("This link was already used");
  await new MailForm(otherApp.page).ask(address);
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("a user signs in with the code of a mail", async ({ app, readCode }) => {
    const address = makeAddress();
    await app.open("/protected");
    const form = new MailForm(app.page);
    await form.ask(address);
    await form.code.fill(await readCode(address));
    await form.submit.click();
    await app.expectAt("/protected");
  });
});
