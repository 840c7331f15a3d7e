import { Buffer } from "node:buffer";
import { createHmac, randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { expect, test as base } from "./fixtures.ts";

const password = "a few words for a test";

/** An authenticator app (RFC 6238) with the key that a page shows. */
class Authenticator {
  readonly #key: Buffer;
  /** Each code is taken once: the next is of a later time step. */
  #step = 0;

  constructor(secret: string) {
    const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
    const bits = [...secret.replace(/\s/g, "")]
      .map((one) => letters.indexOf(one).toString(2).padStart(5, "0"))
      .join("");
    const bytes = bits.match(/.{8}/g) ?? [];
    this.#key = Buffer.from(bytes.map((one) => parseInt(one, 2)));
  }

  /** The next code that was not shown before. */
  read(): string {
    const now = Math.floor(Date.now() / 30_000);
    this.#step = Math.max(this.#step + 1, now);
    const counter = Buffer.alloc(8);
    counter.writeBigUInt64BE(BigInt(this.#step));
    const mac = createHmac("sha1", this.#key).update(counter).digest();
    const at = (mac.at(-1) ?? 0) & 15;
    const number = mac.readUInt32BE(at) & 0x7fffffff;
    return String(number % 1_000_000).padStart(6, "0");
  }
}

/** A user with two-step sign-in, who is signed in. */
interface Member {
  readonly address: string;
  readonly app: Authenticator;
  readonly recoveryCodes: readonly string[];
}

async function press(page: Page, name: string): Promise<void> {
  await page.getByRole("button", { name, exact: true }).click();
}

async function signIn(page: Page, address: string): Promise<void> {
  await page.goto("/auth/signin?callbackUrl=/protected?item=7");
  await page.getByLabel("Email address").fill(address);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: /^Sign in( Last used)?$/ }).click();
}

const test = base.extend<{ readonly member: Member }>({
  member: async ({ app, mailbox }, use) => {
    const { page } = app;
    const address = `ada-${randomUUID()}@example.test`;
    await page.goto("/auth/signup");
    await page.getByLabel("Email address").fill(address);
    await press(page, "Continue");
    await page.goto(`${mailbox}/mail?to=${encodeURIComponent(address)}`);
    await page.getByRole("link", { name: "Continue" }).click();
    await page.getByLabel("New password").fill(password);
    await press(page, "Create account");

    await page.goto("/passkeys");
    await page.getByRole("link", { name: "Set up Two-step sign-in" }).click();
    await page.getByRole("link", { name: "Set up two-step sign-in" }).click();
    await expect(page.getByRole("img", { name: /^QR code/ })).toBeVisible();
    const secret = await page.locator("code").textContent();
    const authenticator = new Authenticator(secret ?? "");
    const field = page.getByLabel("Code that the app shows");
    await expect(field).toHaveAttribute("autocomplete", "one-time-code");
    await field.fill(authenticator.read());
    await press(page, "Turn on");
    await expect(app.heading).toHaveText("Save your recovery codes");
    const codes = await page.locator("code").innerText();
    await use({
      address,
      app: authenticator,
      recoveryCodes: codes.trim().split(/\s+/),
    });
  },
});

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? "with JavaScript" : "without", () => {
    test.use({ javaScriptEnabled });

    test("the code of an app completes a sign-in, after a wrong one, and nothing is open before", async ({ member, otherApp, complaints }) => {
      complaints.allow(/status of 40\d/);
      const { page } = otherApp;
      await signIn(page, member.address);
      await expect(otherApp.heading).toHaveText("Enter your code");
      const waiting = page.url();
      await otherApp.open("/protected");
      await expect(page).toHaveURL(/\/auth\/signin/);

      await page.goto(waiting);
      const field = page.getByLabel("6-digit code");
      await expect(field).toBeFocused();
      await field.fill("000000");
      await press(page, "Continue");
      await expect(page.getByRole("alert")).toContainText("isn’t right");
      await expect(field).toHaveAccessibleDescription(/isn’t right/);
      await field.fill(member.app.read());
      await press(page, "Continue");
      await otherApp.expectAt("/protected?item=7");
    });

    test("a recovery code signs in once [ASVS-6.4.4]", async ({ member, otherApp, complaints }) => {
      complaints.allow(/status of 40\d/);
      const { page } = otherApp;
      expect(member.recoveryCodes).toHaveLength(10);
      const [code = ""] = member.recoveryCodes;
      const type = async () => {
        await page.getByRole("link", { name: "Use a recovery code" }).click();
        await page.getByLabel("Recovery code").fill(code.toLowerCase());
        await press(page, "Continue");
      };
      await signIn(page, member.address);
      await type();
      await otherApp.expectAt("/protected?item=7");
      await otherApp.signOut();
      await signIn(page, member.address);
      await type();
      await expect(page.getByRole("alert")).toContainText("isn’t right");
    });
  });
}

test("a reset asks for the second factor [ASVS-6.4.3]", async ({ member, otherApp, mailbox }) => {
  const { page } = otherApp;
  await page.goto("/auth/reset?callbackUrl=/protected");
  await page.getByLabel("Email address").fill(member.address);
  await press(page, "Send email");
  await expect(otherApp.heading).toHaveText("Check your email");
  await page.goto(`${mailbox}/mail?to=${encodeURIComponent(member.address)}`);
  await page.getByRole("link", { name: "Choose a new password" }).click();
  await page.getByLabel("New password").fill("other words for the same test");
  await press(page, "Save and sign in");
  await expect(otherApp.heading).toHaveText("Enter your code");
  const waiting = page.url();
  await otherApp.open("/protected");
  await expect(page).toHaveURL(/\/auth\/signin/);
  await page.goto(waiting);
  await page.getByLabel("6-digit code").fill(member.app.read());
  await press(page, "Continue");
  await otherApp.expectAt("/protected");
});

test("a browser that was remembered is not asked again, until it is forgotten", async ({ app, member, otherApp }) => {
  const { page } = otherApp;
  await signIn(page, member.address);
  await page.getByLabel("6-digit code").fill(member.app.read());
  await page.getByLabel(/^Don’t ask again/).check();
  await press(page, "Continue");
  await otherApp.expectAt("/protected?item=7");
  await otherApp.signOut();
  await signIn(page, member.address);
  await otherApp.expectAt("/protected?item=7");
  await otherApp.signOut();

  await app.open("/auth/factors");
  await press(app.page, "Forget");
  await signIn(page, member.address);
  await expect(otherApp.heading).toHaveText("Enter your code");
});

test("the recovery codes are not shown again, and can be replaced", async ({ app, member }) => {
  const { page } = app;
  await page.getByRole("link", { name: "I’ve saved them" }).click();
  await app.open("/auth/factors");
  await expect(page.getByRole("main")).toContainText("10 of 10 left");
  const [first = ""] = member.recoveryCodes;
  await expect(page.getByRole("main")).not.toContainText(first);
  await press(page, "Replace");
  await expect(app.heading).toHaveText("Save your recovery codes");
  await expect(page.getByRole("main")).not.toContainText(first);
});
