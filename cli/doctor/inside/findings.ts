/**
 * What `doctor --config` can find, causes before what follows from them.
 *
 * @module
 */

import type { Meaning } from "../catalogue.ts";

/** What `doctor --config` can find. */
export const insideFindings = {} as const satisfies Readonly<
  Record<string, Meaning>
>;
