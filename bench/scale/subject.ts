// deno-lint-ignore-file no-console -- a command line tool talks to the terminal
import type { Adapter } from "../../core/model/adapter.ts";
import type { Store } from "../../core/model/store.ts";
import type { Size } from "./data.ts";

/** A database that holds a number of sessions, and what asks it. */
export interface Subject {
  readonly size: Size;
  readonly adapter: Adapter;
  readonly store: Store;
  /** A second connection, for reads while the first one is busy. */
  readonly reader: Adapter;
  /** Bytes of the sessions with their indexes. */
  readonly bytes: number;
  /** Runs work and puts back the sessions of a user that it has removed. */
  undo(user: number, work: () => Promise<void>): Promise<void>;
  close(): Promise<void>;
}

/** Fills a database with sessions. */
export type Fill = (size: Size) => Promise<Subject>;

/** Tells how far a long step is. */
export function report(text: string): void {
  console.error(`… ${text}`);
}
