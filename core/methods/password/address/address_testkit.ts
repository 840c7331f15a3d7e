/** For tests only: a user who changes their address. */

import assert from "node:assert/strict";
import type { AuthConfig, Events } from "@latchkey/auth";
import { createMemoryAdapter } from "@latchkey/auth/adapters/memory";
import type { Browser, Page } from "@latchkey/auth/testing";
import { readSession, site } from "../../../../testing/app_testkit.ts";
import {
  addMember,
  address,
  createPasswordFlow,
  openLink,
  password,
  type PasswordFlow,
} from "../password_testkit.ts";

type Told = Parameters<NonNullable<Events["emailChanged"]>>[0];
/** The address that the user wants. */
export const next = "ada.new@example.com";

/** Makes an app whose user, with the id `u1`, is told of each change. */
export async function createAddressFlow(
  strategy: "jwt" | "database",
  more: Partial<AuthConfig> = {},
  adapter: ReturnType<typeof createMemoryAdapter> = createMemoryAdapter(),
) {
  const told: Told[] = [];
  const flow = await createPasswordFlow({
    adapter,
    config: {
      session: { strategy },
      events: { emailChanged: (message) => void told.push(message) },
      ...more,
    },
  });
  await addMember(flow.adapter);
  return { ...flow, told };
}

/** Signs in with a password. */
export async function enter(
  flow: PasswordFlow,
  email = address,
  typed = password,
): Promise<Browser> {
  const browser = flow.createBrowser();
  const page = await browser.goto(`${site}/auth/signin`);
  const action = "/auth/callback/password";
  await browser.submit(page, { action, fields: { email, password: typed } });
  return browser;
}

/** Whether a password signs in. */
export const canEnter = async (...args: Parameters<typeof enter>) =>
  await readSession(await enter(...args)) !== null;

/** Asks for another address; returns the page that follows. */
export async function ask(browser: Browser, email = next): Promise<Page> {
  const page = await browser.goto(`${site}/auth/email`);
  return await browser.submit(page, {
    action: "/auth/email",
    fields: { email },
  });
}

/** Presses the button on the page of a link. */
export async function press(browser: Browser, url: string): Promise<Page> {
  const page = await openLink(browser, url);
  return await browser.submit(page, { action: "/auth/email" });
}

/** Changes the address, and returns the link that undoes it. */
export async function change(
  flow: PasswordFlow,
  browser: Browser,
  email = next,
): Promise<string> {
  await ask(browser, email);
  const done = await press(browser, flow.mails.at(-1)?.url ?? "");
  assert.match(done.url, /done=emailChanged$/);
  return flow.mails.find(({ subject, text }) =>
    /address of your .* was changed/.test(subject) && text.includes(email)
  )?.url ?? "";
}

/** Reads the address of the user. */
export const readAddress = async (flow: PasswordFlow) =>
  (await flow.adapter.getUser("u1"))?.email;

/** The subjects of the mails to an address. */
export const listMails = (flow: PasswordFlow, to: string) =>
  flow.mails.filter((mail) => mail.to === to).map(({ subject }) => subject);
