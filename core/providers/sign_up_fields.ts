import type { StandardSchema } from "../model/standard_schema.ts";

/** A field that a new user fills in. */
export interface SignUpField {
  /**
   * Label of the field: one text, or a text for each language of the visitors.
   * Default: for `name` a built-in text in the visitor's language.
   */
  label?: string | Readonly<Record<string, string>> | undefined;
  /** Type of the input. Default `text`. */
  type?: "text" | "tel" | "url" | "number" | "date" | undefined;
  /** Example shown in the empty field. Default: none. */
  placeholder?: string | undefined;
  /** Autofill hint for browsers. Default: `name` for the name, else none. */
  autocomplete?: string | undefined;
  /** Whether the field has to be filled in. Default false. */
  required?: boolean | undefined;
  /**
   * Checks the text, and may convert it: any validator of the Standard Schema
   * specification, such as Zod's. It has 10 seconds. The message of its first
   * issue is shown beside the field. Default: any text of at most 300
   * characters.
   */
  schema?: StandardSchema | undefined;
}

/** The fields that a new user fills in besides address and password. */
export interface SignUpFields {
  /** The name of the user. */
  name?: SignUpField | undefined;
}
