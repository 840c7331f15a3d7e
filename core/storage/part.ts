/** A part of the library that is loaded when it is first needed. */
export type Part =
  | "accounts"
  | "changes"
  | "email routes"
  | "form routes"
  | "host"
  | "languages"
  | "passkey routes"
  | "pipeline"
  | "provider routes"
  | "proxy"
  | "resources"
  | "rows"
  | "settling"
  | "tokens";
