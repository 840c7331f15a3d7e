/**
 * For tests only: `node:crypto` with parts replaced, such as key derivation
 * that computes each key once, or a scrypt that costs nothing.
 *
 * @module
 */

import { Buffer } from "node:buffer";
import * as crypto from "node:crypto";
import process from "node:process";

type Done = Parameters<typeof crypto.scrypt>[4];
type Key = Parameters<Done>[1];

/** Every key so far, by everything that it depends on. */
const keys = new Map<string, Promise<Key>>();

function computeOnce(
  name: "scrypt" | "pbkdf2",
  inputs: readonly unknown[],
  done: Done,
): void {
  const texts = inputs.map((one) =>
    one instanceof Uint8Array ? Buffer.from(one).toString("base64") : one
  );
  const id = JSON.stringify([name, ...texts]);
  const key = keys.get(id) ?? compute(name, inputs);
  keys.set(id, key);
  // A caller may change what it gets.
  key.then((found) => done(null, Buffer.from(found)), (error) => {
    done(error, Buffer.of());
  });
}

function compute(
  name: "scrypt" | "pbkdf2",
  inputs: readonly unknown[],
): Promise<Key> {
  return new Promise((resolve, reject) => {
    const done: Done = (error, key) => error ? reject(error) : resolve(key);
    Reflect.apply(crypto[name], undefined, [...inputs, done]);
  });
}

/**
 * The runtime's scrypt, which computes the same key only once. Most tests ask
 * for the same ones: no salt is random in the work beside a hash that cannot be
 * checked, and the lowest cost still takes longer than the rest of a test.
 */
export function scryptOnce(...args: Parameters<typeof crypto.scrypt>): void {
  const [password, salt, bytes, options, done] = args;
  computeOnce("scrypt", [password, salt, bytes, options], done);
}

function pbkdf2Once(...args: Parameters<typeof crypto.pbkdf2>): void {
  const [password, salt, iterations, bytes, digest, done] = args;
  const inputs = [password, salt, iterations, bytes, digest];
  computeOnce("pbkdf2", inputs, done);
}

/**
 * Replaces the scrypt and the PBKDF2 of `node:crypto`, and what else is given;
 * returns a function that restores them.
 */
export function replaceKeyDerivation(others: object = {}): () => void {
  const once = { scrypt: scryptOnce, pbkdf2: pbkdf2Once };
  return replaceCrypto({ ...crypto, ...once, ...others });
}

/** Replaces `node:crypto`, as if the runtime had this one; returns a function that restores it. */
export function replaceCrypto(module: object): () => void {
  const { getBuiltinModule } = process;
  Object.assign(process, { getBuiltinModule: () => module });
  return () => void Object.assign(process, { getBuiltinModule });
}

const { getBuiltinModule } = process;

/**
 * Has the runtime's scrypt take next to no time until the end of this file of
 * tests. The library still asks for the cost of its options, and other costs
 * make other keys. What a test itself has replaced stays.
 */
export function useQuickScrypt(): void {
  if (process.getBuiltinModule !== getBuiltinModule) return;
  replaceCrypto({ ...crypto, scrypt: quickScrypt });
}

/** See {@link useQuickScrypt}. */
export function quickScrypt(...args: Parameters<typeof crypto.scrypt>): void {
  const [password, salt, bytes, { N, r, p }, done] = args;
  const cost = Buffer.from(` ${N} ${r} ${p}`);
  const own = Buffer.concat([salt as Uint8Array, cost]);
  crypto.scrypt(password, own, bytes, { N: 2, r: 1, p: 1 }, done);
}
