/** Returns the HMAC-SHA-256 (RFC 2104) of a text's UTF-8 bytes. */
export async function hmac(key: Uint8Array, text: string): Promise<Uint8Array> {
  const own = await crypto.subtle.importKey(
    "raw",
    Uint8Array.from(key),
    { name: "HMAC", hash: "SHA-256" },
    false,
    ["sign"],
  );
  const bytes = new TextEncoder().encode(text);
  return new Uint8Array(await crypto.subtle.sign("HMAC", own, bytes));
}
