import { Buffer } from "node:buffer";
import * as crypto from "node:crypto";
import { replaceCrypto } from "./replace_crypto_testkit.ts";

type Scrypt = typeof crypto.scrypt;

/** Every key so far, by everything that it depends on. */
const keys = new Map<string, Promise<Buffer>>();

/**
 * The runtime's scrypt, which computes the same key only once. Most tests ask
 * for the same ones: no salt is random in the work beside a hash that cannot be
 * checked, and the lowest cost still takes longer than the rest of a test.
 */
export function scryptOnce(...args: Parameters<Scrypt>): void {
  const [password, salt, bytes, options, done] = args;
  const inputs = [password, salt].map((one) =>
    Buffer.from(one as Uint8Array).toString("base64")
  );
  const name = JSON.stringify([...inputs, bytes, options]);
  const key = keys.get(name) ?? compute(password, salt, bytes, options);
  keys.set(name, key);
  // A caller may change what it gets.
  key.then((found) => done(null, Buffer.from(found)), (error) => {
    done(error, Buffer.of());
  });
}

function compute(
  ...[password, salt, bytes, options]: DropLast<Parameters<Scrypt>>
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    crypto.scrypt(password, salt, bytes, options, (error, key) => {
      if (error === null) resolve(key);
      else reject(error);
    });
  });
}

type DropLast<All extends readonly unknown[]> = All extends
  readonly [...infer Rest, unknown] ? Rest : never;

/**
 * Replaces the scrypt of `node:crypto`, and what else is given; returns a
 * function that restores it.
 */
export function replaceScrypt(others: object = {}): () => void {
  return replaceCrypto({ ...crypto, scrypt: scryptOnce, ...others });
}
