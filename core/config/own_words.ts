import type { ErrorType } from "../errors/error_table.ts";
import type { PasskeyProblems } from "./passkey_words.ts";
import type { PageTexts } from "./page_words.ts";

/** The application's own texts in one language. */
export interface OwnTexts extends Partial<PageTexts> {
  /** Messages of the passkey script. */
  readonly passkeyProblems?: Partial<PasskeyProblems> | undefined;
  /** Error messages by type, or by type and code: `"Verification used"`. */
  readonly errors?:
    | Readonly<
      Partial<Record<ErrorType | `${ErrorType} ${string}`, string>>
    >
    | undefined;
}

/**
 * The application's own texts by language, in place of the built-in ones of the
 * same name.
 */
export type OwnWords = Readonly<Record<string, OwnTexts | undefined>>;
