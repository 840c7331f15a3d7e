import { parseRegex, type RegexNode } from "./regex_model.ts";
import { createSearcher, type Search } from "./regex_steps.ts";

/** A text on which the work grows faster than the text. */
export interface Growth {
  readonly text: string;
  /** Steps for half of the text, and for all of it. */
  readonly steps: readonly [number, number];
}

/** The length in characters of the longer of two compared texts. */
const LENGTH = 480;
/**
 * Twice the text takes twice the work; four times is quadratic. Counts have no
 * noise.
 */
const MAX_RATIO = 3;
/**
 * So few steps per character are linear, without comparing with half of the
 * text.
 */
const FEW_STEPS = 4;

/** The characters to test a set with, the common ones first. */
const SIGNS = [
  ..."a 0A\t-_.,;:=/\\\"'<>@{}[]()&?#*+%~!|^$`\n",
  "\r",
  "\u0000",
  "\u00e9",
  "\u3000",
  "\uff20",
  ..."bcdefghijklmnopqrstuvwxyzBCDEFGHIJKLMNOPQRSTUVWXYZ123456789",
];

/**
 * Searches for a text on which a regular expression's work grows faster than
 * the text, among texts built from its own parts.
 *
 * @throws Error if the model's matches differ from the runtime's
 */
export function findGrowth(source: string, flags: string): Growth | null {
  const search = createSearcher(source, flags);
  for (const toText of listTexts(parseRegex(source, flags))) {
    const text = toText(LENGTH);
    const whole = search(text);
    assertSame(source, flags, text, whole);
    if (whole.steps <= FEW_STEPS * text.length) continue;
    const half = search(toText(LENGTH / 2));
    const isFast = half.matches !== null &&
      whole.steps <= MAX_RATIO * half.steps;
    if (!isFast) return { text, steps: [half.steps, whole.steps] };
  }
  return null;
}

/**
 * Checks the model's matches against the runtime's: otherwise the count is
 * worthless.
 */
function assertSame(
  source: string,
  flags: string,
  text: string,
  { matches }: Search,
): void {
  if (matches === null || flags.includes("y")) return;
  const regex = new RegExp(source, `${flags.replace("g", "")}g`);
  const real = [...text.matchAll(regex)]
    .map(({ index, 0: { length } }) => [index, index + length]);
  if (JSON.stringify(real) === JSON.stringify(matches)) return;
  throw new Error(
    `/${source}/${flags} matches otherwise in the model: ${
      JSON.stringify(text.slice(0, 80))
    }`,
  );
}

type ToText = (length: number) => string;

/**
 * Returns generators of texts of any length: a prefix, a repeated word, a
 * suffix.
 */
function listTexts(root: RegexNode): readonly ToText[] {
  const sets = listSets(root);
  const alphabet = unique([
    // A word boundary needs a character that is in no set.
    " ",
    ...sets.flatMap((one) => pick(one.has)),
    // A character that two sets share can be matched in two ways.
    ...sets.flatMap((one, i) =>
      sets.slice(i + 1).flatMap((other) =>
        pick((sign) => one.has(sign) && other.has(sign))
      )
    ),
  ]);
  const breakers = unique([
    ...pick((sign) => sets.every(({ has }) => !has(sign))),
    "\n",
    "a\na",
    "\u0000",
  ]);
  const starts = unique(listFronts(root));
  const examples = [...listParts(root).map(toExample), ...starts];
  const words = unique([
    ...alphabet,
    ...alphabet.flatMap((one) => alphabet.map((other) => one + other)),
    ...examples,
    ...examples.map((example) => example.slice(0, -1)),
    ...examples.flatMap((example) => alphabet.map((sign) => example + sign)),
  ]).filter((word) => word !== "" && word.length < LENGTH / 8);
  const [stranger = ""] = breakers;
  // After an unrelated character, an alternative for the start of the text does
  // not match.
  const fronts = unique(["", stranger, ...starts]);
  return fronts.flatMap((front) =>
    words.flatMap((word) =>
      ["", ...breakers].map((end): ToText => (length) =>
        front + word.repeat(length / word.length) + end
      )
    )
  );
}

function unique(texts: readonly string[]): string[] {
  return [...new Set(texts)];
}

function pick(has: (sign: string) => boolean): string[] {
  const found = SIGNS.find(has);
  return found === undefined ? [] : [found];
}

/** Returns every part of a regular expression, itself first. */
function listParts(node: RegexNode): RegexNode[] {
  const below = node.kind === "sequence"
    ? node.parts
    : node.kind === "choice"
    ? node.options
    : node.kind === "repeat" || node.kind === "look"
    ? [node.body]
    : [];
  return [node, ...below.flatMap(listParts)];
}

function listSets(root: RegexNode) {
  return listParts(root).flatMap((node) => node.kind === "set" ? [node] : []);
}

/**
 * Returns a short text that a part probably matches: look-arounds are ignored.
 */
function toExample(node: RegexNode): string {
  switch (node.kind) {
    case "set":
      return pick(node.has)[0] ?? "";
    case "sequence":
      return node.parts.map(toExample).join("");
    case "choice":
      return toExample(node.options[0] ?? { kind: "sequence", parts: [] });
    case "repeat":
      return toExample(node.body).repeat(Math.max(1, Math.min(node.min, 32)));
    default:
      return "";
  }
}

/** Returns texts that get a matcher to each repetition. */
function listFronts(node: RegexNode, front = ""): string[] {
  switch (node.kind) {
    case "sequence": {
      const fronts: string[] = [];
      let before = front;
      for (const part of node.parts) {
        fronts.push(...listFronts(part, before));
        before += toExample(part);
      }
      return fronts;
    }
    case "choice":
      return node.options.flatMap((option) => listFronts(option, front));
    case "repeat":
      return node.max > 30 ? [front, ...listFronts(node.body, front)] : [];
    case "look":
      return listFronts(node.body, front);
    default:
      return [];
  }
}
