/**
 * Makes hashes of the algorithms that are not the default. The module loads
 * with the first of them.
 *
 * @module
 */

import { deriveByNode, findNodeArgon2 } from "../../../crypto/argon2.ts";
import { pbkdf2 } from "../../../crypto/pbkdf2.ts";
import type { Argon2Package } from "../../../model/hash_packages.ts";
import { computeInTurn } from "../password_queue.ts";
import {
  type Argon2idRecipe,
  isOfRecipe,
  type OtherRecipe,
  type Pbkdf2Recipe,
  toPrefix,
} from "../recipe.ts";
import { toBase64 } from "./decode.ts";
import { ITERATION } from "./pbkdf2.ts";
import { toBytes } from "./scheme.ts";

const SALT_BYTES = 16;
const KEY_BYTES = 32;

/**
 * Hashes a text with a random salt.
 *
 * @throws TypeError if the runtime has no such algorithm, Overloaded if the queue
 * is full
 */
export async function makeHash(
  text: string,
  recipe: OtherRecipe,
  argon2: Argon2Package | undefined,
): Promise<string> {
  return await computeInTurn(
    toSize(recipe),
    () =>
      recipe.algorithm === "pbkdf2"
        ? makePbkdf2(text, recipe)
        : makeArgon2id(text, recipe, argon2),
  );
}

async function makePbkdf2(
  text: string,
  recipe: Pbkdf2Recipe,
): Promise<string> {
  const salt = crypto.getRandomValues(new Uint8Array(SALT_BYTES));
  const key = await pbkdf2(toBytes(text), {
    digest: "sha256",
    salt,
    iterations: recipe.iterations,
    bytes: KEY_BYTES,
  });
  return `${toPrefix(recipe)}${toBase64(salt)}$${toBase64(key)}`;
}

async function makeArgon2id(
  text: string,
  recipe: Argon2idRecipe,
  installed: Argon2Package | undefined,
): Promise<string> {
  const argon2 = findNodeArgon2();
  if (argon2 === null) return await makeByPackage(text, recipe, installed);
  const salt = crypto.getRandomValues(new Uint8Array(SALT_BYTES));
  const { memory, passes } = recipe;
  const key = await deriveByNode(argon2, {
    algorithm: "argon2id",
    memory,
    passes,
    parallelism: 1,
    salt,
    bytes: KEY_BYTES,
  }, toBytes(text));
  return `${toPrefix(recipe)}${toBase64(salt)}$${toBase64(key)}`;
}

/** A package that ignores the cost would store weaker hashes than were asked for. */
async function makeByPackage(
  text: string,
  recipe: Argon2idRecipe,
  installed: Argon2Package | undefined,
): Promise<string> {
  if (installed?.hash === undefined) {
    throw new TypeError(
      "This runtime has no Argon2 (`crypto.argon2` of Node 24.7). Run `npm install @node-rs/argon2`, import it, and pass it as `argon2`.",
    );
  }
  const { memory, passes } = recipe;
  const cost = { memoryCost: memory, timeCost: passes, parallelism: 1 };
  const hash = await installed.hash(text, cost);
  if (isOfRecipe(hash, recipe)) return hash;
  throw new TypeError(
    "The package `argon2` made a hash of another algorithm or cost than it was asked for. Pass `@node-rs/argon2`, or one like it.",
  );
}

function toSize(recipe: OtherRecipe): number {
  return recipe.algorithm === "pbkdf2"
    ? recipe.iterations * ITERATION
    : recipe.memory * 1024 * recipe.passes;
}
