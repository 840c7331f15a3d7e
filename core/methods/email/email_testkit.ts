/**
 * For tests only: a site that signs users in by mail, and the mails that it
 * sends.
 *
 * @module
 */

import assert from "node:assert/strict";
import type { AuthConfig, EmailConfig, Mail } from "@latchkey/auth";
import type { Browser, Page } from "@latchkey/auth/testing";
import { type App, createApp, signIn } from "../../../testing/app_testkit.ts";

/** A site with a mail provider. */
export interface MailFlow extends App {
  /** Oldest first. */
  readonly mails: Mail[];
}

/** Makes a mail provider that sends nothing, and keeps its mails. */
export function toMailProvider(
  mails: { push(mail: Mail): unknown },
  entry: Partial<EmailConfig> = {},
): EmailConfig {
  return {
    id: "email",
    type: "email",
    from: "Example <sign-in@app.example>",
    sendMail: ({ mail }) => void mails.push(mail),
    ...entry,
  };
}

/** Makes an app that records its mails. */
export async function createMailFlow(
  config: Partial<AuthConfig> = {},
  entry: Partial<EmailConfig> = {},
): Promise<MailFlow> {
  const mails: Mail[] = [];
  const flow = await createApp({
    config,
    more: [toMailProvider(mails, entry)],
  });
  return { ...flow, mails };
}

/** Fills in the sign-in page's form; returns the page that follows. */
export async function ask(
  browser: Browser,
  email = "ada@example.test",
  { id = "email", target }: { id?: string; target?: string } = {},
): Promise<Page> {
  return await signIn(browser, { id, target, fields: { email } });
}

/** Requests a mail and returns it. */
export async function askForMail(
  flow: Pick<MailFlow, "mails">,
  browser: Browser,
  ...rest: Parameters<typeof ask> extends [Browser, ...infer R] ? R : never
): Promise<Mail & { readonly page: Page }> {
  const before = flow.mails.length;
  const page = await ask(browser, ...rest);
  assert.equal(new URL(page.url).pathname, "/auth/verify-request", page.url);
  assert.equal(flow.mails.length, before + 1);
  const mail = flow.mails.at(-1);
  assert.ok(mail);
  return { ...mail, page };
}

/** Opens a link as a mail program does. */
export async function openLink(browser: Browser, url: string): Promise<Page> {
  return await browser.goto(url, { from: "https://webmail.example/" });
}

/** Asserts that a page says at once that the link of a mail cannot be used any more. */
export function assertDead({ url }: Page, code = "used"): void {
  const { pathname, searchParams } = new URL(url);
  assert.equal(pathname, "/auth/signin");
  assert.equal(searchParams.get("error"), "Verification");
  assert.equal(searchParams.get("code"), code);
}

/** Types a code into the page that asks for it. */
export async function typeCode(
  browser: Browser,
  page: Page,
  code: string,
): Promise<Page> {
  return await browser.submit(page, {
    action: "/auth/callback/email",
    fields: { code },
  });
}
