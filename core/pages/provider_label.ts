import type { CredentialInput } from "../providers/credentials_provider.ts";
import type { PageProvider } from "../request/outcome.ts";
import type { PageWords } from "../request/page_words.ts";
import { fill, type Html, markup } from "./html.ts";

/**
 * The label of a provider's button. Only OAuth providers have names that fit
 * into a sentence; the other types have sentences of their own, and their names
 * are used only if several providers have the same type.
 */
export function toLabel(provider: PageProvider, words: PageWords): Html {
  const { name, type, isOneOfSeveral = false } = provider;
  if (type === "oidc" || type === "oauth") {
    return fill(words.withProvider, { name });
  }
  const sentence = isOneOfSeveral ? null : findSentence(provider, words);
  return sentence === null ? fill(words.named, { name }) : markup`${sentence}`;
}

function findSentence(
  { type, fields = [] }: PageProvider,
  words: PageWords,
): string | null {
  if (type === "email") return words.withMail;
  if (type === "webauthn") return words.usePasskey;
  if (fields.some(isPasswordField)) return words.withPassword;
  // Field labels say what to enter; a button without fields needs the provider's name.
  return fields.length > 0 ? words.title : null;
}

/** Whether a field takes a password, judging by its type and name. */
export function isPasswordField(
  [field, { type }]: readonly [string, CredentialInput],
): boolean {
  return type === "password" || /pass/i.test(field);
}
