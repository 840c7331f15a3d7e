import { parseRegex, type RegexNode } from "./regex_model.ts";

/** The limit of the count: far more than any linear expression needs. */
const MAX_STEPS = 3_000_000;

/** The result of a search for all matches in a text. */
export interface Search {
  /** Characters read, and alternatives tried. */
  readonly steps: number;
  /** Start and end of each match; null if the limit was reached. */
  readonly matches: readonly (readonly [number, number])[] | null;
}

/** Searches for all matches in a text, and counts the steps. */
export type Searcher = (text: string) => Search;

/** Whether everything after a part matches from a position on. */
type Next = (at: number) => boolean;
/** Whether a part, and everything after it, matches from a position on. */
type Matcher = (at: number, next: Next) => boolean;

/** The searched text, and the count so far. */
interface State {
  text: string;
  steps: number;
}

class TooMuch extends Error {}

/**
 * Compiles a regular expression to a counting backtracking matcher, like the
 * engines of the runtimes: a count is the same on every machine, and a time is
 * not.
 */
export function createSearcher(source: string, flags: string): Searcher {
  const state: State = { text: "", steps: 0 };
  const match = compile(parseRegex(source, flags), state, flags.includes("m"));
  const isSticky = flags.includes("y");
  return (text) => {
    state.text = text;
    state.steps = 0;
    const matches: (readonly [number, number])[] = [];
    try {
      for (let at = 0; at <= text.length;) {
        let end = -1;
        const isFound = match(at, (last) => {
          end = last;
          return true;
        });
        if (isFound) matches.push([at, end]);
        else if (isSticky) break;
        at = end > at ? end : at + 1;
      }
    } catch (error) {
      if (!(error instanceof TooMuch)) throw error;
      return { steps: state.steps, matches: null };
    }
    return { steps: state.steps, matches };
  };
}

function count(state: State): void {
  if (++state.steps > MAX_STEPS) throw new TooMuch();
}

function compile(node: RegexNode, state: State, multiline: boolean): Matcher {
  const inner = (one: RegexNode) => compile(one, state, multiline);
  switch (node.kind) {
    case "set":
      return (at, next) => isIn(node, state, at) && next(at + 1);
    case "sequence":
      return node.parts.map(inner).reduceRight<Matcher>(
        (rest, first) => (at, next) => first(at, (end) => rest(end, next)),
        (at, next) => next(at),
      );
    case "choice": {
      const options = node.options.map(inner);
      return (at, next) =>
        options.some((option) => {
          count(state);
          return option(at, next);
        });
    }
    case "repeat":
      return node.body.kind === "set" && !node.lazy
        ? compileRun(node, state)
        : compileRepeat(node, inner(node.body), state);
    case "edge":
      return (at, next) => isEdge(node.edge, state, at, multiline) && next(at);
    case "look": {
      const body = inner(node.body);
      return (at, next) => {
        const isThere = node.behind
          ? at > 0 && body(at - 1, () => true)
          : body(at, () => true);
        return isThere !== node.negative && next(at);
      };
    }
  }
}

type Kind<K extends RegexNode["kind"]> = RegexNode & { kind: K };

function isIn({ has }: Kind<"set">, state: State, at: number): boolean {
  count(state);
  return at < state.text.length && has(state.text[at] ?? "");
}

/**
 * Matches a run of one set: as long as possible, then shorter, without
 * recursion.
 */
function compileRun(
  { body, min, max }: Kind<"repeat">,
  state: State,
): Matcher {
  const set = body as Kind<"set">;
  return (at, next) => {
    let length = 0;
    while (length < max && isIn(set, state, at + length)) length++;
    for (; length >= min; length--) {
      count(state);
      if (next(at + length)) return true;
    }
    return false;
  };
}

function compileRepeat(
  { min, max, lazy }: Kind<"repeat">,
  body: Matcher,
  state: State,
): Matcher {
  const repeat = (done: number, at: number, next: Next): boolean => {
    count(state);
    const more = () =>
      done < max &&
      // An empty iteration beyond the required ones is a dead end (ECMA-262
      // section 22.2.2.3.1).
      body(
        at,
        (end) => (end > at || done < min) && repeat(done + 1, end, next),
      );
    if (done < min) return more();
    return lazy ? next(at) || more() : more() || next(at);
  };
  return (at, next) => repeat(0, at, next);
}

function isEdge(
  edge: Kind<"edge">["edge"],
  state: State,
  at: number,
  multiline: boolean,
): boolean {
  count(state);
  const { text } = state;
  if (edge === "^") return at === 0 || multiline && isBreak(text[at - 1]);
  if (edge === "$") return at === text.length || multiline && isBreak(text[at]);
  return (isWord(text[at - 1]) !== isWord(text[at])) === (edge === "\\b");
}

function isBreak(sign: string | undefined): boolean {
  return sign !== undefined && /[\n\r\u2028\u2029]/.test(sign);
}

function isWord(sign: string | undefined): boolean {
  return sign !== undefined && /\w/.test(sign);
}
