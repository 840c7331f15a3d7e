/** A part of a regular expression (ECMA-262 section 22.2.1). */
export type RegexNode =
  /** One character out of a set. */
  | { readonly kind: "set"; readonly text: string; readonly has: HasSign }
  | { readonly kind: "sequence"; readonly parts: readonly RegexNode[] }
  | { readonly kind: "choice"; readonly options: readonly RegexNode[] }
  | {
    readonly kind: "repeat";
    readonly body: RegexNode;
    readonly min: number;
    readonly max: number;
    readonly lazy: boolean;
  }
  | { readonly kind: "edge"; readonly edge: "^" | "$" | "\\b" | "\\B" }
  | {
    readonly kind: "look";
    readonly body: RegexNode;
    readonly behind: boolean;
    readonly negative: boolean;
  };

/** Whether a set contains a character. */
export type HasSign = (sign: string) => boolean;

/**
 * Parses a regular expression.
 *
 * @throws Error for unsupported syntax: back references, and look-behind of
 *   more than one character
 */
export function parseRegex(source: string, flags: string): RegexNode {
  let at = 0;
  const setFlags = flags.replace(/[^isuv]/g, "");
  const fail = (what: string): never => {
    throw new Error(`The model has no ${what}: /${source}/ at ${at}.`);
  };
  const take = (text: string) => {
    if (!source.startsWith(text, at)) return false;
    at += text.length;
    return true;
  };
  const takeMatch = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    const match = pattern.exec(source);
    at += match?.[0].length ?? 0;
    return match;
  };

  const readChoice = (): RegexNode => {
    const options = [readSequence()];
    while (take("|")) options.push(readSequence());
    const [only] = options;
    return options.length === 1 && only ? only : { kind: "choice", options };
  };
  const readSequence = (): RegexNode => {
    const parts: RegexNode[] = [];
    while (at < source.length && source[at] !== "|" && source[at] !== ")") {
      parts.push(readRepeat(readAtom()));
    }
    const [only] = parts;
    return parts.length === 1 && only ? only : { kind: "sequence", parts };
  };
  const readRepeat = (body: RegexNode): RegexNode => {
    const match = takeMatch(/(?:([*+?])|\{(\d+)(?:(,)(\d*))?\})(\??)/y);
    if (match === null) return body;
    const [, sign, low, comma, high, lazy] = match;
    const min = sign === undefined ? Number(low) : sign === "+" ? 1 : 0;
    const max = sign === undefined
      ? comma === undefined ? min : high ? Number(high) : Infinity
      : sign === "?"
      ? 1
      : Infinity;
    return { kind: "repeat", body, min, max, lazy: lazy === "?" };
  };
  const readAtom = (): RegexNode => {
    const [edge] = takeMatch(/\^|\$|\\[bB]/y) ?? [];
    if (edge !== undefined) {
      return { kind: "edge", edge: edge as "^" | "$" | "\\b" | "\\B" };
    }
    const [look] = takeMatch(/\(\?<?[=!]/y) ?? [];
    if (look !== undefined) {
      const body = readChoice();
      if (!take(")")) fail("end of a group");
      const behind = look.includes("<");
      if (behind && body.kind !== "set") fail("look-behind of this kind");
      return { kind: "look", body, behind, negative: look.endsWith("!") };
    }
    if (takeMatch(/\((?:\?:|\?<\w+>)?(?!\?)/y) !== null) {
      const body = readChoice();
      if (!take(")")) fail("end of a group");
      return body;
    }
    if (takeMatch(/\\[1-9k]/y) !== null) fail("back reference");
    const [text] = takeMatch(
      /\[(?:[^\]\\]|\\[^])*\]|\\(?:u\{[\da-f]+\}|u[\da-f]{4}|x[\da-f]{2}|[pP]\{\w+\}|[^])|[^()]/iy,
    ) ?? fail("such atom");
    return { kind: "set", text, has: toSet(text, setFlags) };
  };

  const node = readChoice();
  return at === source.length ? node : fail("such end");
}

function toSet(text: string, flags: string): HasSign {
  const one = new RegExp(`^(?:${text})$`, flags);
  const known = new Map<string, boolean>();
  return (sign) => {
    const cached = known.get(sign);
    if (cached !== undefined) return cached;
    const has = one.test(sign);
    known.set(sign, has);
    return has;
  };
}
