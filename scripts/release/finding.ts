/**
 * What a step of a release found, and what that means in a dry run.
 *
 * @module
 */

import type { Step } from "../steps.ts";

/** What a step found; whatever is wrong in any case, it throws. */
export interface Finding {
  /** In a few words. */
  readonly note: string;
  /** What to read below it. */
  readonly lines?: readonly string[];
  /** What only publishing needs: a dry run mentions it, and a release refuses. */
  readonly missing?: readonly string[];
}

/** Makes a step that prints what it found. */
export function toStep(
  name: string,
  find: () => Promise<Finding>,
  { isDryRun }: { readonly isDryRun: boolean },
): Step {
  return {
    name,
    run: async () => {
      const { note, lines = [], missing = [] } = await find();
      if (missing.length > 0 && !isDryRun) throw new Error(missing.join("\n"));
      const notices = missing.map((text) => `notice: ${text}`);
      return [note, ...[...lines, ...notices].map(indent)].join("\n");
    },
  };
}

function indent(line: string): string {
  return line === "" ? "" : `         ${line}`;
}
