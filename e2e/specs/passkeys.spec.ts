import { generateKeyPairSync, randomBytes } from "node:crypto";
import type { CDPSession, Locator, Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import type { App } from "./pages.ts";

/** Chromium's virtual authenticator, attached to one page. */
class VirtualAuthenticator {
  readonly #cdp: CDPSession;
  readonly #id: string;

  private constructor(cdp: CDPSession, id: string) {
    this.#cdp = cdp;
    this.#id = id;
  }

  static async plugInto(page: Page): Promise<VirtualAuthenticator> {
    const cdp = await page.context().newCDPSession(page);
    await cdp.send("WebAuthn.enable");
    const { authenticatorId } = await cdp.send(
      "WebAuthn.addVirtualAuthenticator",
      {
        options: {
          protocol: "ctap2",
          transport: "internal",
          hasResidentKey: true,
          hasUserVerification: true,
          isUserVerified: true,
          automaticPresenceSimulation: true,
        },
      },
    );
    return new VirtualAuthenticator(cdp, authenticatorId);
  }

  /** Sets whether user verification succeeds. */
  async recognise(isUserVerified: boolean): Promise<void> {
    await this.#cdp.send("WebAuthn.setUserVerified", {
      authenticatorId: this.#id,
      isUserVerified,
    });
  }

  /** Sets whether the user touches it when asked. */
  async touch(enabled: boolean): Promise<void> {
    await this.#cdp.send("WebAuthn.setAutomaticPresenceSimulation", {
      authenticatorId: this.#id,
      enabled,
    });
  }

  async count(): Promise<number> {
    const { credentials } = await this.#cdp.send("WebAuthn.getCredentials", {
      authenticatorId: this.#id,
    });
    return credentials.length;
  }

  async forget(): Promise<void> {
    await this.#cdp.send("WebAuthn.clearCredentials", {
      authenticatorId: this.#id,
    });
  }

  /** Adds a passkey for this site that the application does not know. */
  async addStranger(): Promise<void> {
    const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
    const key = privateKey.export({ format: "der", type: "pkcs8" });
    await this.#cdp.send("WebAuthn.addCredential", {
      authenticatorId: this.#id,
      credential: {
        credentialId: randomBytes(32).toString("base64"),
        isResidentCredential: true,
        rpId: "localhost",
        privateKey: key.toString("base64"),
        userHandle: randomBytes(32).toString("base64"),
        signCount: 1,
      },
    });
  }

  /** Copies its passkeys to an authenticator in another browser. */
  async copyTo(other: VirtualAuthenticator): Promise<void> {
    const { credentials } = await this.#cdp.send("WebAuthn.getCredentials", {
      authenticatorId: this.#id,
    });
    for (const credential of credentials) {
      await other.#cdp.send("WebAuthn.addCredential", {
        authenticatorId: other.#id,
        credential,
      });
    }
  }
}

const signInPage = "/auth/signin?callbackUrl=/profile";

function buttons(page: Page) {
  return {
    use: page.getByRole("button", { name: "Sign in with a passkey" }),
    create: page.getByRole("button", { name: "Create a passkey" }),
    add: page.getByRole("button", { name: "Add a passkey" }),
    remove: page.getByRole("button", { name: "Remove" }),
  };
}

let people = 0;

/** Signs up with a new address. */
async function signUp(app: App): Promise<string> {
  const { page } = app;
  const email = `${Date.now()}-${people++}@example.test`;
  await app.open(signInPage);
  await addressField(page).fill(email);
  await buttons(page).create.click();
  await app.expectAt("/profile");
  await expect(page.getByText(email).first()).toBeVisible();
  return email;
}

/** The address field, which passkeys share with mails. */
function addressField(page: Page): Locator {
  return page.getByLabel("Email address");
}

/** Makes a browser offer no passkey by itself, so that only a click uses one. */
async function switchAutofillOff(page: Page): Promise<void> {
  await page.addInitScript(
    "PublicKeyCredential.isConditionalMediationAvailable = async () => false",
  );
}

test("a user signs up with a passkey, out, and in again", async ({ app, page }) => {
  const authenticator = await VirtualAuthenticator.plugInto(page);
  await switchAutofillOff(page);
  const email = await signUp(app);
  expect(await authenticator.count()).toBe(1);
  await app.signOut();

  await app.open(signInPage);
  await buttons(page).use.click();
  await app.expectAt("/profile");
  await expect(page.getByText(email).first()).toBeVisible();
});

test("a user signs in by autofill, without a click", async ({ app, page }) => {
  const authenticator = await VirtualAuthenticator.plugInto(page);
  const email = await signUp(app);
  await app.signOut();
  // The authenticator responds to the request that the page makes when it is
  // opened.
  await app.open(signInPage);
  await app.expectAt("/profile");
  await expect(page.getByText(email).first()).toBeVisible();
  expect(await authenticator.count()).toBe(1);
});

