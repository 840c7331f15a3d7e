import { toBase64url } from "../../crypto/base64url.ts";
import { isEqual } from "../../crypto/equal.ts";
import { scrypt, type ScryptCost, toMemory } from "../../crypto/scrypt.ts";
import { fromBase64, parseParameters, toBase64 } from "./hashes/decode.ts";
import { computeInTurn } from "./password_queue.ts";

const SALT_BYTES = 16;
const KEY_BYTES = 32;
/** Maximum bytes of memory that a hash made elsewhere may require. */
const MAX_MEMORY = 2 ** 30;

/** Everything that determines a hash, except the password. */
interface Work {
  readonly cost: ScryptCost;
  readonly salt: Uint8Array;
  readonly bytes: number;
}

/** A parsed hash. */
export interface ScryptHash extends Work {
  readonly key: string;
}

/** Hashes a text with a random salt. */
export async function hashByScrypt(
  text: string,
  cost: ScryptCost,
): Promise<string> {
  const salt = crypto.getRandomValues(new Uint8Array(SALT_BYTES));
  const key = await derive(text, { cost, salt, bytes: KEY_BYTES });
  const { ln, r, p } = cost;
  return `$scrypt$ln=${ln},r=${r},p=${p}$${toBase64(salt)}$${toBase64(key)}`;
}

/**
 * Returns whether one of the texts is the password of a hash. With a cost in
 * place of a hash, it does the same work and returns false.
 */
export async function matchesScrypt(
  texts: readonly string[],
  hash: ScryptHash | ScryptCost,
): Promise<boolean> {
  const { key, ...work } = "key" in hash ? hash : toVainWork(hash);
  for (const text of texts) {
    const derived = toBase64url(await derive(text, work));
    // Without a key, the derived one is compared with itself: the comparison is
    // part of the work.
    if (isEqual(derived, key ?? derived) && key !== null) return true;
  }
  return false;
}

/** Whether a hash has this cost, and the lengths of new hashes. */
export function isOfCost(
  { cost, salt, bytes }: ScryptHash,
  { ln, r, p }: ScryptCost,
): boolean {
  return cost.ln === ln && cost.r === r && cost.p === p &&
    salt.length === SALT_BYTES && bytes === KEY_BYTES;
}

/** The salt and the key have 8 to 64 bytes. */
const FORM =
  /^\$scrypt\$([a-z\d=,]{12,30})\$([A-Za-z0-9+/]{11,86})\$([A-Za-z0-9+/]{11,86})$/;

/** Parses a hash; null if it has another format or asks for too much memory. */
export function parseScryptHash(hash: unknown): ScryptHash | null {
  const match = typeof hash === "string" ? FORM.exec(hash) : null;
  const [, costs = "", ...rest] = match ?? [];
  const [ln = 0, r = 0, p = 0] = parseParameters(costs, ["ln", "r", "p"]) ?? [];
  if (ln < 10 || ln > 20 || r > 16 || p > 16) return null;
  const cost = { ln, r, p };
  const [salt, key] = rest.map(fromBase64);
  if (!salt || !key || toMemory(cost) * p > MAX_MEMORY) return null;
  return { cost, salt, bytes: key.length, key: toBase64url(key) };
}

function toVainWork(cost: ScryptCost): Work & { readonly key: null } {
  const salt = new Uint8Array(SALT_BYTES);
  return { cost, salt, bytes: KEY_BYTES, key: null };
}

async function derive(
  text: string,
  { cost, salt, bytes }: Work,
): Promise<Uint8Array> {
  const password = new TextEncoder().encode(text);
  return await computeInTurn(
    toMemory(cost) * cost.p,
    () => scrypt(password, salt, bytes, cost),
  );
}
