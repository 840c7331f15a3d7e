import { type BrowserContext, expect, type Page, test } from "@playwright/test";
import type { AuthClient } from "../../client/types.ts";
import { clientUser, embedded, needsEmbedded, ports } from "../settings.ts";

const toUrl = (port: number) => `http://localhost:${port}/`;
const site = toUrl(ports.client);
const listed = toUrl(ports.clientPage);
const stranger = toUrl(ports.clientStranger);
const places = ["plain", "react", "vue", "svelte", "solid"];

test.skip(!embedded, needsEmbedded);

type Client = AuthClient<{ user?: { email?: string } }>;
declare const client: Client;
declare const document: EventTarget;

/** Opens the page in a new tab. */
async function open(context: BrowserContext, url = site): Promise<Page> {
  const page = await context.newPage();
  await page.goto(url);
  return page;
}

/** A person with a password. */
async function createPerson(context: BrowserContext) {
  const url = new URL(clientUser.path, site).href;
  const { email } = await (await context.request.post(url)).json();
  return { email: String(email), password: clientUser.password };
}

/** Every framework on the page shows the same. */
async function expectShown(page: Page, text: string): Promise<void> {
  for (const place of places) {
    await expect(page.locator(`#${place}`)).toHaveText(text);
  }
}

type Person = Awaited<ReturnType<typeof createPerson>>;

async function signIn(page: Page, person: Person) {
  return await page.evaluate(
    (fields) => client.signIn("password", fields),
    person,
  );
}

async function plugIn(page: Page): Promise<void> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("WebAuthn.enable");
  await cdp.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

test.describe("a page with a client", () => {
  test("signing in and out in one tab shows in the other, in each framework", async ({ context }) => {
    const person = await createPerson(context);
    const [one, two] = [await open(context), await open(context)];
    await expectShown(two, "signed-out nobody");
    expect(await signIn(one, person)).toMatchObject({ ok: true, next: null });
    await expectShown(one, `signed-in ${person.email}`);
    await expectShown(two, `signed-in ${person.email}`);
    // The token of this tab is from before the sign-in.
    expect(await two.evaluate(() => client.signOut())).toMatchObject({
      ok: true,
    });
    await expectShown(two, "signed-out nobody");
    await expectShown(one, "signed-out nobody");
  });

  test("a wrong password is refused with a sentence", async ({ context }) => {
    const person = await createPerson(context);
    const page = await open(context);
    const wrong = { ...person, password: "not the right one at all" };
    expect(
      await page.evaluate(async (fields) => {
        const { ok, error } = await client.signIn("password", fields) as {
          ok: boolean;
          error: { type: string; status: number; message: string };
        };
        return [ok, error.type, error.status, error.message];
      }, wrong),
    ).toEqual([
      false,
      "CredentialsSignin",
      401,
      expect.stringContaining("don’t match"),
    ]);
    await expectShown(page, "signed-out nobody");
  });

  test("without a network the session stays, and is asked for when it is back", async ({ context }) => {
    const person = await createPerson(context);
    const page = await open(context);
    await signIn(page, person);
    await context.setOffline(true);
    await page.evaluate(() => client.refresh());
    await expectShown(page, `signed-in ${person.email} NetworkError`);
    await context.setOffline(false);
    await expectShown(page, `signed-in ${person.email}`);
  });

  test("a session that has ended meanwhile is noticed when the page is looked at", async ({ context }) => {
    const page = await open(context);
    await signIn(page, await createPerson(context));
    await context.clearCookies();
    await page.evaluate(() =>
      document.dispatchEvent(new Event("visibilitychange"))
    );
    await expectShown(page, "signed-out nobody");
  });

  test("a passkey is added, and signs in by a button and by autofill", async ({ context }) => {
    const person = await createPerson(context);
    const page = await open(context);
    await plugIn(page);
    await signIn(page, person);
    const added = await page.evaluate(() => client.addPasskey());
    expect(added).toMatchObject({ ok: true });
    for (const options of [{}, { autofill: true }]) {
      await page.evaluate(() => client.signOut());
      await expectShown(page, "signed-out nobody");
      const result = await page.evaluate(
        (options) => client.signIn("passkey", options),
        options,
      );
      expect(result).toMatchObject({ ok: true });
      await expectShown(page, `signed-in ${person.email}`);
    }
  });
});

test.describe("a page on another origin that `cors` lists", () => {
  test("it signs in with a password, stays signed in, and signs out [CORS-02]", async ({ context }) => {
    const person = await createPerson(context);
    const page = await open(context, listed);
    await expectShown(page, "signed-out nobody");
    expect(await signIn(page, person)).toMatchObject({
      ok: true,
      url: listed,
    });
    await expectShown(page, `signed-in ${person.email}`);
    await page.reload();
    await expectShown(page, `signed-in ${person.email}`);
    await page.evaluate(() => client.signOut());
    await expectShown(page, "signed-out nobody");
    await page.reload();
    await expectShown(page, "signed-out nobody");
  });

  test("the sign-in page of the routes leads back to it [CORS-06]", async ({ context }) => {
    const { email, password } = await createPerson(context);
    const page = await open(context, listed);
    await page.evaluate(() => void client.signIn());
    await page.getByLabel("Email").first().fill(email);
    await page.getByLabel("Password", { exact: true }).fill(password);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await page.waitForURL(listed);
    await expectShown(page, `signed-in ${email}`);
  });

  test("its passkeys are accepted [CORS-02]", async ({ context }) => {
    const person = await createPerson(context);
    const page = await open(context, listed);
    await plugIn(page);
    await signIn(page, person);
    const added = await page.evaluate(() => client.addPasskey());
    expect(added).toMatchObject({ ok: true });
    await page.evaluate(() => client.signOut());
    await page.evaluate(() => client.signIn("passkey"));
    await expectShown(page, `signed-in ${person.email}`);
  });
});

test.describe("a page on an origin that is not listed", () => {
  test("it reads nothing, and changes nothing [CORS-05]", async ({ context }) => {
    const person = await createPerson(context);
    const own = await open(context);
    await signIn(own, person);
    const page = await open(context, stranger);
    await expectShown(page, "loading nobody NetworkError");
    for (const name of ["signOut", "signIn"] as const) {
      const type = await page.evaluate(async (name) => {
        const result = await client[name]("password" as never);
        return result.ok ? null : result.error.type;
      }, name);
      expect(type).toBe("NetworkError");
    }
    // A form needs no permission to be sent.
    const status = await page.evaluate(async (url) => {
      const answer = await fetch(url, {
        method: "POST",
        mode: "no-cors",
        credentials: "include",
        body: new URLSearchParams({ csrfToken: "x" }),
      });
      return answer.type;
    }, `${site}auth/signout`);
    expect(status).toBe("opaque");
    await own.reload();
    await expectShown(own, `signed-in ${person.email}`);
  });
});
