/**
 * Signs in on the page of docs/pages.md that the built starter has in addition,
 * without JavaScript.
 *
 * @module
 */

import assert from "node:assert/strict";
import {
  type Browser,
  createBrowser,
  createFaultProvider,
  type FaultProvider,
  type Page,
} from "@latchkey/auth/testing";
import { findFreePort } from "../../scripts/servers.ts";
import { forward } from "../../server/express_testkit.ts";
import { qwikApp } from "./app.ts";

const guest = { name: "guest", password: "the password of the guest" } as const;

/** The application as it runs, and its provider. */
export interface QwikSite {
  readonly origin: string;
  readonly op: FaultProvider;
  readonly createBrowser: () => Browser;
}

/** Runs the built application and a provider while a test runs. */
export async function runQwikApp(
  use: (site: QwikSite) => Promise<void>,
): Promise<void> {
  const port = findFreePort();
  const origin = `http://localhost:${port}`;
  const issuer = `http://localhost:${findFreePort()}`;
  const op = await createFaultProvider({ issuer });
  const provider = Deno.serve(
    { port: Number(new URL(issuer).port), onListen: () => {} },
    op.handler,
  );
  const child = new Deno.Command("node", {
    args: ["server/entry.node.js"],
    cwd: qwikApp,
    env: {
      PORT: `${port}`,
      ORIGIN: origin,
      AUTH_SECRET: `secret of the recipe ${crypto.randomUUID()}`,
      AUTH_DEMO_ISSUER: issuer,
      AUTH_DEMO_ID: op.clientId,
      AUTH_DEMO_SECRET: op.clientSecret,
      GUEST_PASSWORD: guest.password,
      EMAIL_SERVER: "smtp://localhost:1",
      EMAIL_FROM: "sign-in@app.example",
    },
    stdout: "piped",
    stderr: "null",
  }).spawn();
  try {
    const reader = child.stdout.getReader();
    // It prints a line when it is ready.
    await reader.read();
    reader.releaseLock();
    await use({ origin, op, createBrowser: () => createBrowser(forward) });
  } finally {
    child.kill();
    await child.stdout.cancel();
    await child.status;
    await provider.shutdown();
  }
}

async function open(browser: Browser, origin: string): Promise<Page> {
  const page = await browser.goto(`${origin}/sign-in?callbackUrl=%2Fprotected`);
  assert.equal(page.status, 200, page.text);
  return page;
}

async function readUser(browser: Browser, origin: string) {
  const session = await browser.fetch(`${origin}/auth/session`);
  return (await session.json())?.user ?? null;
}

/** A provider's button leads where the visitor was going. */
export async function checkProvider(site: QwikSite): Promise<void> {
  const { origin, op } = site;
  const browser = site.createBrowser();
  const page = await open(browser, origin);
  const button = "Continue with Demo Provider";
  const end = await browser.submit(page, { button });
  assert.equal(end.url, `${origin}/protected`);
  assert.equal((await readUser(browser, origin)).email, op.user.email);
}

/** A wrong password shows a message, and keeps the name and the target. */
export async function checkRefusal(site: QwikSite): Promise<void> {
  const { origin } = site;
  const browser = site.createBrowser();
  const page = await open(browser, origin);
  const fields = {
    "options.username": guest.name,
    "options.password": "not this one",
  };
  const button = "Sign in";
  const again = await browser.submit(page, { button, fields });
  assert.match(again.text, /<p[^>]* role="alert"[^>]*>These details don’t/);
  assert.doesNotMatch(again.text, /not this one/);
  const form = again.forms().find(({ buttons: [first] }) =>
    first?.text === button
  );
  const kept = Object.fromEntries(form?.fields ?? []);
  assert.equal(kept["options.username"], guest.name);
  assert.equal(await readUser(browser, origin), null);

  const right = { "options.password": guest.password };
  const end = await browser.submit(again, { button, fields: right });
  assert.equal(end.url, `${origin}/protected`);
  assert.equal((await readUser(browser, origin)).name, "A Guest");
}

/** A form that another site sends is refused. */
export async function checkForeignForm(site: QwikSite): Promise<void> {
  const { origin } = site;
  const browser = site.createBrowser();
  const page = await open(browser, origin);
  const form = page.forms().find(({ buttons: [first] }) =>
    first?.text === "Sign in"
  );
  assert.ok(form);
  const answer = await browser.fetch(form.action, {
    method: "POST",
    mode: "no-cors",
    from: "https://evil.example/",
    body: new URLSearchParams({
      providerId: "credentials",
      "options.username": guest.name,
      "options.password": guest.password,
    }),
  });
  assert.equal(answer.status, 403);
  assert.equal(await readUser(browser, origin), null);
}
