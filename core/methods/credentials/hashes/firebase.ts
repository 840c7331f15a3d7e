import { scrypt, toMemory } from "../../../crypto/scrypt.ts";
import { toBadFormat } from "./complaints.ts";
import { fromBase64 } from "./decode.ts";
import type { FirebaseHashParameters } from "../../../model/password_format.ts";
import { type Scheme, toScheme } from "./scheme.ts";

/** `<salt>:<passwordHash>`, both base64 as Firebase exports them. */
const PAIR = /^([A-Za-z0-9+/_-]{2,86}={0,2}):([A-Za-z0-9+/_-]{43,171}={0,2})$/;

/** The length of the AES key that scrypt makes, in bytes. */
const KEY_BYTES = 32;

/**
 * Parses a hash of Firebase Authentication; null for any other. The hash is the
 * project's key, encrypted with a key that scrypt makes of the password.
 */
export function parseFirebase(
  hash: string,
  params: FirebaseHashParameters,
): Scheme | null {
  const { signer, separator, cost } = resolveParams(params);
  const [salt, key] = (PAIR.exec(hash) ?? []).slice(1).map(fromBase64);
  if (!salt || !key || key.length !== signer.length) return null;
  const salted = Uint8Array.of(...salt, ...separator);
  return toScheme({
    size: toMemory(cost),
    key,
    derive: async (password) =>
      await encrypt(await scrypt(password, salted, KEY_BYTES, cost), signer),
  });
}

function resolveParams(params: FirebaseHashParameters) {
  const { signerKey, saltSeparator, rounds, memCost } = params;
  const signer = fromBase64(`${signerKey}`);
  const separator = fromBase64(`${saltSeparator}`);
  const isRound = isWhole(rounds, 8) && isWhole(memCost, 14);
  if (signer === null || separator === null || !isRound) {
    throw toBadFormat(
      "`firebase` with `signerKey` and `saltSeparator` in base64, `rounds` from 1 to 8 and `memCost` from 1 to 14, as the console of Firebase shows them",
    );
  }
  return { signer, separator, cost: { ln: memCost, r: rounds, p: 1 } };
}

function isWhole(value: unknown, max: number): boolean {
  return Number.isInteger(value) && Number(value) >= 1 && Number(value) <= max;
}

/** Encrypts with AES-256 in counter mode from zero. */
async function encrypt(
  raw: Uint8Array,
  text: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array> {
  const bytes = Uint8Array.from(raw);
  const name = "AES-CTR";
  const key = await crypto.subtle.importKey("raw", bytes, name, false, [
    "encrypt",
  ]);
  const counter = { name, counter: new Uint8Array(16), length: 64 };
  return new Uint8Array(await crypto.subtle.encrypt(counter, key, text));
}
