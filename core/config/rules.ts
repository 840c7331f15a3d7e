/**
 * Rules for options, as data: a rule knows the valid values of an option, its
 * default, and the sentence that reports any other value.
 *
 * @module
 */

/** Reports one mistake, as a sentence. */
export type Report = (sentence: string) => void;

/**
 * Reads the value of an option. Reports a wrong one under the option's name,
 * like `session.maxAge`, and returns the default in its place.
 */
export type Rule<T> = (value: unknown, name: string, report: Report) => T;

type Rules = Readonly<Record<string, Rule<unknown>>>;
type Values<R extends Rules> = { [K in keyof R]: ReturnType<R[K]> };

/**
 * An option whose values pass a check; `must` ends the sentence that reports
 * any other.
 */
export function valid<T>(
  fallback: T,
  must: string,
  isValid: (value: unknown) => boolean,
): Rule<T> {
  return (value, name, report) => {
    if (value === undefined) return fallback;
    if (isValid(value)) return value as T;
    report(`\`${name}\` must ${must}.`);
    return fallback;
  };
}

/** Whether a value is a list of texts. */
export function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((one) => typeof one === "string");
}

/** A number of seconds above 0 and at most `most`. */
export function seconds(fallback: number, most: number): Rule<number> {
  return valid(
    fallback,
    `be a number of seconds above 0 and at most ${most}`,
    (value) => typeof value === "number" && value > 0 && value <= most,
  );
}

/** A whole number above 0 and at most `most`. */
export function count(fallback: number, most: number): Rule<number> {
  return valid(
    fallback,
    `be a whole number above 0 and at most ${most}`,
    (value) =>
      Number.isInteger(value) && Number(value) > 0 && Number(value) <= most,
  );
}

/** A function, by default null. */
export function fn<F>(must = "be a function"): Rule<F | null> {
  return valid<F | null>(null, must, (value) => typeof value === "function");
}

/** One of some values. */
export function oneOf<const T, const F>(
  values: readonly T[],
  fallback: F,
): Rule<T | F> {
  const texts = values.map((value) => JSON.stringify(value));
  const must = `be ${texts.slice(0, -1).join(", ")} or ${texts.at(-1)}`;
  const isOne = (value: unknown) => values.some((one) => one === value);
  return valid<T | F>(fallback, must, isOne);
}

/** A value with a meaning of its own, or an option by its rule. */
export function or<V, T>(
  special: unknown,
  meaning: V,
  rule: Rule<T>,
): Rule<V | T> {
  return (value, name, report) =>
    value === special ? meaning : rule(value, name, report);
}

/** Options by name; others are ignored. */
export function object<R extends Rules>(rules: R): Rule<Values<R>> {
  const entries = Object.entries(rules);
  return (value, name, report) => {
    const options = (value ?? {}) as Record<string, unknown>;
    const read: Record<string, unknown> = {};
    for (const [key, rule] of entries) {
      const path = name === "" ? key : `${name}.${key}`;
      read[key] = rule(options[key], path, report);
    }
    return read as Values<R>;
  };
}

/** Options by name, and no others. */
export function closed<R extends Rules>(
  rules: R,
  must: string,
): Rule<Values<R>> {
  const toObject = valid({}, must, (value) => typeof value === "object");
  const read = object(rules);
  const known = Object.keys(rules);
  return (value, name, report) => {
    const options = toObject(value, name, report);
    for (const key of Object.keys(options ?? {})) {
      if (!known.includes(key)) {
        report(
          `\`${name}.${key}\` does not exist: there are ${known.join(", ")}.`,
        );
      }
    }
    return read(options, name, report);
  };
}
