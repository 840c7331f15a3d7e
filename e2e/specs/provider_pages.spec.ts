import type { Page } from "@playwright/test";
import { flows, foreignAccount } from "./foreign_pages.ts";
import { ProviderLogin } from "./provider_login.ts";
import { expect, test } from "./fixtures.ts";

// No real provider is used: the test serves the pages to the browser.
const issuer = "https://id.example.test";

for (const { provider, pages, sent } of flows) {
  test(`the login helper signs in at ${provider}`, async ({ page, baseURL }) => {
    const received = await serve(page, [...pages, toApplication(baseURL)]);
    await page.goto(`${issuer}/authorize`);
    const login = new ProviderLogin(page);
    await login.expectShown();
    const outcome = await login.signIn(foreignAccount);
    expect(outcome).toBe("back at the application");
    expect(received.map((body) => decodeURIComponent(body))).toEqual(sent);
  });
}

test("the login helper notices that a new page asks again, and then signs in", async ({ page, baseURL }) => {
  const form = flows[1]?.pages[0] ?? "";
  const received = await serve(page, [form, form, toApplication(baseURL)]);
  await page.goto(`${issuer}/authorize`);
  const login = new ProviderLogin(page);
  expect(await login.signIn({ password: "not this one" })).toBe("refused");
  expect(await login.signIn()).toBe("back at the application");
  expect(received).toHaveLength(2);
});

test("the login helper notices that the same page refuses, and then signs in", async ({ page, baseURL }) => {
  const form = `<form method="post" onsubmit="return check()">
    <input name="identifier" autocomplete="username">
    <input name="credentials.passcode" type="password" id="field">
    <div id="errors"></div>
    <input type="submit" value="Sign in">
  </form>
  <script>
    function check() {
      if (field.value === "analytical-engine") return true;
      fetch("/idp/idx/challenge/answer").then(() => {
        errors.innerHTML = '<p role="alert">Unable to sign in</p>';
      });
      return false;
    }
  </script>`;
  const received = await serve(page, [form, toApplication(baseURL)]);
  await page.goto(`${issuer}/authorize`);
  const login = new ProviderLogin(page);
  const wrong = { ...foreignAccount, password: "not this one" };
  expect(await login.signIn(wrong)).toBe("refused");
  expect(await login.signIn({ ...foreignAccount, password: "nor this" }))
    .toBe("refused");
  const outcome = await login.signIn(foreignAccount);
  expect(outcome).toBe("back at the application");
  expect(received).toHaveLength(1);
});

function toApplication(url = ""): string {
  return `<meta http-equiv="refresh" content="0; url=${url}/">`;
}

/** Serves the pages one after another; returns the list of submitted fields. */
async function serve(page: Page, pages: readonly string[]): Promise<string[]> {
  const received: string[] = [];
  await page.route(`${issuer}/**`, async (route) => {
    const request = route.request();
    if (!request.isNavigationRequest()) return await route.fulfill();
    if (request.method() === "POST") received.push(request.postData() ?? "");
    const body = pages[received.length] ?? "";
    await route.fulfill({
      contentType: "text/html; charset=utf-8",
      body:
        `<!doctype html><title>Sign in</title><link rel="icon" href="data:,">
        ${body}`,
    });
  });
  return received;
}
