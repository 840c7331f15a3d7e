/**
 * The form of a diagnosis: 105 bits, as fifteen characters of ASCII. Names are
 * in it as numbers that are computed from their text, so that nothing has to be
 * numbered for good.
 *
 * @module
 */

/** The numbers of a diagnosis, and the bits of each. */
const FIELDS = {
  /** Seconds since midnight, UTC; the key tells the day. */
  second: 17,
  type: 10,
  /** Zero: none. */
  code: 12,
  step: 8,
  method: 2,
  /** Zero: none. */
  provider: 14,
  message: 9,
  /** See {@link toAge}; zero: unknown. */
  age: 7,
  cookies: 12,
  facts: 14,
} as const;

/** The name of a number. */
export type Field = keyof typeof FIELDS;

/** The numbers of one diagnosis. */
export type Numbers = Readonly<Record<Field, number>>;

const fields = Object.entries(FIELDS) as [Field, number][];
const BITS = 7;
/** The number of characters. */
const LENGTH = 15;

/** Writes the numbers as characters. */
export function pack(numbers: Numbers): string {
  let all = 0n;
  for (const [name, bits] of fields) {
    const most = 2 ** bits - 1;
    const number = BigInt(Math.min(Math.max(numbers[name], 0), most));
    all = all << BigInt(bits) | number;
  }
  const codes = Array.from(
    { length: LENGTH },
    (_, i) => Number(all >> BigInt(i * BITS) & 127n),
  );
  return String.fromCharCode(...codes);
}

/** Reads the characters of {@link pack}; null for any other text. */
export function unpack(text: string): Numbers | null {
  if (text.length !== LENGTH) return null;
  let all = 0n;
  for (const [i, char] of [...text].entries()) {
    const code = char.charCodeAt(0);
    if (code > 127) return null;
    all |= BigInt(code) << BigInt(i * BITS);
  }
  const numbers = [...fields].reverse().map(([name, bits]) => {
    const number = Number(all & (1n << BigInt(bits)) - 1n);
    all >>= BigInt(bits);
    return [name, number] as const;
  });
  return Object.fromEntries(numbers) as unknown as Numbers;
}

/**
 * Computes the number of a name (FNV-1a); never zero, and always zero for none.
 */
export function toNumber(name: string | null, field: Field): number {
  if (name === null || name === "") return 0;
  let hash = 0x811c9dc5;
  for (let i = 0; i < name.length; i++) {
    hash = Math.imul(hash ^ name.charCodeAt(i), 0x01000193) >>> 0;
  }
  // The lowest bits of this hash are its worst.
  const mixed = (hash ^ hash >>> 15) >>> 0;
  return mixed % (2 ** FIELDS[field] - 1) + 1;
}

/** Seven steps for each doubling tell an age to a tenth, up to three days. */
const STEPS = 7;

/** Writes an age in seconds as a number; zero for null. */
export function toAge(seconds: number | null): number {
  if (seconds === null) return 0;
  return 1 + Math.round(STEPS * Math.log2(1 + Math.max(0, seconds)));
}

/** Reads an age in seconds, to about a tenth. */
export function fromAge(number: number): number | null {
  return number === 0 ? null : Math.round(2 ** ((number - 1) / STEPS) - 1);
}

/** Writes which of these names hold, one bit each. */
export function toBits<T extends string>(
  names: readonly T[],
  held: ReadonlySet<T>,
): number {
  return names.reduce((sum, one, i) => sum + (held.has(one) ? 2 ** i : 0), 0);
}

/** Reads the names that hold. */
export function fromBits<T extends string>(
  names: readonly T[],
  bits: number,
): T[] {
  return names.filter((_, i) => (bits & 2 ** i) !== 0);
}
