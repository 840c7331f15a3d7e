/**
 * Makes a corpus with one version of the library, and opens it with another.
 *
 * @module
 */

import type { DatabaseSync } from "node:sqlite";
import { type Dump, dump, openDatabase, restore } from "./database.ts";
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
import {
  createOp,
  createSite,
  setClock,
  type Site,
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

/** The name of the database with our own tables. */
const OWN = "own";

/** Runs the first half of every flow that is wanted. */
export async function makeCorpus(
  library: Library,
  isWanted: (name: string) => boolean = () => true,
): Promise<Corpus> {
  const databases = new Map<string, DatabaseSync>();
  const op = await createOp(library);
  const kept: Record<string, unknown> = {};
  stopClock();
  try {
    for (const [name, flow] of Object.entries(flows)) {
      if (!isWanted(name)) continue;
      const { options, begin } = flow;
      setClock(0);
      const { map = OWN } = options;
      const db = databases.get(map) ?? createDatabase(map);
      databases.set(map, db);
      const site = createSite(library, { db, op, options });
      kept[name] = await begin(site).catch(toTold(flow, site));
    }
  } finally {
    startClock();
  }
  const dumps = [...databases].map(([map, db]) => [map, dump(db)]);
  return { databases: Object.fromEntries(dumps), kept };
}

/** Creates a database with what another library left there, if one did. */
function createDatabase(map: string): DatabaseSync {
  const db = openDatabase();
  if (map !== OWN) db.exec(toForeign(map));
  return db;
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
      const db = openDatabase();
      const found = databases[options.map ?? OWN];
      if (found !== undefined) restore(db, found);
      stopClock();
      try {
        setClock(60);
        const site = createSite(library, { db, op, options });
        await goOn(site, kept[name]).catch(toTold(flow, site));
      } finally {
        startClock();
        db.close();
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
