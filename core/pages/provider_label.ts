import type { CredentialInput } from "../providers/credentials_provider.ts";
import type { PageProvider } from "../request/outcome.ts";
import type { PageWords } from "../request/page_words.ts";
import { fill, type Html, markup } from "./html.ts";

/**
 * What stands on the button of a provider. Only OAuth providers have names that
 * fit into a sentence; the other types have sentences of their own, and their
 * names are added where only these tell two of a type apart.
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
  // The labels of its fields say what is asked for; a button alone needs a name.
  return fields.length > 0 ? words.title : null;
}

/** Whether a field takes a password, going by its type and how it is called. */
export function isPasswordField(
  [field, { type }]: readonly [string, CredentialInput],
): boolean {
  return type === "password" || /pass/i.test(field);
}
