import type { User } from "./model.ts";

/** The type of a value of a field: `json` is anything that JSON can represent. */
export type UserFieldType = "string" | "number" | "boolean" | "json";

/** The values of each type. */
interface Values {
  string: string;
  number: number;
  boolean: boolean;
  // deno-lint-ignore no-explicit-any -- the application knows what it stores
  json: any;
}

/** A field of the application's own, which each user has. */
export type UserField = {
  [T in UserFieldType]: {
    /** The type of its values. */
    readonly type: T;
    /**
     * The value of a user without one. A function is called for each new user;
     * the users that were stored before have null. Default: null.
     */
    readonly default?: Values[T] | (() => Values[T]) | undefined;
    /** Whether visitors may set it when they sign up. Default false. */
    readonly input?: boolean | undefined;
    /** Whether it is in `session.user`, which browsers can read. Default true. */
    readonly session?: boolean | undefined;
  };
}[UserFieldType];

/** The fields of the application's own, by name. */
export type UserFields = Readonly<Record<string, UserField>>;

/** The fields that an adapter is asked to store besides its own. */
export type StoredFields = Readonly<
  Record<string, { readonly type: UserFieldType }>
>;

/** Widens a literal: a stored value may be any of its type. */
type ValueOf<F> = F extends { type: infer T extends UserFieldType } ? Values[T]
  : never;

/** The value of a field, which is null if nothing gave it one. */
type FieldValue<F> = F extends { default: infer D }
  ? D extends undefined | ((...args: never[]) => unknown) ? ValueOf<F> | null
  : ValueOf<F>
  : ValueOf<F> | null;

/**
 * The types of the fields of users, for `interface User` to extend.
 *
 * @example
 * ```ts
 * import type { UserFields, UserFieldValues } from "@latchkey/auth";
 *
 * const fields = {
 *   role: { type: "string", default: "member" },
 *   credit: { type: "number" },
 * } as const satisfies UserFields;
 *
 * const user: UserFieldValues<typeof fields> = { role: "admin", credit: null };
 * ```
 */
export type UserFieldValues<F> = {
  -readonly [K in keyof F]: FieldValue<F[K]>;
};

/** Changes of fields; null removes a value. */
export type UserFieldChanges<F> = {
  readonly [K in keyof F]?: ValueOf<F[K]> | null;
};

/** The fields that are in the session. */
export type SessionFieldValues<F> = UserFieldValues<
  { [K in keyof F as F[K] extends { session: false } ? never : K]: F[K] }
>;

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
