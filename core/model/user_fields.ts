/** The type of a value of a field: `json` is anything that JSON can represent. */
export type UserFieldType = "string" | "number" | "boolean" | "json";

/** The values of each type. */
export interface UserFieldTypes {
  /** A text. */
  string: string;
  /** A finite number. */
  number: number;
  /** True or false. */
  boolean: boolean;
  /** Anything that JSON can represent. */
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
    readonly default?:
      | UserFieldTypes[T]
      | (() => UserFieldTypes[T])
      | undefined;
    /** Whether visitors may set it when they sign up, if `Password({ fields })` asks for it. Default false. */
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
export type DeclaredValue<F> = F extends { type: infer T extends UserFieldType }
  ? UserFieldTypes[T]
  : never;

/** The value of a field, which is null if nothing gave it one. */
export type StoredFieldValue<F> = F extends { default: infer D }
  ? D extends undefined | ((...args: never[]) => unknown)
    ? DeclaredValue<F> | null
  : DeclaredValue<F>
  : DeclaredValue<F> | null;

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
  -readonly [K in keyof F]: StoredFieldValue<F[K]>;
};

/** Changes of fields; null removes a value. */
export type UserFieldChanges<F> = {
  readonly [K in keyof F]?: DeclaredValue<F[K]> | null;
};

/** The fields that are in the session. */
export type SessionFieldValues<F> = UserFieldValues<
  { [K in keyof F as F[K] extends { session: false } ? never : K]: F[K] }
>;

/** Options of users. */
export interface UserOptions {
  /**
   * Fields of the application's own that each user has, by name: `{ role: {
   * type: "string", default: "member" } }`. The adapter stores them, and they
   * are in `session.user`. Only the application's code sets them, unless a
   * field has `input: true`. Without an adapter they come from the provider's
   * `profile` callback at each sign-in. Default: none.
   */
  fields?: UserFields | undefined;
}
