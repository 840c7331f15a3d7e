/** Encodes a part of a path; null for one that would choose another path. */
export function toSegment(value: string): string | null {
  return /^\.{0,2}$/.test(value) ? null : encodeURIComponent(value);
}
