/**
 * Reads the arguments of `rehearse`.
 *
 * @module
 */

import { parseArguments, WrongCall } from "../command.ts";
import type { DatabaseKind } from "./library.ts";

/** What is rehearsed. */
export interface RehearseOptions {
  /** The module of the configuration. */
  readonly config: string;
  /** The file of an SQLite database, or the URL of one of PostgreSQL. */
  readonly database: string;
  /** A version, a tarball, or a folder where the old version is installed. */
  readonly old: string;
  /** The name of the map of the tables; null: it is found out. */
  readonly tables: string | null;
  /** The prefix of our own tables. */
  readonly prefix: string;
  /** Whether the result names users. */
  readonly ids: boolean;
  readonly json: boolean;
}

/**
 * Reads the arguments.
 *
 * @throws WrongCall if the command does not take them
 */
export function parseOptions(args: readonly string[]): RehearseOptions {
  const { config, database, old, ...rest } = parse(args);
  if (config === undefined) throw new WrongCall("Name a module by --config.");
  if (database === undefined) {
    throw new WrongCall("Name a database by --database.");
  }
  if (toKind(database) === "postgres" && !URL.canParse(database)) {
    throw new WrongCall(
      "--database is no URL: write special characters of the password as percent-encoded ones, as in %23 for #.",
    );
  }
  if (old === undefined) {
    throw new WrongCall("Name the version that runs now by --old.");
  }
  return {
    config,
    database,
    old,
    tables: rest.tables ?? null,
    prefix: rest.prefix ?? "auth_",
    ids: rest.ids ?? false,
    json: rest.json ?? false,
  };
}

/** Returns the kind of a database. */
export function toKind(database: string): DatabaseKind {
  return /^postgres(?:ql)?:/.test(database) ? "postgres" : "sqlite";
}

function parse(args: readonly string[]) {
  return parseArguments({
    args: [...args],
    options: {
      config: { type: "string" },
      database: { type: "string" },
      old: { type: "string" },
      tables: { type: "string" },
      prefix: { type: "string" },
      ids: { type: "boolean" },
      json: { type: "boolean" },
    },
  }).values;
}
