/**
 * The keys that test files share: `testing/pooled_keys_testkit.ts` gives them
 * out.
 *
 * @module
 */

import { exists, root } from "./command.ts";

/** The module that test programs load before the tests. */
export const keysModule = "testing/pooled_keys_testkit.ts";

/** No file of tests needs more, but for one that makes its own. */
const count = 12;

/**
 * Makes the pool of keys, if there is none yet.
 *
 * @returns the environment of a test program
 */
export async function prepareTestKeys(): Promise<Record<string, string>> {
  const path = `${root}.cache/test-keys.json`;
  if (!(await exists(path))) {
    const keys = await Promise.all(Array.from({ length: count }, createKey));
    await Deno.mkdir(`${root}.cache`, { recursive: true });
    await Deno.writeTextFile(path, JSON.stringify(keys));
  }
  return { TEST_KEYS: path };
}

/** Makes a private key without its use, which a pool cannot know. */
async function createKey(): Promise<JsonWebKey> {
  const { privateKey } = await crypto.subtle.generateKey(
    {
      name: "RSASSA-PKCS1-v1_5",
      modulusLength: 2048,
      publicExponent: new Uint8Array([1, 0, 1]),
      hash: "SHA-256",
    },
    true,
    ["sign", "verify"],
  );
  const key = await crypto.subtle.exportKey("jwk", privateKey);
  const { alg: _alg, key_ops: _uses, ext: _ext, ...plain } = key;
  return plain;
}
