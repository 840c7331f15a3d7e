import type { FactorWords } from "./factor_words.ts";
import type { PageTexts } from "./page_texts.ts";
import type { AccountWords } from "./account_words.ts";
import type { PasskeyProblems } from "./passkey_words.ts";
import type { PasswordWords } from "./password_words.ts";

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
export type OwnWords = Readonly<Record<string, OwnPageTexts | undefined>>;

/** The names of texts that belong together. */
export type WordGroup =
  | "passkeyProblems"
  | "passwordWords"
  | "factorWords"
  | "accountWords";

/** The application's own texts in one language. */
export type OwnPageTexts =
  & {
    readonly [K in Exclude<keyof PageTexts, WordGroup>]?:
      | string
      | undefined;
  }
  & {
    /** Messages of the passkey script. */
    readonly passkeyProblems?: Partial<PasskeyProblems> | undefined;
    /** Texts of the pages about passwords that the adapter stores. */
    readonly passwordWords?: Partial<PasswordWords> | undefined;
    /** Texts of the pages about second factors. */
    readonly factorWords?: Partial<FactorWords> | undefined;
    /** Texts of the pages on which users change their account. */
    readonly accountWords?: Partial<AccountWords> | undefined;
    /** Messages of errors by type, or by type and code: `"Verification used"`. */
    readonly errors?: Readonly<Record<string, string>> | undefined;
  };
