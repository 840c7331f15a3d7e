/** One line of the library, changed so that a rule does not hold any more. */
export interface Mutant {
  /** Path from the root of the repository. */
  readonly file: string;
  /** Text that the file contains exactly once. It need not be a whole line. */
  readonly text: string;
  /** Text that takes its place. */
  readonly replacement: string;
  /** Test files, or folders of them, of which at least one test has to fail. */
  readonly tests: readonly string[];
}

/** Mutants by the rule that each one breaks, as a sentence. */
export type Mutants = Readonly<Record<string, Mutant>>;

/** A file with a mutant in it, or the reason why there is none. */
export type Mutation =
  | { readonly kind: "changed"; readonly source: string }
  | { readonly kind: "stale"; readonly reason: string };

/** Puts a mutant into the source of its file. */
export function mutate(
  source: string,
  { text, replacement }: Pick<Mutant, "text" | "replacement">,
): Mutation {
  const [before, after, ...more] = source.split(text);
  if (before === undefined || after === undefined) {
    return { kind: "stale", reason: "the text is not in the file any more" };
  }
  if (more.length > 0) {
    return { kind: "stale", reason: "the text is in the file more than once" };
  }
  if (text === replacement) {
    return { kind: "stale", reason: "the replacement changes nothing" };
  }
  return { kind: "changed", source: before + replacement + after };
}
