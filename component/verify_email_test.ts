import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Mail } from "@latchkey/auth";
import { createMemoryAdapter } from "@latchkey/auth/adapters/memory";
import { app } from "../testing/app_testkit.ts";
import {
  createQwikApp,
  formRequest,
  idOf,
  page,
  type QwikSite,
  readData,
  readPage,
  submitRequest,
} from "./qwik_testkit.ts";

const email = "ada@example.com";

/** A site with a current user whose address is not verified. */
async function createVerifySite() {
  const mails: Mail[] = [];
  const adapter = createMemoryAdapter();
  const site: QwikSite = await createQwikApp({
    routes: { "/": [page()], "/account": [page()] },
    config: { adapter },
  });
  Object.assign(site.config, {
    providers: [site.op.provider(), {
      id: "post",
      type: "email",
      from: "Example <sign-in@app.example>",
      sendMail: ({ mail }: { mail: Mail }) => void mails.push(mail),
    }],
  });
  delete site.op.user.email_verified;
  const { browser } = site;
  const choice = await browser.goto(`${app}/auth/signin`);
  await browser.submit(choice, { action: "/auth/signin/op" });
  const find = async () => await adapter.getUserByEmail?.(email);
  assert.equal((await find())?.emailVerified, null);
  const cookie = browser.cookieHeader(`${app}/`);
  return { ...site, mails, find, cookie };
}

describe("useVerifyEmail", () => {
  it("useVerifyEmail sends a mail to the current user's address, with JavaScript and without it", async () => {
    const site = await createVerifySite();
    const { useVerifyEmail } = site.auth;
    const { cookie, browser } = site;
    const plain = await site.fetch(
      formRequest("/account", useVerifyEmail, {}, { cookie }),
    );
    assert.equal(plain.status, 303);
    const location = plain.headers.get("location") ?? "";
    assert.equal(new URL(location).pathname, "/auth/verify-request");
    assert.deepEqual(site.mails.map(({ to }) => to), [email]);
    const script = await site.fetch(
      submitRequest("/account", useVerifyEmail, {}, { cookie }),
    );
    const { redirect = "" } = await readData(script);
    assert.equal(new URL(redirect).pathname, "/auth/verify-request");
    for (const set of plain.headers.getSetCookie()) {
      browser.setCookie(app, set);
    }
    const done = await browser.goto(site.mails[0]?.url ?? "");
    assert.equal(done.url, `${app}/account`);
    assert.ok((await site.find())?.emailVerified);
  });

  it("useVerifyEmail returns a refusal as data if there is no current user", async () => {
    const site = await createVerifySite();
    const { useVerifyEmail } = site.auth;
    const response = await site.fetch(
      formRequest("/account", useVerifyEmail, {}),
    );
    assert.equal(response.status, 401);
    const { loaders } = readPage(await response.text());
    const result = loaders[idOf(useVerifyEmail)] as Record<string, unknown>;
    assert.equal(result.failed, true);
    assert.equal(result.type, "SignInRequired");
    assert.deepEqual(site.mails, []);
    assert.match(response.headers.get("cache-control") ?? "", /no-store/);
  });
});
