/**
 * The result of `doctor`, as `--json` prints it.
 *
 * @module
 */

import { toShown } from "../probe/describe.ts";
import { catalogue, type FindingId, type Gravity } from "./catalogue.ts";

/** What a check has found: a fault by its name, and how it shows. */
export interface Found {
  readonly id: FindingId;
  /** What was seen, with a capital and a full stop. */
  readonly seen: string;
  /** The line that mends it. Default: the one of the catalogue. */
  readonly mend?: string;
}

/** Something that could not be looked at. */
export interface Untried {
  /** What it is, as the subject of a sentence. */
  readonly what: string;
  readonly reason: string;
}

/** What a part of the examination comes to. */
export interface Examination {
  readonly found: readonly Found[];
  readonly untried: readonly Untried[];
  /** What was looked at, and is as it should be. */
  readonly sound: readonly string[];
}

/** One fault, for people. */
export interface Finding {
  readonly id: FindingId;
  readonly gravity: Gravity;
  readonly seen: string;
  /** Why it matters. */
  readonly why: string;
  /** The line that mends it. */
  readonly mend: string;
}

/** Everything that the doctor found: the gravest first. */
export interface Report {
  readonly url: string | null;
  readonly configs: readonly string[];
  readonly findings: readonly Finding[];
  readonly untried: readonly Untried[];
  readonly sound: readonly string[];
}

/** The longest sentence. */
const MAX_SENTENCE = 800;

/** The order of findings: the cause comes before what follows from it. */
const ORDER = Object.keys(catalogue);

/** Writes a report, without the secrets that were met. */
export function toReport(
  { url, configs }: Pick<Report, "url" | "configs">,
  parts: readonly Examination[],
  secrets: ReadonlySet<string>,
): Report {
  const found = parts.flatMap((part) => part.found);
  return {
    url,
    configs,
    findings: found.map((one) => toFinding(one, secrets))
      .sort((a, b) => ORDER.indexOf(a.id) - ORDER.indexOf(b.id)),
    untried: parts.flatMap((part) => part.untried)
      .map(({ what, reason }) => ({ what, reason: toShown(reason, secrets) })),
    sound: parts.flatMap((part) => part.sound),
  };
}

function toFinding(
  { id, seen, mend }: Found,
  secrets: ReadonlySet<string>,
): Finding {
  const { gravity, why, mend: usual } = catalogue[id];
  return {
    id,
    gravity,
    seen: toShown(seen, secrets, MAX_SENTENCE),
    why,
    mend: toShown(mend ?? usual, secrets, MAX_SENTENCE),
  };
}
