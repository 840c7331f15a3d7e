// deno-lint-ignore-file no-console -- the results go to the script that started this

/**
 * The test that runs on every runtime: one sign-in from the page to the end of
 * the session.
 */

import assert from "node:assert/strict";
import {
  type Browser,
  createBrowser,
  type SiteHandler,
} from "@latchkey/auth/testing";

/** The addresses of the parts of the test. */
export interface Places {
  /** Origin of the application. */
  readonly app: string;
  /** The issuer, whose token endpoint and keys are below it. */
  readonly issuer: string;
  /** Sends a request to the application or to the provider. */
  readonly send: SiteHandler;
  /** Tests that only this runtime can run, by name. */
  readonly more?: Readonly<Record<string, () => Promise<void>>> | undefined;
}

/**
 * Runs the whole flow and writes the results as one line of JSON, the last one.
 */
export async function runFlow(
  { app, issuer, send, more = {} }: Places,
): Promise<void> {
  const results: { name: string; state: string; reason?: string }[] = [];
  const step = async (name: string, run: () => Promise<void>) => {
    try {
      await run();
      results.push({ name, state: "passed" });
    } catch (error) {
      const reason = error instanceof Error ? error.stack : String(error);
      results.push({ name, state: "failed", reason: reason ?? "" });
    }
  };
  const browser = createBrowser(send);
  let thief: Browser | undefined;
  const read = async (who: Browser) =>
    await (await who.fetch(`${app}/auth/session`)).json();

  await step("somebody who has not signed in is told so", async () => {
    assert.equal((await browser.goto(`${app}/`)).text, "home");
    assert.equal((await browser.goto(`${app}/me`)).status, 401);
    assert.equal(await read(browser), null);
  });

  await step("signing in by the pages makes a session", async () => {
    const page = await browser.goto(`${app}/auth/signin?callbackUrl=/me`);
    const me = await browser.submit(page);
    assert.deepEqual([me.url, me.text], [`${app}/me`, "Hello Ada Lovelace"]);
    const went = me.redirects.map(({ url }) => new URL(url).origin);
    assert.ok(went.includes(new URL(issuer).origin), String(went));
    const callback = me.redirects.at(-1);
    assert.equal(callback?.headers.getSetCookie().length, 4);
    assert.equal((await read(browser)).user.email, "ada@example.com");
  });

  await step("a form without its token signs nobody out", async () => {
    const page = await browser.goto(`${app}/auth/signout`);
    const fields = { csrfToken: "forged" };
    const { url } = await browser.submit(page, { fields });
    assert.match(url, /error=MissingCSRF/);
    assert.equal((await read(browser)).user.name, "Ada Lovelace");
  });

  await step("a body over the limit is refused", async () => {
    const body = new URLSearchParams({ csrfToken: "x".repeat(100_000) });
    const init = { method: "POST", body };
    const { status } = await browser.fetch(`${app}/auth/signout`, init);
    assert.equal(status, 413);
  });

  await step("signing out by the pages ends the session", async () => {
    thief = browser.clone();
    assert.equal((await read(thief)).user.name, "Ada Lovelace");
    const page = await browser.goto(`${app}/auth/signout`);
    assert.equal((await browser.submit(page)).text, "home");
    assert.equal((await browser.goto(`${app}/me`)).status, 401);
  });

  await step("a copy of the cookie is dead after that", async () => {
    assert.ok(thief);
    assert.match(thief.cookieHeader(`${app}/`), /latchkey\.session=/);
    assert.equal((await thief.goto(`${app}/me`)).status, 401);
    assert.equal(await read(thief), null);
  });
  for (const [name, run] of Object.entries(more)) await step(name, run);
  console.log(JSON.stringify(results));
}
