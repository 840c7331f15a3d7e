/**
 * Everything that the doctor can find, by name.
 *
 * @module
 */

import { insideFindings } from "./inside/findings.ts";
import { outsideFindings } from "./outside/findings.ts";

/**
 * How grave a finding is: it keeps people from signing in, it puts accounts at
 * risk or will break one day, or it could be better.
 */
export type Gravity = "breaks" | "risks" | "advises";

/** What a finding means. */
export interface Meaning {
  readonly gravity: Gravity;
  /** Why it matters. */
  readonly why: string;
  /** The line that mends it. */
  readonly mend: string;
}

/** The name of a finding. */
export type FindingId =
  | keyof typeof insideFindings
  | keyof typeof outsideFindings;

const GRAVITIES: readonly Gravity[] = ["breaks", "risks", "advises"];

const known: Readonly<Record<FindingId, Meaning>> = {
  ...insideFindings,
  ...outsideFindings,
};

/**
 * All findings, the gravest first. Among those of one gravity, the ones that
 * others follow from come first.
 */
export const catalogue: Readonly<Record<FindingId, Meaning>> = Object
  .fromEntries(
    GRAVITIES.flatMap((gravity) =>
      Object.entries(known).filter(([, one]) => one.gravity === gravity)
    ),
  ) as Record<FindingId, Meaning>;