test("a click does not disturb the autofill in progress", async ({ app, page }) => {
  await VirtualAuthenticator.plugInto(page);
  await signUp(app);
  await app.signOut();
  let questions = 0;
  page.on("request", (request) => {
    if (request.url().includes("/webauthn-options/")) questions++;
  });
  const gate = Promise.withResolvers<void>();
  await page.route("**/auth/csrf", async (route) => {
    await gate.promise;
    await route.continue();
  });
  const begun = page.waitForRequest("**/auth/csrf");
  // The authenticator responds to the request that the page makes when it is
  // opened.
  await app.open(signInPage);
  await begun;
  await buttons(page).use.click();
  gate.resolve();
  await app.expectAt("/profile");
  expect(questions).toBe(1);
});

test("a click takes the place of an autofill that waits", async ({ app, page }) => {
  const authenticator = await VirtualAuthenticator.plugInto(page);
  await signUp(app);
  await app.signOut();
  await authenticator.touch(false);
  // Notes each request for a passkey, and how it ends.
  await page.addInitScript(`
    const log = [];
    const { get } = CredentialsContainer.prototype;
    CredentialsContainer.prototype.get = function (options) {
      const kind = options.mediation ?? "click";
      log.push(kind);
      const answer = get.call(this, options);
      answer.catch(({ name }) => log.push(kind + ": " + name));
      return answer;
    };
    globalThis.readLog = () => log.toSorted().join();
  `);
  const readLog = () => page.evaluate("readLog()");

  await app.open(signInPage);
  await expect.poll(readLog).toBe("conditional");
  await buttons(page).use.click();
  await expect.poll(readLog).toBe("click,conditional,conditional: AbortError");
});

test("a user adds a passkey and removes it again, but cannot remove the last one", async ({ app, page, otherApp, complaints }) => {
  // The response to the last removal.
  complaints.allow(/status of 409/);
  const authenticator = await VirtualAuthenticator.plugInto(page);
  await signUp(app);
  await app.open("/passkeys");
  await expect(page.getByRole("listitem")).toHaveCount(1);
  await buttons(page).add.click();
  await expect(page.getByRole("alert")).toContainText(
    "already has a passkey for you",
  );

  // Another device.
  const other = await VirtualAuthenticator.plugInto(otherApp.page);
  await authenticator.copyTo(other);
  await authenticator.forget();
  await buttons(page).add.click();
  await expect(page.getByRole("listitem")).toHaveCount(2);
  expect(await authenticator.count()).toBe(1);

  await otherApp.open(signInPage);
  await otherApp.expectAt("/profile");

  await buttons(page).remove.first().click();
  await expect(page.getByRole("listitem")).toHaveCount(1);
  await app.expectSignedIn();
  await buttons(page).remove.click();
  await expect(page.getByRole("main")).toContainText("your only way");
});

test("an unknown passkey is refused", async ({ app, page, complaints }) => {
  complaints.allow(/status of 400/);
  const authenticator = await VirtualAuthenticator.plugInto(page);
  await switchAutofillOff(page);
  await authenticator.addStranger();
  await app.open(signInPage);
  await buttons(page).use.click();
  await expect(page.getByRole("alert")).toContainText(
    "couldn’t verify this passkey",
  );
  await app.expectAt(signInPage);
  await app.open();
  await app.expectSignedOut();
});

test("a passkey without user verification is refused", async ({ app, page }) => {
  const authenticator = await VirtualAuthenticator.plugInto(page);
  await signUp(app);
  await authenticator.recognise(false);
  await app.signOut();
  await app.open(signInPage);
  await buttons(page).use.click();
  await expect(page.getByRole("alert")).toContainText("Try again");
  await app.open();
  await app.expectSignedOut();
});

test("missing fields are named before the authenticator is asked", async ({ app, page }) => {
  const authenticator = await VirtualAuthenticator.plugInto(page);
  await app.open(signInPage);
  await buttons(page).create.click();
  await expect(addressField(page)).toBeFocused();
  expect(await authenticator.count()).toBe(0);
  await app.expectAt(signInPage);
});

test.describe("in German", () => {
  test.use({ locale: "de-DE" });

  test("an error of the browser is shown in the page's language", async ({ app, page }) => {
    const authenticator = await VirtualAuthenticator.plugInto(page);
    await authenticator.recognise(false);
    await app.open(signInPage);
    await expect(page.locator("html")).toHaveAttribute("lang", "de");
    await expect(page.getByRole("heading")).toHaveText(/^Bei .+ anmelden$/);
    const create = page.getByRole("button", { name: "Passkey erstellen" });
    await expect(create).toBeVisible();
    await page.getByRole("button", { name: "Mit Passkey anmelden" }).click();
    await expect(page.getByRole("alert")).toContainText("kein Passkey");
    await app.expectAt(signInPage);
  });
});
