import type { ScryptCost } from "../../crypto/scrypt.ts";
import type { Argon2Package } from "../../model/hash_packages.ts";

/**
 * Options for how a password is hashed. Without `cost`, none is weaker than the
 * minimum of OWASP's Password Storage Cheat Sheet.
 */
export interface PasswordOptions {
  /** The algorithm. Default `scrypt`. */
  algorithm?: "scrypt" | "argon2id" | "pbkdf2" | undefined;
  /**
   * Binary logarithm of scrypt's N, 14 to 20. One more doubles time and memory.
   * Default 17: 128 MiB and about a third of a second.
   */
  cost?: number | undefined;
  /**
   * The memory of one hash, in MiB. scrypt: a power of 2 from 8 to 1024, instead
   * of `cost`; less than 128 is made up for with parallelisation (p). Argon2id:
   * a whole number from 7 to 512, default 64; less is made up for with passes.
   */
  memory?: number | undefined;
  /**
   * Iterations of PBKDF2 with SHA-256, 600,000 to 10 million. Default 600,000.
   */
  iterations?: number | undefined;
  /**
   * For Argon2id where the runtime has no `crypto.argon2` (Node 24.7 has it):
   * the package `@node-rs/argon2`, or one like it.
   */
  argon2?: Argon2Package | undefined;
}

/** The algorithm and the cost of new hashes. */
export type Recipe =
  | { readonly algorithm: "scrypt"; readonly cost: ScryptCost }
  | OtherRecipe;

/** A recipe of an algorithm that is not the default. */
export type OtherRecipe = Argon2idRecipe | Pbkdf2Recipe;

/** The cost of Argon2id (RFC 9106), in one lane. */
export interface Argon2idRecipe {
  readonly algorithm: "argon2id";
  /** KiB. */
  readonly memory: number;
  readonly passes: number;
}

/** The cost of PBKDF2 with SHA-256 (RFC 8018 section 5.2). */
export interface Pbkdf2Recipe {
  readonly algorithm: "pbkdf2";
  readonly iterations: number;
}

/**
 * scrypt's p by MiB of memory: OWASP's list of costs that are equally strong.
 */
const LANES: Readonly<Record<number, number>> = { 64: 2, 32: 3, 16: 5, 8: 10 };

/**
 * Returns the recipe of some options.
 *
 * @throws RangeError for a cost out of range
 */
export function toRecipe(options: PasswordOptions): Recipe {
  const { algorithm = "scrypt", memory, iterations } = options;
  switch (algorithm) {
    case "scrypt":
      return { algorithm, cost: toScryptCost(options) };
    case "argon2id":
      return { algorithm, ...toArgon2Cost(memory) };
    case "pbkdf2":
      return { algorithm, iterations: toIterations(iterations) };
    default:
      throw new RangeError(
        '`algorithm` must be "scrypt", "argon2id" or "pbkdf2".',
      );
  }
}

/** Describes a recipe for the log. */
export function describeRecipe(recipe: Recipe): string {
  switch (recipe.algorithm) {
    case "scrypt": {
      const { ln, r, p } = recipe.cost;
      return `scrypt, ${
        2 ** (ln - 10)
      } MiB of memory (N=2^${ln}, r=${r}, p=${p})`;
    }
    case "argon2id":
      return `Argon2id, ${
        recipe.memory / 1024
      } MiB of memory (t=${recipe.passes}, p=1)`;
    case "pbkdf2":
      return `PBKDF2 with SHA-256, ${recipe.iterations} iterations`;
  }
}

/** Returns the part of a new hash that says how it was made. */
export function toPrefix(recipe: OtherRecipe): string {
  return recipe.algorithm === "pbkdf2"
    ? `$pbkdf2-sha256$i=${recipe.iterations}$`
    : `$argon2id$v=19$m=${recipe.memory},t=${recipe.passes},p=1$`;
}

/** The salt and the key of a new hash: 16 and 32 bytes. */
const NEW = /^[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/;

/** Whether a hash was made with a recipe, and has the lengths of new hashes. */
export function isOfRecipe(hash: string, recipe: OtherRecipe): boolean {
  const prefix = toPrefix(recipe);
  return hash.startsWith(prefix) && NEW.test(hash.slice(prefix.length));
}

/** Whether a hash is of the algorithm of a recipe, whatever its cost. */
export function isOfAlgorithm(hash: unknown, recipe: OtherRecipe): boolean {
  const [, name = ""] = toPrefix(recipe).split("$");
  return typeof hash === "string" && hash.startsWith(`$${name}$`);
}

function toScryptCost({ cost = 17, memory }: PasswordOptions): ScryptCost {
  if (!isWhole(cost, 14, 20)) {
    throw new RangeError("`cost` must be a whole number from 14 to 20.");
  }
  if (memory === undefined) return { ln: cost, r: 8, p: 1 };
  const log = Math.log2(memory);
  if (!isWhole(log, 3, 10)) {
    throw new RangeError(
      "`memory` of scrypt must be a power of 2 from 8 to 1024.",
    );
  }
  return { ln: log + 10, r: 8, p: LANES[memory] ?? 1 };
}

function toArgon2Cost(
  memory = 64,
): Pick<Argon2idRecipe, "memory" | "passes"> {
  if (!isWhole(memory, 7, 512)) {
    throw new RangeError(
      "`memory` of Argon2id must be a whole number from 7 to 512.",
    );
  }
  return { memory: memory * 1024, passes: toPasses(memory) };
}

/**
 * From 64 MiB on, three passes, as RFC 9106 section 4 recommends; below, OWASP's
 * list of costs that are equally strong.
 */
function toPasses(memory: number): number {
  if (memory >= 64) return 3;
  if (memory >= 19) return 2;
  if (memory >= 12) return 3;
  return memory >= 9 ? 4 : 5;
}

function toIterations(iterations = 600_000): number {
  if (isWhole(iterations, 600_000, 10_000_000)) return iterations;
  throw new RangeError(
    "`iterations` must be a whole number from 600,000 to 10 million.",
  );
}

function isWhole(value: number, least: number, most: number): boolean {
  return Number.isInteger(value) && value >= least && value <= most;
}
