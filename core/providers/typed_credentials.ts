/**
 * What was typed into the form of a credentials provider, and whose account it
 * is for.
 *
 * @module
 */

import {
  NAMES,
  RESERVED,
  type ResolvedCredentials,
} from "./credentials_provider.ts";

/**
 * The texts of a form that `authorize` may see: the declared fields, or all if
 * none is declared. Without a prototype, so that no name means anything else.
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
 * Whose account somebody tries to get into, at which provider. Null: the form
 * does not say.
 */
export function toAccountName(
  { id, accountField }: ResolvedCredentials,
  credentials: Readonly<Record<string, string>>,
): string | null {
  // Without declared fields, it is the form that says how it calls them.
  const field = accountField ??
    NAMES.find((name) => credentials[name] !== undefined);
  const name = field === undefined ? "" : credentials[field]?.trim();
  return name ? `${id} ${name}` : null;
}

/** Whether the form has fields of its own that say who somebody is: only then a browser is known for them. */
export function isPersonal(
  { fields, accountField }: ResolvedCredentials,
): boolean {
  return accountField !== null && fields.length > 0;
}

/**
 * All that says who somebody is, to the letter: a tenant, say, and a name. Null
 * where it is the form that decides what it sends.
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
