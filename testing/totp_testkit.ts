/**
 * For tests only: an authenticator app (RFC 6238).
 *
 * @module
 */

import { createHmac } from "node:crypto";

const BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
/** Seconds for which an app shows a code. */
const STEP = 30;

/**
 * Returns the code that an app shows.
 *
 * @param secret in base32, as a page shows it
 */
export function showCode(secret: string): string {
  const count = Math.floor(Date.now() / 1000 / STEP);
  const message = new DataView(new ArrayBuffer(8));
  message.setBigUint64(0, BigInt(count));
  const hash = createHmac("sha1", fromBase32(secret))
    .update(new Uint8Array(message.buffer)).digest();
  const offset = hash.readUInt8(hash.length - 1) & 0x0f;
  const number = hash.readUInt32BE(offset) & 0x7fff_ffff;
  return String(number % 1_000_000).padStart(6, "0");
}

function fromBase32(text: string): Uint8Array {
  const bits = [...text.replaceAll(" ", "")]
    .map((one) => BASE32.indexOf(one).toString(2).padStart(5, "0")).join("");
  return Uint8Array.from(bits.match(/.{8}/g) ?? [], (one) => parseInt(one, 2));
}
