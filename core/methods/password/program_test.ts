import assert from "node:assert/strict";
import { afterEach, describe, it } from "node:test";
import type { Browser } from "@latchkey/auth/testing";
import { readSession, site } from "../../../testing/app_testkit.ts";
import { endTest } from "../../../testing/checks_testkit.ts";
import { toMailProvider } from "../email/email_testkit.ts";
import {
  addMember,
  address,
  another,
  createPasswordFlow,
  password,
} from "./password_testkit.ts";

afterEach(endTest);

/** Posts to a route as a script of the site does. */
async function send(
  browser: Browser,
  route: string,
  fields: Readonly<Record<string, string>>,
): Promise<Response> {
  const asked = await browser.fetch(`${site}/auth/csrf`);
  const { csrfToken } = await asked.json();
  return await browser.fetch(`${site}/auth/${route}`, {
    method: "POST",
    headers: {
      accept: "application/json",
      "content-type": "application/json",
      origin: site,
    },
    body: JSON.stringify({ csrfToken, ...fields }),
  });
}

/** The URL that an answer leads to. */
async function readUrl(answer: Response): Promise<URL> {
  assert.equal(answer.status, 200);
  return new URL((await answer.json()).url);
}

async function assertError(
  answer: Response,
  expected: readonly [status: number, error: string, code: string | null],
): Promise<void> {
  const { error, code, url } = await answer.json();
  assert.deepEqual([answer.status, error, code], expected);
  assert.equal(url, undefined);
  assert.equal(answer.headers.get("cache-control")?.includes("no-store"), true);
}

describe("an application of one page", () => {
  for (const use of ["signup", "reset"] as const) {
    it(`goes through all of it as JSON: ${use}`, async () => {
      const flow = await createPasswordFlow();
      const { browser, mails } = flow;
      if (use === "reset") await addMember(flow.adapter);
      const fields = { email: address, callbackUrl: "/after" };
      const page = await readUrl(await send(browser, use, fields));
      const state = page.searchParams.get("state") ?? "";
      const code = /\b\d{4} ?\d{4}\b/.exec(mails[0]?.text ?? "")?.[0] ?? "";
      const wrong = code.startsWith("1") ? "22222222" : "11111111";
      await assertError(
        await send(browser, "callback/password", { state, code: wrong }),
        [403, "Verification", "wrong_code"],
      );
      const form = await readUrl(
        await send(browser, "callback/password", { state, code }),
      );
      assert.equal(form.pathname, "/auth/new-password");
      const choice = { state: form.searchParams.get("state") ?? "" };
      await assertError(
        await send(browser, "new-password", { ...choice, password: "short" }),
        [400, "InvalidPassword", "short"],
      );
      assert.equal(await readSession(browser), null);
      const target = await readUrl(
        await send(browser, "new-password", {
          ...choice,
          password: another,
          callbackUrl: "/after",
        }),
      );
      assert.equal(target.href, `${site}/after`);
      assert.equal((await readSession(browser))?.user?.email, address);
      await readUrl(
        await send(flow.createBrowser(), "callback/password", {
          email: address,
          password: another,
        }),
      );
    });
  }

  it("a wrong password is an error with its status", async () => {
    const { adapter, browser } = await createPasswordFlow();
    await addMember(adapter);
    await assertError(
      await send(browser, "callback/password", {
        email: address,
        password: another,
      }),
      [401, "CredentialsSignin", "credentials"],
    );
    assert.equal(await readSession(browser), null);
  });
});

describe("a mail server that is down", () => {
  for (const use of ["signup", "reset"] as const) {
    it(`leaves nothing half-made, and says so whoever has the address: ${use}`, async () => {
      const sendMail = () => {
        const error = new Error("the mail server is down");
        throw Object.assign(error, { responseCode: 451 });
      };
      const flow = await createPasswordFlow({
        options: { mail: toMailProvider([], { sendMail }) },
      });
      const id = await addMember(flow.adapter);
      const before = await flow.adapter.getSecret(id, "password");
      for (const email of [address, "eve@example.com"]) {
        await assertError(
          await send(flow.createBrowser(), use, { email }),
          [503, "EmailSignInError", null],
        );
      }
      assert.equal(await flow.adapter.getSecret(id, "password"), before);
      assert.equal(await flow.adapter.getUserByEmail("eve@example.com"), null);
      const known = flow.createBrowser();
      await readUrl(
        await send(known, "callback/password", { email: address, password }),
      );
    });
  }
});
