/**
 * Returns what is left of a password in the normal form (NFKC) without its usual
 * disguises: capital letters, digits and punctuation at the end, and repeating
 * all of it. If fewer than four characters are left, the end stays.
 */
export function toCanonical(text: string): string {
  const unit = toUnit([...text.toLowerCase()]);
  const end = unit.findLastIndex((one) => /\p{L}|\p{M}/u.test(one));
  return unit.slice(0, end < 3 ? unit.length : end + 1).join("");
}

/** Returns the shortest text that, repeated, is the whole. */
export function toUnit(characters: readonly string[]): readonly string[] {
  const { length } = characters;
  for (let size = 1; size <= length / 2; size++) {
    const isUnit = length % size === 0 &&
      characters.every((one, i) => one === characters[i % size]);
    if (isUnit) return characters.slice(0, size);
  }
  return characters;
}
