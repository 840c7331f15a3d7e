import { toCanonical } from "./canonical.ts";

/** Shorter words are in many good passwords. */
const MIN_WORD = 4;

/** This much of a password has to be something else. */
const MIN_REST = 8;

/**
 * Whether a password consists of words that anybody can know: names, addresses
 * and their parts. It does if, without these words and without digits and
 * punctuation at the end, fewer than eight characters are left.
 */
export function isPersonal(
  text: string,
  facts: readonly (string | null | undefined)[],
): boolean {
  const canonical = toCanonical(text);
  const words = facts.flatMap((fact) => listWords(fact ?? ""));
  const rest = removeWords(canonical, words);
  if (rest === canonical) return false;
  return [...toCanonical(rest)].length < MIN_REST;
}

/** Returns a text and its parts, the longest first. */
function listWords(fact: string): readonly string[] {
  const whole = fact.normalize("NFKC").toLowerCase();
  const parts = whole.split(/[^\p{L}\p{M}\p{N}]+/u);
  return [whole, parts.join(""), ...parts]
    .filter((word) => [...word].length >= MIN_WORD);
}

function removeWords(text: string, words: readonly string[]): string {
  return words.toSorted((a, b) => b.length - a.length)
    .reduce((rest, word) => rest.replaceAll(word, ""), text);
}
