/**
 * Compares two texts in a time that does not depend on where they differ
 * (their lengths may show).
 */
export function isEqual(a: string, b: string): boolean {
  let difference = a.length ^ b.length;
  for (let i = 0; i < a.length; i++) {
    difference |= a.charCodeAt(i) ^ b.charCodeAt(i % (b.length || 1));
  }
  return difference === 0;
}
