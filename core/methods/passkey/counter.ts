/**
 * Whether a passkey's counter may follow the stored one (WebAuthn section
 * 6.1.1): it must grow, unless the passkey does not count at all. One that does
 * not grow means a copied passkey or a replayed answer.
 */
export function mayFollow(stored: number, next: number): boolean {
  return stored === 0 && next === 0 || next > stored;
}
