/**
 * For tests only: a site whose users have passwords, and where an attacker has
 * registered another person's address.
 *
 * @module
 */

import assert from "node:assert/strict";
import type {
  Adapter,
  AdapterUser,
  AuthConfig,
  CredentialsConfig,
  Events,
} from "@latchkey/auth";
import { createMemoryAdapter } from "@latchkey/auth/adapters/memory";
import { Credentials } from "@latchkey/auth/providers/credentials";
import type { Browser } from "@latchkey/auth/testing";
import {
  type App,
  createApp,
  readSession,
} from "../../../testing/app_testkit.ts";
import {
  type MailFlow,
  toMailProvider,
} from "../../methods/email/email_testkit.ts";
import { typeIn } from "../../methods/credentials/credentials_testkit.ts";

/** The address of the owner. */
export const email = "ada@example.com";
/** A password that the attacker set. */
export const planted = "the-password-of-a-stranger";

/** The options of the site. */
export interface PasswordFlowOptions {
  readonly adapter?: Adapter;
  readonly strategy?: "jwt" | "database";
  /** Functions that find and remove passwords. Default: both, working. */
  readonly passwords?: CredentialsConfig["passwords"] | null;
  readonly config?: Partial<AuthConfig>;
}

/** A site with a provider, mails and passwords. */
export interface PasswordFlow extends MailFlow {
  readonly adapter: Adapter;
  /** Passwords by user id. */
  readonly kept: Map<string, string>;
  readonly told: [name: keyof Events, message: Record<string, unknown>][];
  /** The user that the attacker registered. */
  readonly user: AdapterUser;
  /** A browser in which the attacker is signed in. */
  readonly stranger: Browser;
  readonly find: () => Promise<AdapterUser | null>;
}

/** Makes the site, and registers the address with the attacker's password. */
export async function createPasswordFlow(
  options: PasswordFlowOptions = {},
): Promise<PasswordFlow> {
  const { adapter = createMemoryAdapter(), strategy = "database" } = options;
  const kept = new Map<string, string>();
  const told: PasswordFlow["told"] = [];
  const mails: MailFlow["mails"] = [];
  const own = {
    exists: ({ id }: AdapterUser) => kept.has(id),
    remove: ({ id }: AdapterUser) => kept.delete(id),
  };
  const passwords = options.passwords === undefined ? own : options.passwords;
  const names = ["addressTakenOver", "sessionRevoked", "signIn", "updateUser"];
  const events = Object.fromEntries(
    names.map((name) => [
      name,
      (message: object) => void told.push([name, message] as typeof told[0]),
    ]),
  );
  const find = async () => await adapter.getUserByEmail?.(email) ?? null;
  const flow: App = await createApp({
    toProviders: (op) => [
      op.provider({ allowDangerousEmailAccountLinking: true }),
      toMailProvider(mails),
      Credentials({
        name: "a password",
        credentials: { email: {}, password: { type: "password" } },
        authorize: async ({ email = "", password }) => {
          const user = await adapter.getUserByEmail?.(email) ?? null;
          return user !== null && kept.get(String(user.id)) === password
            ? { ...user, id: String(user.id) }
            : null;
        },
        ...(passwords === null ? {} : { passwords }),
      }),
    ],
    config: { events, adapter, session: { strategy }, ...options.config },
  });
  const made = await adapter.createUser?.({
    id: crypto.randomUUID(),
    name: "A stranger",
    email,
    emailVerified: null,
  });
  assert.ok(made);
  const user = { ...made, id: String(made.id) };
  kept.set(user.id, planted);
  const stranger = flow.createBrowser();
  const made2 = { ...flow, mails, adapter, kept, told, user, find };
  await typePassword(stranger);
  assert.ok(await readSession(stranger));
  told.length = 0;
  return { ...made2, stranger };
}

/** Signs in with a password on the sign-in page. */
export async function typePassword(
  browser: Browser,
  password = planted,
): Promise<void> {
  await typeIn(browser, { fields: { email, password } });
}
