/**
 * The result of `migrate check`, as `--json` prints it.
 *
 * @module
 */

/** The part of an application that a finding is about. */
export type FindingKind =
  | "adapter"
  | "code"
  | "option"
  | "provider"
  | "session"
  | "variable";

/**
 * The work that a finding needs: none, a change that the command spells out, or
 * a decision by a person.
 */
export type Verdict = "same" | "change" | "person";

/** One thing that the application uses. */
export interface Finding {
  readonly kind: FindingKind;
  /** The name that the application uses. */
  readonly name: string;
  readonly verdict: Verdict;
  /** The change to make, as a sentence or a line of code; empty: none. */
  readonly change: string;
  /**
   * The evidence: a dependency of package.json, an import, or a name in the
   * text, which may mean something else.
   */
  readonly evidence: "dependency" | "import" | "name";
  /** The files that show it, relative to the folder. */
  readonly files: readonly string[];
}

/** A library that the application uses. */
export interface UsedLibrary {
  readonly id: string;
  readonly name: string;
  /** Its packages with their version ranges; null: imported, but not listed. */
  readonly packages: Readonly<Record<string, string | null>>;
  /** The files that import it, relative to the folder. */
  readonly files: readonly string[];
  /** The page about moving from it. */
  readonly page: string;
}

/** Everything that `migrate check` found. */
export interface Report {
  readonly libraries: readonly UsedLibrary[];
  readonly findings: readonly Finding[];
  /** Files that were not read, and the limits that were reached. */
  readonly notes: readonly string[];
  /** A unified diff of the changes that can be made by name; empty: none. */
  readonly diff: string;
  /** Whether there is nothing to decide for a person. */
  readonly maps: boolean;
}
