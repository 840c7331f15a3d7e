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

/**
 * Returns a key of all values that identify the user, verbatim: for example a
 * tenant and a name. Null if no fields are declared that do.
 */
export function toPersonName(
  provider: ResolvedCredentials,
  credentials: Readonly<Record<string, string>>,
): string | null {
  if (!isPersonal(provider)) return null;
  const { id, fields } = provider;
  const told = fields
    .filter(([, { type }]) => type !== "password" && type !== "checkbox")
    .map(([name]) => [name, credentials[name] ?? null]);
  return JSON.stringify([id, ...told]);
}
