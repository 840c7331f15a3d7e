import { toBase64url } from "./base64url.ts";

/** What a sealed value is for. Another purpose, another cookie: another key. */
export interface Purpose {
  readonly name: "session" | "attempt" | "csrf" | "return";
  /** The effective cookie name, so that values cannot be moved between cookies. */
  readonly cookie: string;
  /** How long a value of this purpose can be valid, in seconds. */
  readonly maxAge: number;
}

/**
 * The keys of a list of secrets. Keys are derived by purpose, cookie name and
 * day: AES-GCM with random nonces is sound for 2^32 seals a key, and a key a
 * day keeps far below that at any scale.
 */
export interface Keyring {
  /** The id of each secret, newest first. Public: it is part of each token's `kid`. */
  ids(): Promise<readonly string[]>;
  /** The key for a purpose and a day (days since the epoch). */
  key(secretId: string, purpose: Purpose, day: number): Promise<CryptoKey>;
}

interface Secret {
  readonly id: string;
  readonly material: CryptoKey;
}

/** Derived keys that are kept; a session that lives 400 days needs 400. */
const MAX_KEYS = 2000;

/** Makes the keyring of a list of secrets, newest first. Nothing is derived until it is needed. */
export function createKeyring(secrets: readonly string[]): Keyring {
  let loaded: Promise<readonly Secret[]> | undefined;
  const keys = new Map<string, Promise<CryptoKey>>();
  const load = () =>
    loaded ??= Promise.all(secrets.map(importSecret)).catch((error) => {
      // A platform that fails once is asked again.
      loaded = undefined;
      throw error;
    });
  return {
    ids: async () => (await load()).map((secret) => secret.id),
    key: async (secretId, purpose, day) => {
      const secret = (await load()).find((one) => one.id === secretId);
      if (secret === undefined) throw new TypeError("unknown secret id");
      const name = JSON.stringify([
        secretId,
        purpose.name,
        purpose.cookie,
        day,
      ]);
      let key = keys.get(name);
      if (key === undefined) {
        key = deriveKey(secret.material, purpose, day);
        if (keys.size >= MAX_KEYS) keys.clear();
        keys.set(name, key);
        key.catch(() => keys.delete(name));
      }
      return key;
    },
  };
}

const encoder = new TextEncoder();

async function importSecret(secret: string): Promise<Secret> {
  const material = await crypto.subtle.importKey(
    "raw",
    encoder.encode(secret),
    "HKDF",
    false,
    ["deriveKey", "deriveBits"],
  );
  const bits = await crypto.subtle.deriveBits(hkdf(["id"]), material, 64);
  return { id: toBase64url(new Uint8Array(bits)), material };
}

function deriveKey(
  material: CryptoKey,
  purpose: Purpose,
  day: number,
): Promise<CryptoKey> {
  return crypto.subtle.deriveKey(
    hkdf(["key", purpose.name, purpose.cookie, day]),
    material,
    { name: "AES-GCM", length: 256 },
    false,
    ["encrypt", "decrypt"],
  );
}

/** JSON keeps the parts of the info text apart: no two lists give one text. */
function hkdf(info: readonly (string | number)[]): HkdfParams {
  return {
    name: "HKDF",
    hash: "SHA-256",
    salt: encoder.encode("latchkey"),
    info: encoder.encode(JSON.stringify(info)),
  };
}
