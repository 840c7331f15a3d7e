/**
 * A flow that one version of the library begins and another one continues.
 *
 * @module
 */

import type { Site, SiteOptions } from "./site.ts";

/** A flow, in two halves. What is between them is in a corpus, as JSON. */
export interface Flow<K> {
  /** Who is locked out if the second half fails: a sentence. */
  readonly title: string;
  readonly options: SiteOptions;
  /** Runs with the earlier version. */
  begin(site: Site): Promise<K>;
  /** Runs with the later one, a minute afterwards, in a new process. */
  goOn(site: Site, kept: K): Promise<void>;
}

/** A flow, whatever it keeps. */
// deno-lint-ignore no-explicit-any -- only the flow itself knows what it keeps
export type AnyFlow = Flow<any>;

/** Defines a flow, and infers what it keeps. */
export function toFlow<K>(
  title: string,
  halves: Pick<Flow<K>, "begin" | "goOn">,
  options: SiteOptions = {},
): Flow<K> {
  return { title, options, ...halves };
}
