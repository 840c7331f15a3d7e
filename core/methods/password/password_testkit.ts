/**
 * For tests only: a site whose passwords are stored by the adapter, and the
 * steps of signing up and of choosing a new password.
 *
 * @module
 */

import assert from "node:assert/strict";
import type { AuthConfig, Mail } from "@latchkey/auth";
import { createMemoryAdapter } from "@latchkey/auth/adapters/memory";
import { hashPassword } from "@latchkey/auth/password";
import {
  Password,
  type PasswordOptions,
} from "@latchkey/auth/providers/password";
import type { Browser, Page } from "@latchkey/auth/testing";
import {
  type App,
  createApp,
  type Host,
  readCsrfToken,
  site,
} from "../../../testing/app_testkit.ts";
import { useQuickScrypt } from "../credentials/compute_once_testkit.ts";
import { toMailProvider } from "../email/email_testkit.ts";

/** A password that meets the rules, and another one. */
export const password = "correct horse battery staple";
export const another = "a new and quite long password";
export const address = "ada@example.com";

type MemoryAdapter = ReturnType<typeof createMemoryAdapter>;

/** A site with stored passwords. */
export interface PasswordFlow extends App {
  readonly adapter: MemoryAdapter;
  /** Oldest first. */
  readonly mails: Mail[];
}

/** Makes an app that records its mails. */
export async function createPasswordFlow<T = unknown>(
  { adapter = createMemoryAdapter(), mails = [], config, options, host }: {
    readonly adapter?: MemoryAdapter;
    readonly mails?: Mail[];
    readonly config?: Partial<AuthConfig>;
    readonly options?: Partial<PasswordOptions>;
    /** What serves it. Default: that of `createApp`. */
    readonly host?: Host<T>;
  } = {},
): Promise<PasswordFlow & T> {
  useQuickScrypt();
  const app = await createApp<T>({
    ...host === undefined ? {} : { host },
    config: { adapter, ...config },
    keepsConfig: true,
    toProviders: (op) => [
      op.provider(),
      Password({ mail: toMailProvider(mails), ...options }),
    ],
  });
  return { ...app, adapter, mails };
}

/** Stores a user with a password. */
export async function addMember(
  adapter: MemoryAdapter,
  { id = "u1", email = address, emailVerified = new Date() as Date | null } =
    {},
): Promise<string> {
  useQuickScrypt();
  const name = "Ada";
  const user = await adapter.createUser({ id, name, email, emailVerified });
  const after = await hashPassword(password, { cost: 14 });
  const secret = { userId: user.id, kind: "password", before: null } as const;
  assert.equal(await adapter.replaceSecret({ ...secret, after }), true);
  return user.id;
}

/** Opens the page that asks for an address, and submits it. */
export async function ask(
  browser: Browser,
  use: "signup" | "reset",
  email = address,
  target = "/after",
): Promise<Page> {
  const action = `/auth/${use}`;
  const page = await browser.goto(`${site}${action}?callbackUrl=${target}`);
  return await browser.submit(page, { action, fields: { email } });
}

/** Asks for a mail and returns it, and the page that takes its code. */
export async function getMail(
  flow: PasswordFlow,
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

/** Opens the link of a mail, as a mail program does. */
export async function openLink(browser: Browser, url: string): Promise<Page> {
  return await browser.goto(url, { from: "https://webmail.example/" });
}

/** Types the code of a mail into the page that asks for it. */
export async function typeCode(
  browser: Browser,
  page: Page,
  code: string,
): Promise<Page> {
  const action = "/auth/callback/password";
  return await browser.submit(page, { action, fields: { code } });
}

/** Types a password into the page that asks for a new one. */
export async function choose(
  browser: Browser,
  page: Page,
  chosen: string,
): Promise<Page> {
  const action = "/auth/new-password";
  return await browser.submit(page, { action, fields: { password: chosen } });
}

/** Signs in with a password; returns the answer. */
export async function signInWith(
  browser: Browser,
  fields: Readonly<Record<string, string>>,
): Promise<Response> {
  return await post(browser, "callback/password", fields);
}

/** Sends a form to an auth route, with the token of this browser. */
export async function post(
  browser: Browser,
  route: string,
  fields: Readonly<Record<string, string>>,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  const csrfToken = await readCsrfToken(browser);
  return await browser.fetch(`${site}/auth/${route}`, {
    method: "POST",
    headers: { origin: site, ...headers },
    body: new URLSearchParams({ csrfToken, ...fields }),
    redirect: "manual",
  });
}
