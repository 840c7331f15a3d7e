/** For tests only: an app whose users have passwords and second factors. */

import assert from "node:assert/strict";
import type { AuthConfig, Provider } from "@latchkey/auth";
import { createMemoryAdapter } from "@latchkey/auth/adapters/memory";
import { Credentials } from "@latchkey/auth/providers/credentials";
import { hashPassword } from "@latchkey/auth/password";
import { Nodemailer } from "@latchkey/auth/providers/nodemailer";
import {
  Password,
  type PasswordOptions,
} from "@latchkey/auth/providers/password";
import type { Browser } from "@latchkey/auth/testing";
import {
  createApp,
  type Host,
  readCsrfToken,
  site,
} from "../../../testing/app_testkit.ts";
import type { Factors } from "../../accounts/factors/factors.ts";
import { changeFactors } from "../../accounts/factors/stored_factors.ts";
import { resolveSettings } from "../../config/resolve_settings.ts";
import { toBase64url } from "../../crypto/base64url.ts";
import { createProviderContext } from "../../request/context.ts";
import { useQuickScrypt } from "../credentials/compute_once_testkit.ts";
import { computeTotp, toStep } from "./totp.ts";

/** The password of every user. */
export const password = "correct horse battery staple";
/** The secret of every user's app: that of RFC 6238, appendix B. */
export const secret = new TextEncoder().encode("12345678901234567890");

/** The code that the app shows now, or some steps from now. */
export async function showCode(steps = 0): Promise<string> {
  return await computeTotp(secret, toStep(Date.now()) + steps);
}

/** Options of {@link createFactorApp}. */
export interface FactorAppOptions<T = unknown> {
  readonly config?: Partial<AuthConfig>;
  readonly options?: PasswordOptions;
  readonly adapter?: ReturnType<typeof createMemoryAdapter>;
  readonly more?: readonly Provider[];
  /** Whether the adapter has the user already. */
  readonly isThere?: boolean;
  /** What serves it. Default: that of `createApp`. */
  readonly host?: Host<T>;
}

/** Makes an app with a user, Ada, who has a password. */
export async function createFactorApp<T = unknown>(
  { config = {}, options = {}, more = [], isThere = false, ...rest }:
    FactorAppOptions<T> = {},
) {
  useQuickScrypt();
  const { adapter = createMemoryAdapter(), host } = rest;
  const mails: string[] = [];
  const app = await createApp<T>({
    ...host === undefined ? {} : { host },
    config: { adapter, ...config },
    keepsConfig: true,
    toProviders: (op) => [
      Password({
        mail: Nodemailer({
          from: "app@app.example",
          sendMail: ({ mail }) => void mails.push(mail.subject),
        }),
        ...options,
      }),
      // Qwik City's configuration is a function, whose issuer may change.
      op.provider({ uniqueSubject: true }),
      ...more,
    ],
  });
  const settings = resolveSettings(app.config, () => undefined);
  const toContext = () => createProviderContext(settings, Date.now());
  const flow = { ...app, adapter, mails, toContext };
  if (!isThere) await addUser(flow, "ada");
  return flow;
}

/** The app of {@link createFactorApp}. */
export type FactorApp = Awaited<ReturnType<typeof createFactorApp>>;

/** Stores a user with a password. */
export async function addUser(
  { adapter }: Pick<FactorApp, "adapter">,
  id: string,
): Promise<void> {
  await adapter.createUser({
    id,
    name: id,
    email: `${id}@example.com`,
    emailVerified: new Date(),
  });
  await adapter.replaceSecret({
    userId: id,
    kind: "password",
    before: null,
    after: await hashPassword(password, { cost: 14 }),
  });
}

/** Gives a user an authenticator app. */
export async function giveApp(
  { toContext }: Pick<FactorApp, "toContext">,
  id = "ada",
  more: Partial<Factors> = {},
): Promise<void> {
  const app = {
    id: "phone",
    name: null,
    secret: toBase64url(secret),
    lastStep: -1,
    created: Date.now(),
  };
  await changeFactors(
    toContext(),
    id,
    (factors) => ({ ...factors, apps: [app], ...more }),
  );
}

/** Posts a form of this site. */
export async function post(
  browser: Browser,
  path: string,
  fields: Readonly<Record<string, string>>,
): Promise<Response> {
  const csrfToken = await readCsrfToken(browser);
  return await browser.fetch(`${site}/auth/${path}`, {
    method: "POST",
    headers: { origin: site, accept: "text/html" },
    body: new URLSearchParams({ csrfToken, ...fields }),
    redirect: "manual",
  });
}

/** Types address and password; returns where the browser is sent. */
export async function typePassword(
  browser: Browser,
  { id = "ada", callbackUrl = "/after", ...more }: {
    readonly id?: string;
    readonly callbackUrl?: string;
    /** The value of the box. */
    readonly remember?: string;
  } = {},
): Promise<URL> {
  const email = `${id}@example.com`;
  const fields = { email, password, callbackUrl, ...more };
  const answer = await post(browser, "callback/password", fields);
  return toLocation(answer);
}

/** Returns where an answer redirects to. */
export function toLocation({ headers }: Response): URL {
  return new URL(headers.get("location") ?? "", site);
}

/** A first factor of Ada that takes no time. */
export const quick = Credentials({
  id: "quick",
  storedUsers: true,
  authorize: () => ({ id: "ada" }),
});

/** Signs in with {@link quick}, and returns the id of the sign-in that waits. */
export async function startQuickly(browser: Browser): Promise<string> {
  const url = toLocation(await post(browser, "callback/quick", {}));
  return url.searchParams.get("state") ?? "";
}

/** Types the password, and returns the id of the sign-in that waits. */
export async function startSignIn(
  browser: Browser,
  who: Parameters<typeof typePassword>[1] = {},
): Promise<string> {
  const url = await typePassword(browser, who);
  assert.equal(url.pathname, "/auth/second-factor");
  return url.searchParams.get("state") ?? "";
}

/** Types a code on the page of a sign-in that waits. */
export async function typeCode(
  browser: Browser,
  state: string,
  code: string,
  more: Readonly<Record<string, string>> = {},
): Promise<Response> {
  return await post(browser, "second-factor", { state, code, ...more });
}

const BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** Decodes the key that a page shows. */
export function fromBase32(key: string): Uint8Array {
  const bits = [...key.replaceAll(" ", "")]
    .map((one) => BASE32.indexOf(one).toString(2).padStart(5, "0")).join("");
  return Uint8Array.from(bits.match(/.{8}/g) ?? [], (one) => parseInt(one, 2));
}
