/**
 * Makes a corpus with one version of the library, and opens it with another.
 *
 * @module
 */

import { type Dump, openSqlite } from "./database.ts";
import type { AnyFlow } from "./flow.ts";
import { accounts } from "./flows/accounts.ts";
import { attempts } from "./flows/attempts.ts";
import { factors } from "./flows/factors.ts";
import { maps, toForeign } from "./flows/maps.ts";
import { passkeys } from "./flows/passkeys.ts";
import { passwords } from "./flows/passwords.ts";
import { sessions } from "./flows/sessions.ts";
import { tokens } from "./flows/tokens.ts";
import type { Library } from "./library.ts";
import type { Place } from "./place.ts";
import { openPostgres, server } from "./postgres.ts";
import {
  createOp,
  createSite,
  setClock,
  type Site,
  type SiteOptions,
  startClock,
  stopClock,
} from "./site.ts";

/** The flows by their names in a corpus. */
export const flows: Readonly<Record<string, AnyFlow>> = {
  ...sessions,
  ...attempts,
  ...accounts,
  ...passwords,
  ...factors,
  ...passkeys,
  ...tokens,
  ...maps,
};

/** What one version has left behind. */
export interface Corpus {
  /** The databases that flows share, by the map of their tables. */
  readonly databases: Readonly<Record<string, Dump>>;
  /** What each flow keeps besides: cookies, links, codes. */
  readonly kept: Readonly<Record<string, unknown>>;
}

/** Runs the first half of every flow that is wanted. */
export async function makeCorpus(
  library: Library,
  isWanted: (name: string) => boolean = () => true,
): Promise<Corpus> {
  const places = new Map<string, Place>();
  const op = await createOp(library);
  const kept: Record<string, unknown> = {};
  stopClock();
  try {
    for (const [name, flow] of Object.entries(flows)) {
      const { options, begin } = flow;
      if (!isWanted(name) || !isPossible(flow)) continue;
      setClock(0);
      const key = toName(options);
      const place = places.get(key) ?? await openPlace(library, options, null);
      places.set(key, place);
      const storage = await place.start();
      const site = createSite(library, { storage, op, options });
      kept[name] = await begin(site).catch(toTold(flow, site));
    }
  } finally {
    startClock();
  }
  const databases: Record<string, Dump> = {};
  for (const [name, place] of places) {
    databases[name] = await place.dump();
    await place.close();
  }
  return { databases, kept };
}

/** Whether this machine has what a flow needs. */
export function isPossible({ options }: AnyFlow): boolean {
  return !options.isPostgres || server !== undefined;
}

/** Names the database of a flow. */
function toName({ map, isPostgres }: SiteOptions): string {
  const name = map ?? "own";
  return isPostgres ? `${name} in PostgreSQL` : name;
}

/** Opens the database of a flow, with what another library left there, if one did. */
async function openPlace(
  library: Library,
  { map, isPostgres }: SiteOptions,
  found: Dump | null,
): Promise<Place> {
  const foreign = map === undefined ? "" : toForeign(map);
  return isPostgres
    ? await openPostgres(library, { map, foreign, found })
    : openSqlite(library, { map, foreign, found });
}

/** Opens a corpus. */
export interface Opener {
  /** The names of the flows that the corpus has. */
  readonly names: readonly string[];
  /** Runs the second half of a flow, and throws if it fails. */
  open(name: string): Promise<void>;
}

/** Prepares a version to open a corpus. */
export async function createOpener(
  library: Library,
  { databases, kept }: Corpus,
): Promise<Opener> {
  const op = await createOp(library);
  return {
    names: Object.keys(kept),
    open: async (name) => {
      const flow = flows[name];
      if (flow === undefined) throw new Error(`no flow ${name}`);
      const { options, goOn } = flow;
      const found = databases[toName(options)] ?? null;
      const place = await openPlace(library, options, found);
      stopClock();
      try {
        setClock(60);
        const storage = await place.start();
        const site = createSite(library, { storage, op, options });
        await goOn(site, kept[name]).catch(toTold(flow, site));
      } finally {
        startClock();
        await place.close();
      }
    },
  };
}

/** Returns what to do with an error: it names the flow, and has the log. */
function toTold({ title }: AnyFlow, { log }: Site): (error: Error) => never {
  return (error) => {
    const lines = log.slice(-3).join("\n");
    const message = `${title}: ${error.message}\n${lines}`;
    throw new Error(message, { cause: error });
  };
}
