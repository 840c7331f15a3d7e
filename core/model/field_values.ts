import type { User } from "./model.ts";
import type { UserField, UserFields, UserFieldType } from "./user_fields.ts";

/** Whether a value may be stored in a field; null may. */
export function isFieldValue(type: UserFieldType, value: unknown): boolean {
  if (value === null) return true;
  if (type === "json") return toJson(value) !== undefined;
  return typeof value === type && !Number.isNaN(value);
}

function toJson(value: unknown): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    return undefined;
  }
}

/** Returns the value of a field that a user has, or the one that stands for none. */
function toValue({ type, default: other }: UserField, value: unknown): unknown {
  if (value !== undefined && value !== null && isFieldValue(type, value)) {
    return value;
  }
  return typeof other === "function" ? null : other ?? null;
}

/** Returns a stored user with a value for each field. */
export function fillFields<T extends User>(fields: UserFields, user: T): T {
  return { ...user, ...readFields(fields, user) };
}

/** Returns the values of the fields that a user has. */
export function readFields(
  fields: UserFields,
  user: object,
): Record<string, unknown> {
  const given = user as Readonly<Record<string, unknown>>;
  return Object.fromEntries(
    Object.entries(fields).map((
      [name, field],
    ) => [name, toValue(field, given[name])]),
  );
}

/** Returns the fields that the session of a user shows. */
export function toSessionFields(
  fields: UserFields,
  user: object,
): Record<string, unknown> {
  return readFields(
    Object.fromEntries(
      Object.entries(fields).filter(([, field]) => field.session !== false),
    ),
    user,
  );
}

/**
 * Returns the fields of a new user: what the application's own code gave, and
 * the defaults.
 */
export function toNewFields(
  fields: UserFields,
  user: object,
): Record<string, unknown> {
  const values = readFields(fields, user);
  for (const [name, { default: make }] of Object.entries(fields)) {
    if (typeof make === "function") values[name] ??= make();
  }
  return values;
}

/**
 * Picks the fields that a visitor may set from what they sent. This is the only
 * way from a form to a field of a user.
 */
export function pickInput(
  fields: UserFields,
  sent: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const open = Object.entries(fields).filter(([name, { type, input }]) =>
    input === true && sent[name] !== undefined &&
    isFieldValue(type, sent[name])
  );
  return Object.fromEntries(open.map(([name]) => [name, sent[name]]));
}
