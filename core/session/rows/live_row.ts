import type { AdapterSession, AdapterUser } from "../../model/adapter.ts";
import type { CookieParts } from "./token.ts";

/** A stored session that is live. */
export interface LiveRow {
  readonly cookie: CookieParts;
  /** Its key in the adapter. */
  readonly key: string;
  readonly session: AdapterSession;
  readonly user: AdapterUser;
  /** When the user signed in, in milliseconds since the epoch, if that is known. */
  readonly started: number | null;
  /** Milliseconds since the epoch. */
  readonly ends: number;
  /** The end to write, if one is due. */
  readonly renewTo: number | null;
}
