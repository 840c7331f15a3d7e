/** A part of the library that is loaded when it is first needed. */
export type Part =
  | "accounts"
  | "changes"
  | "email routes"
  | "form routes"
  | "host"
  | "passkey routes"
  | "pipeline"
  | "provider routes"
  | "rows"
  | "tokens";
