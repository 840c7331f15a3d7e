/**
 * Reads the form of a credentials provider: the submitted values, and the
 * account that they are for.
 *
 * @module
 */

import {
  NAMES,
  RESERVED,
  type ResolvedCredentials,
} from "./credentials_provider.ts";

/**
 * Picks the form values that `authorize` may see: the declared fields, or all
 * if none is declared. The result has no prototype, so that no name is special.
 */
export function pickCredentials(
  { fields }: ResolvedCredentials,
  form: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const picked: Record<string, string> = Object.create(null);
  const names = fields.length > 0
    ? fields.map(([name]) => name)
    : Object.keys(form);
  for (const name of names) {
    const value = form[name];
    if (value !== undefined && !RESERVED.includes(name)) picked[name] = value;
  }
  return picked;
}

/** Input types whose values are not typed, or not to be seen. */
const UNSEEN: ReadonlySet<string> = new Set(
  ["password", "hidden", "checkbox", "radio"],
);

/**
 * Picks the texts that the visitor need not type again after a refusal: those
 * of all fields but passwords and codes, judged by type and name.
 */
export function pickTyped(
  provider: ResolvedCredentials,
  form: Readonly<Record<string, string>>,
): readonly (readonly [name: string, text: string])[] {
  return provider.fields.flatMap(([name, input]) => {
    const text = form[name] ?? "";
    const { type = "text", autocomplete = "" } = input;
    const isUnseen = UNSEEN.has(String(type).toLowerCase()) ||
      /password|one-time-code/i.test(String(autocomplete)) ||
      /pass|secret|otp|code|token|pin$/i.test(name);
    return text === "" || isUnseen ? [] : [[name, text] as const];
  });
}

/**
 * Returns a key for the provider and the account that a sign-in attempt is for,
 * or null if the form does not name one.
 */
export function toAccountName(
  { id, accountField }: ResolvedCredentials,
  credentials: Readonly<Record<string, string>>,
): string | null {
  // Without declared fields, the form chooses the names.
  const field = accountField ??
    NAMES.find((name) => credentials[name] !== undefined);
  const name = field === undefined ? "" : credentials[field]?.trim();
  return name ? `${id} ${name}` : null;
}

/** Whether declared fields identify the user; only then can a browser be known for an account. */
export function isPersonal(
  { fields, accountField }: ResolvedCredentials,
): boolean {
  return accountField !== null && fields.length > 0;
}

/** Names of fields for a proof, in lower case without punctuation; others that end in "code" can name a tenant or a country. */
const PROOFS =
  /(?:pass(?:word|wd|phrase|code)?|pwd|pin|otp|secret|token)\d*$|^(?:auth|login|signin|security|verification|verify|confirmation|sms|e?mail|mfa|2fa|totp|otp|onetime|backup|recovery|access)?code\d*$/;

/**
 * Whether the value of a field proves who the user is, or does not stay the
 * same, so that it cannot name them. A code that counted as a part of the name
 * would turn each guess into another person, and a known browser into an
 * unknown one.
 */
function isProof(
  name: string,
  { type, autocomplete = "" }: ResolvedCredentials["fields"][number][1],
): boolean {
  if (/^(?:password|checkbox)$/i.test(String(type))) return true;
  const purpose = String(autocomplete).trim();
  if (!/^(?:|on|off)$/i.test(purpose)) {
    return /password|one-time-code/i.test(purpose);
  }
  return PROOFS.test(name.toLowerCase().replace(/[^a-z0-9]/g, ""));
}

/**
 * Returns a key of all values that identify the user, verbatim: for example a
 * tenant and a name. Null if no fields are declared that do.
 */
export function toPersonName(
  provider: ResolvedCredentials,
  credentials: Readonly<Record<string, string>>,
): string | null {
  if (!isPersonal(provider)) return null;
  const { id, fields, accountField } = provider;
  const told = fields
    .filter(([name, input]) => name === accountField || !isProof(name, input))
    .map(([name]) => [name, credentials[name] ?? null]);
  return JSON.stringify([id, ...told]);
}
