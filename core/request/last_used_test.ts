import assert from "node:assert/strict";
import { afterEach, describe, it } from "node:test";
import type { AuthConfig } from "@latchkey/auth";
import type { Browser } from "@latchkey/auth/testing";
import { createMemoryAdapter } from "@latchkey/auth/adapters/memory";
import {
  askForMail,
  createMailFlow,
  openLink,
  typeCode,
} from "../methods/email/email_testkit.ts";
import {
  approach,
  arrive,
  assertCallbackRefused,
  assertSignedIn,
  readSession,
  signIn,
  site,
} from "../../testing/app_testkit.ts";
import { endTest } from "../../testing/checks_testkit.ts";
import { toCookiePolicy } from "../http/cookie_policy.ts";
import { readCookies } from "../http/cookies.ts";
import { readLastUsed } from "./last_used.ts";

afterEach(endTest);

const name = "__Host-latchkey.last";

function readLast(browser: Browser): string | null {
  const cookie = browser.cookies(site).find((one) => one.name === name);
  return cookie?.value ?? null;
}

async function signOut(browser: Browser): Promise<void> {
  const page = await browser.goto(`${site}/auth/signout`);
  await browser.submit(page, { action: "/auth/signout" });
  assert.equal(await readSession(browser), null);
}

describe("the provider used last", () => {
  it("the cookie holds the id of the provider for 180 days, and scripts cannot read it", async () => {
    const flow = await createMailFlow();
    await assertSignedIn(flow, flow.createBrowser());
    const set = flow.answers.flatMap(({ headers }) => headers.getSetCookie());
    assert.deepEqual(set.filter((one) => one.startsWith(name)), [
      `${name}=op; Max-Age=15552000; Path=/; HttpOnly; Secure; SameSite=Lax`,
    ]);
  });

  it("each way to sign in is remembered, and the latest one counts", async () => {
    const flow = await createMailFlow();
    const browser = flow.createBrowser();
    await assertSignedIn(flow, browser);
    assert.equal(readLast(browser), "op");
    const { url } = await askForMail(flow, browser);
    await openLink(browser, url);
    assert.equal(readLast(browser), "email");
    const { page, code } = await askForMail(flow, browser, "eve@example.test");
    await typeCode(browser, page, code);
    assert.equal(readLast(browser), "email");
    await signIn(browser);
    assert.equal(readLast(browser), "op");
  });

  it("it survives signing out", async () => {
    const flow = await createMailFlow();
    const browser = flow.createBrowser();
    await assertSignedIn(flow, browser);
    await signOut(browser);
    assert.equal(readLast(browser), "op");
  });

  it("an attempt that is refused does not change it", async () => {
    const flow = await createMailFlow();
    const browser = flow.createBrowser();
    const url = await approach(browser);
    const refused = url.replace("code=", "error=access_denied&nothing=");
    await assertCallbackRefused(flow, browser, refused, {
      error: "OAuthCallbackError:access_denied",
    });
    assert.equal(readLast(browser), null);
  });

  it("adding a provider to the account does not change it", async () => {
    const flow = await createMailFlow({ adapter: createMemoryAdapter() });
    const browser = flow.createBrowser();
    const { url } = await askForMail(flow, browser, "ada@example.com");
    await openLink(browser, url);
    assert.ok(await readSession(browser));
    const { csrfToken } = await (await browser.fetch(`${site}/auth/csrf`))
      .json();
    const answer = await browser.fetch(`${site}/auth/link/op`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "x-auth-return-redirect": "1",
        origin: site,
      },
      body: JSON.stringify({ csrfToken }),
    });
    const page = await browser.goto((await answer.json()).url, {
      from: `${site}/`,
      stopAt: (one) => one.startsWith(`${site}/auth/callback/`),
    });
    const end = await arrive(browser, page.pending ?? "");
    assert.equal(end.url, `${site}/`);
    assert.equal(readLast(browser), "email");
  });

  it("its name and attributes can be changed like those of every cookie", async () => {
    const config: Partial<AuthConfig> = {
      cookies: {
        lastUsed: { name: "way", options: { domain: "app.example" } },
      },
    };
    const flow = await createMailFlow(config);
    await assertSignedIn(flow, flow.createBrowser());
    const set = flow.answers.flatMap(({ headers }) => headers.getSetCookie());
    assert.deepEqual(set.filter((one) => one.startsWith("way=")), [
      "way=op; Max-Age=15552000; Domain=app.example; Path=/; HttpOnly; Secure; SameSite=Lax",
    ]);
  });

  it("an id that is not configured, or is the name of a member of every object, is ignored", () => {
    const { names } = toCookiePolicy(true);
    const read = (...values: string[]) => {
      const header = values.map((value) => `${name}=${value}`).join("; ");
      const settings = { providers: new Map([["op", {}]]) };
      const ctx = { jar: readCookies(header, names), settings };
      return readLastUsed(ctx as never);
    };
    assert.equal(read("op"), "op");
    assert.equal(read("other"), null);
    assert.equal(read("constructor"), null);
    assert.equal(read("__proto__"), null);
    // A neighbouring host may have put a second one beside ours.
    assert.equal(read("other", "op"), "op");
    assert.equal(read(), null);
  });
});
