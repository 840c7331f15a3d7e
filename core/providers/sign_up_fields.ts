import type { StandardSchema } from "../model/standard_schema.ts";

/** A field that a new user fills in. */
export interface SignUpField {
  /**
   * Label of the field: one text, or a text for each language of the visitors,
   * like `{ en: "Company", de: "Firma" }`. Default: for `name` a built-in text in
   * the visitor's language, for any other field its name.
   */
  label?: string | Readonly<Record<string, string>> | undefined;
  /**
   * Type of the input. Default: `number` for fields of the type number,
   * `checkbox` for those of the type boolean, else `text`.
   */
  type?:
    | "text"
    | "tel"
    | "url"
    | "email"
    | "number"
    | "date"
    | "checkbox"
    | undefined;
  /** Example shown in the empty field. Default: none. */
  placeholder?: string | undefined;
  /** Autofill hint for browsers. Default: `name` for the name, else none. */
  autocomplete?: string | undefined;
  /** Whether the field has to be filled in, or the box ticked. Default false. */
  required?: boolean | undefined;
  /**
   * Checks the text, and may convert it: any validator of the Standard Schema
   * specification, such as Zod's. It gets the text (of a box `on`), and returns
   * a value of the field's type. It has 10 seconds. The message of its first
   * issue is shown beside the field. It is not called for a field that is left
   * empty. Default: any text of at most 300 characters, which is converted to
   * the field's type: a finite number, JSON, or `true` for a ticked box.
   */
  schema?: StandardSchema | undefined;
}

/**
 * The fields that a new user fills in besides address and password: `name`, and
 * those of `user.fields` that have `input: true`.
 *
 * @example
 * ```ts
 * import type { UserFields } from "@latchkey/auth";
 * import type { SignUpFields } from "@latchkey/auth/providers/password";
 *
 * const fields = {
 *   company: { type: "string", input: true },
 *   role: { type: "string", default: "member" },
 * } as const satisfies UserFields;
 *
 * // A field without `input: true`, like `role`, is an error of the type.
 * export const asked = {
 *   name: { required: true },
 *   company: { label: { en: "Company", de: "Firma" } },
 * } satisfies SignUpFields<typeof fields>;
 * ```
 */
export type SignUpFields<F = Readonly<Record<string, { input: true }>>> =
  & {
    /** The name of the user. */
    name?: SignUpField | undefined;
  }
  & {
    [K in keyof F as F[K] extends { input: true } ? K : never]?:
      | SignUpField
      | undefined;
  };
