/**
 * Describes a new application: the answers of a person, or of a command line.
 *
 * @module
 */

import { PROVIDERS } from "../check/find/catalogue.ts";
import { WrongCall } from "../command.ts";
import { frameworks } from "./frameworks/frameworks.ts";

/** The sign-in methods besides providers. */
export const METHODS = ["password", "passkey", "email"] as const;

/** Where users and sessions are; `none`: sessions in cookies, and no users. */
export const DATABASES = ["none", "memory", "sqlite", "postgres"] as const;

/** A sign-in method besides providers. */
export type Method = typeof METHODS[number];

/** A place for users and sessions. */
export type Database = typeof DATABASES[number];

/** The choices that make a new application. */
export interface Choices {
  readonly framework: string;
  readonly methods: readonly Method[];
  readonly database: Database;
  /** Ids of providers, besides that of the demo. */
  readonly providers: readonly string[];
  /** The library as npm installs it: a version, or a tarball. */
  readonly library: string;
}

/** Entries below `providers` that are no place to sign in at. */
const OTHERS =
  "amazon-ses brevo credentials forwardemail loops mailchimp-transactional mailersend mailgun mailjet nodemailer passkey password plunk postmark resend sendgrid sparkpost webauthn zeptomail"
    .split(" ");

/** The names of providers that an application can have. */
export const ids: readonly string[] = PROVIDERS.filter((one) =>
  !OTHERS.includes(one)
);

/**
 * Reads one of a list.
 *
 * @throws WrongCall if it is none
 */
export function readOne<T extends string>(
  what: string,
  known: readonly T[],
  text: string,
): T {
  const found = known.find((one) => one === text.trim().toLowerCase());
  if (found !== undefined) return found;
  const list = known.length > 30 ? "docs/providers.md" : known.join(", ");
  throw new WrongCall(
    `There is no ${what} "${text.trim()}". Choose from: ${list}.`,
  );
}

/**
 * Reads several of a list, with commas between them; `none` is none.
 *
 * @throws WrongCall if one is not in the list
 */
export function readSeveral<T extends string>(
  what: string,
  known: readonly T[],
  text: string,
): readonly T[] {
  const names = text.split(/[\s,]+/).filter((one) => one && one !== "none");
  return [...new Set(names.map((one) => readOne(what, known, one)))];
}

/** Other names of providers. */
const ALIASES: Readonly<Record<string, string>> = {
  "azure-ad": "microsoft-entra-id",
  clickup: "click-up",
  codeberg: "gitea",
  donationalerts: "donation-alerts",
  duende: "duende-identity-server6",
  "epic-games": "epicgames",
  forgejo: "gitea",
  hydra: "ory-hydra",
  "identity-server4": "duende-identity-server6",
  microsoft: "microsoft-entra-id",
  ory: "ory-hydra",
  "ory-polis": "boxyhq-saml",
  quickbooks: "intuit",
  "vipps-mobilepay": "vipps",
  x: "twitter",
};

/** Reads providers; one of several names becomes the provider's own, after which its variables are named. */
export function readProviders(text: string): readonly string[] {
  const named = readSeveral("provider", ids, text);
  return [...new Set(named.map((one) => ALIASES[one] ?? one))];
}

/** Reads a framework. */
export function readFramework(text: string): string {
  return readOne("framework", Object.keys(frameworks), text);
}

/** Whether users have to be stored for these methods. */
export function needsDatabase(methods: readonly Method[]): boolean {
  return methods.includes("password") || methods.includes("passkey");
}

/**
 * Asserts that choices fit together.
 *
 * @throws WrongCall
 */
export function assertFitting({ methods, database }: Choices): void {
  if (database !== "none" || !needsDatabase(methods)) return;
  throw new WrongCall(
    "Passwords and passkeys are kept in a database: choose --database=sqlite, postgres or memory.",
  );
}
