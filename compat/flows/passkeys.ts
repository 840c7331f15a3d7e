/** Passkeys. */

import assert from "node:assert/strict";
import {
  createAuthenticator,
  type CreationOptions,
  type RequestOptions,
  type SoftAuthenticator,
  type SoftPasskey,
} from "../../core/methods/passkey/authenticator_testkit.ts";
import type { Browser } from "@latchkey/auth/testing";
import { type AnyFlow, toFlow } from "../flow.ts";
import { ORIGIN, readCookies, type Site } from "../site.ts";
import { assertUser, readWho, ROUTES } from "../steps.ts";

const ES256 = { name: "ECDSA", namedCurve: "P-256" } as const;

/** Asks for the options of a ceremony, as the page's script does. */
async function askFor<T>(
  browser: Browser,
  query: Readonly<Record<string, string>>,
): Promise<T> {
  const path = `webauthn-options/passkey?${new URLSearchParams(query)}`;
  const response = await browser.fetch(`${ROUTES}/${path}`);
  assert.equal(response.status, 200, await response.clone().text());
  return (await response.json()).options;
}

/** Sends the answer of an authenticator. */
async function send(browser: Browser, action: string, data: string) {
  const token = await browser.fetch(`${ROUTES}/csrf`);
  const { csrfToken } = await token.json();
  const answer = await browser.fetch(`${ROUTES}/callback/passkey`, {
    method: "POST",
    headers: { accept: "application/json" },
    body: new URLSearchParams({ csrfToken, action, data }),
  });
  assert.equal(answer.status, 200, await answer.clone().text());
}

/** Signs up with a passkey. */
async function signUp(site: Site, email: string) {
  const browser = site.browse();
  const authenticator = createAuthenticator(ORIGIN);
  const query = { action: "register", email };
  const options = await askFor<CreationOptions>(browser, query);
  await send(browser, "register", await authenticator.create(options));
  const who = await readWho(browser);
  return { who, passkey: await toStored(authenticator) };
}

async function toStored({ passkeys: [passkey] }: SoftAuthenticator) {
  assert.ok(passkey);
  const { key, ...rest } = passkey;
  return {
    ...rest,
    key: await crypto.subtle.exportKey("jwk", key.privateKey),
  };
}

/** Answers with a passkey that an earlier process made. */
async function useStored(
  { key, ...rest }: Awaited<ReturnType<typeof toStored>>,
  options: RequestOptions,
): Promise<string> {
  const { d: _, ...open } = { ...key, key_ops: ["verify"] };
  const load = (jwk: JsonWebKey, use: KeyUsage) =>
    crypto.subtle.importKey("jwk", jwk, ES256, true, [use]);
  const pair = {
    privateKey: await load(key, "sign"),
    publicKey: await load(open, "verify"),
  };
  const use: SoftPasskey = { ...rest, key: pair };
  return await createAuthenticator(ORIGIN).get(options, { use });
}

const AUTHENTICATE = { action: "authenticate" };

/** The flows of this file. */
export const passkeys: Readonly<Record<string, AnyFlow>> = {
  passkey: toFlow("a user with only a passkey signs in", {
    begin: (site) => signUp(site, "passkey@example.com"),
    goOn: async (site, { who, passkey }) => {
      const browser = site.browse();
      const options = await askFor<RequestOptions>(browser, AUTHENTICATE);
      const data = await useStored(passkey, options);
      await send(browser, "authenticate", data);
      await assertUser(browser, who);
    },
  }),
  attemptWithPasskey: toFlow("the dialog for a passkey is still open", {
    begin: async (site) => {
      const made = await signUp(site, "dialog@example.com");
      const browser = site.browse();
      const options = await askFor<RequestOptions>(browser, AUTHENTICATE);
      return { ...made, options, cookies: readCookies(browser) };
    },
    goOn: async (site, { who, passkey, options, cookies }) => {
      const browser = site.browse(cookies);
      const data = await useStored(passkey, options);
      await send(browser, "authenticate", data);
      await assertUser(browser, who);
    },
  }),
};
