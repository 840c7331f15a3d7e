import type { SentenceKey } from "../../errors/error_sentences.ts";
import { findErrorRow } from "../../errors/error_table.ts";
import type { PageError } from "./page_form.ts";
import type { PageWords } from "./page_words.ts";

/**
 * Returns the error message for the visitor. Any link can name an error, so an
 * error that is unknown or not public is shown as a problem of the site.
 */
export function toErrorText(
  { errors }: PageWords,
  { type, code }: PageError,
): string {
  const known = [`${type} ${code}`, `${type}`]
    .find((key) => Object.hasOwn(errors, key));
  return errors[(known ?? "Configuration") as SentenceKey];
}

/** Whether the visitor cancelled the sign-in at the provider: nothing went wrong. */
export function isCancelled({ type, code }: PageError): boolean {
  return type === "OAuthCallbackError" && code === "access_denied";
}

/** Reads the `error` and `code` parameters; null without a known type. */
export function readPageError(query: URLSearchParams): PageError | null {
  const type = query.get("error");
  return findErrorRow(type) === null ? null : { type, code: query.get("code") };
}
