/**
 * Whether a passkey's counter may follow the one that is stored (WebAuthn
 * section 6.1.1): it grows, or it is never used. One that does not grow was
 * copied, or its answer is an old one.
 */
export function mayFollow(stored: number, next: number): boolean {
  return stored === 0 && next === 0 || next > stored;
}
