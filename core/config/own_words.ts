import type { PasskeyProblems } from "./passkey_words.ts";
import type { PageWords, Sentences } from "./page_words.ts";

/**
 * The application's own texts by language, in place of the built-in ones of the
 * same name.
 */
export type OwnWords = Readonly<
  Record<
    string,
    | Partial<Omit<PageWords, "errors" | "passkeyProblems">> & {
      readonly errors?: Partial<Sentences> | undefined;
      readonly passkeyProblems?: Partial<PasskeyProblems> | undefined;
    }
    | undefined
  >
>;
