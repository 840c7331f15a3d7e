/**
 * The application's own texts by language, in place of the built-in ones of the
 * same name; the messages of errors are in `errors`, by type and code. A name
 * that does not exist is reported before the first page.
 *
 * @example
 * ```ts
 * import type { OwnWords } from "@latchkey/auth/types";
 *
 * export const words: OwnWords = {
 *   en: { sendLink: "Send me a link", errors: { AccessDenied: "Staff only." } },
 * };
 * ```
 */
export type OwnWords = Readonly<
  Record<string, Readonly<Record<string, string | OwnTexts>> | undefined>
>;

/** Texts by name. */
export type OwnTexts = Readonly<Record<string, string>>;
